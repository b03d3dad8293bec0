import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { type Check, day, hour, numberOf, one, well } from "./check-parts.server.ts";
import { backupsAreOff, type Figure, spanInWords } from "./health.ts";

interface BackupAges extends Record<string, unknown> {
  backup: string | null;
  shop: string | null;
  proof: string | null;
  first: string | null;
  failed: string | null;
  message: string | null;
}

/**
 * Ages in seconds, without entries from a clock that was ahead; `failed` if the latest run failed.
 */
function readAges(db: Database, kind: "backup" | "proof") {
  return one<BackupAges>(
    db,
    sql`with runs as (select * from backup_runs where started_at <= now())
    select
      (select extract(epoch from now() - max(started_at)) from runs
        where kind = 'backup' and outcome = 'done')::text as backup,
      (select extract(epoch from now() - min(planted_at)) from seeds)::text as shop,
      (select extract(epoch from now() - max(started_at)) from runs
        where kind = 'proof' and outcome = 'done')::text as proof,
      (select extract(epoch from now() - min(started_at)) from runs where kind = 'backup')::text as first,
      last.outcome as failed, last.message
    from (select) as always left join lateral (
      select outcome, message from runs where kind = ${kind} and ended_at is not null
      order by started_at desc limit 1) as last on true`,
  );
}

/** Backups have to be restored on trial at least this often. */
const trialDays = 14;

const restoring = 'docs/running.md, "Back up and restore", says how.';

export const backups: Check = {
  id: "backups",
  name: "Backups",
  async look({ db, backups: made }) {
    if (!made) {
      return {
        state: "warn",
        says: backupsAreOff,
        todo: `Make them in another way, or set BACKUP_DIR to a folder. ${restoring}`,
      };
    }
    const problem = await made.problem();
    if (problem) {
      return {
        state: "bad",
        says: `No backup can be made now. ${problem}`,
        todo: "See that the disk of BACKUP_DIR is there, and that the shop may write to it.",
      };
    }
    const { backup, shop, failed, message } = await readAges(db, "backup");
    const age = numberOf(backup);
    const figures: Figure[] = age === null ? [] : [{ name: "shop_backup_age_seconds", value: age }];
    const since = age ?? numberOf(shop) ?? 0;
    if (since > day + 2 * hour) {
      const reason = failed && failed !== "done" ? ` ${message}` : "";
      return {
        state: "bad",
        says: `${age === null ? "There is no backup yet." : `The last backup is ${spanInWords(age)} old.`}${reason}`,
        todo: "See that its disk is there and has room. It is tried again each hour; npm run backup makes one now.",
        figures,
      };
    }
    if (failed && failed !== "done") {
      return {
        state: "warn",
        says: `The last attempt did not succeed. ${message}`,
        todo: "It is tried again within the hour.",
        figures,
      };
    }
    return well(
      age === null ? "The first is made tonight." : `The last was made ${spanInWords(age)} ago.`,
      figures,
    );
  },
};

export const proofs: Check = {
  id: "proof",
  name: "Restoring a backup",
  async look({ db, backups: made }) {
    if (!made) return well("Nightly backups are off, so none is tried.");
    const { proof, backup, first, failed, message } = await readAges(db, "proof");
    const age = numberOf(proof);
    const figures: Figure[] =
      age === null ? [] : [{ name: "shop_backup_proof_age_seconds", value: age }];
    if (failed === "failed") {
      return {
        state: "bad",
        says: `The last backup could not be restored on trial. ${message}`,
        todo: `Restore one by hand into an empty folder. ${restoring}`,
        figures,
      };
    }
    if ((age ?? numberOf(first) ?? 0) > trialDays * day) {
      return {
        state: "bad",
        says: `No backup was restored on trial for ${trialDays} days. ${failed === "skipped" ? message : ""}`.trim(),
        todo: `Restore one by hand into an empty folder. ${restoring}`,
        figures,
      };
    }
    if (failed === "skipped") {
      return { state: "warn", says: message ?? "", todo: restoring, figures };
    }
    if (age === null && backup === null && (await made.problem())) {
      return {
        state: "warn",
        says: "None was restored on trial: no backup can be made now.",
        todo: "It is tried as soon as there is one.",
        figures,
      };
    }
    return well(
      age === null
        ? "The first backup is restored on trial as soon as it is made."
        : `Last restored on trial and compared ${spanInWords(age)} ago.`,
      figures,
    );
  },
};
