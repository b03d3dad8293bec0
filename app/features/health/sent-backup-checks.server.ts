import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { passphraseKept } from "./backup-passphrase.server.ts";
import { type Check, day, hour, numberOf, one, well } from "./check-parts.server.ts";
import { type Figure, spanInWords } from "./health.ts";

/** Seconds of work that may be lost with the machine; the owner is mailed at twice that. */
const mayBeLost = hour / 4;

interface Ages extends Record<string, unknown> {
  last: string | null;
  first: string | null;
  made: string | null;
  problem: string | null;
  outcome: string | null;
}

/**
 * Ages in seconds: since the start of the last successful run and of the first of any; `made` is
 * the last nightly backup's. `problem` is set if the last run failed. Ignores entries from a clock
 * that was ahead.
 */
async function readAges(db: Database, kind: "offsite" | "offsite_proof" | "recent") {
  const { last, first, made, problem, outcome } = await one<Ages>(
    db,
    sql`with runs as (select * from backup_runs where started_at <= now()),
      ours as (select * from runs where kind = ${kind})
    select
      (select extract(epoch from now() - max(started_at)) from ours where outcome = 'done')::text as last,
      (select extract(epoch from now() - min(started_at)) from ours)::text as first,
      (select extract(epoch from now() - max(started_at)) from runs
        where kind = 'backup' and outcome = 'done')::text as made,
      (select case when outcome = 'done' then null else message end from ours
        where ended_at is not null order by started_at desc limit 1) as problem,
      (select outcome from ours
        where ended_at is not null order by started_at desc limit 1) as outcome`,
  );
  return { last: numberOf(last), first: numberOf(first), made: numberOf(made), problem, outcome };
}

const aged = (name: Figure["name"], age: number | null): Figure[] =>
  age === null ? [] : [{ name, value: age }];

const seeBucket =
  "See that the bucket is there, and that its keys in BACKUP_S3_… still work. It is retried automatically.";

const sent: Check = {
  id: "sent-backups",
  name: "Backups off the machine",
  async look({ db, backups }) {
    if (!backups) return well("The shop makes none itself.");
    if (!backups.elsewhere) {
      return {
        state: "warn",
        says: "Backups stay on this machine, and are lost with it.",
        todo: "Set BACKUP_S3_ENDPOINT and what goes with it, or copy them elsewhere yourself.",
      };
    }
    const { last, made, problem } = await readAges(db, "offsite");
    const figures = aged("shop_backup_sent_age_seconds", last);
    if (made !== null && (last ?? made) > day + 3 * hour) {
      const says =
        last === null ? "No backup was sent yet." : `None was sent for ${spanInWords(last)}.`;
      return { state: "bad", says: `${says} ${problem ?? ""}`.trim(), todo: seeBucket, figures };
    }
    if (problem !== null) {
      return {
        state: "warn",
        says: `The last backup was not sent. ${problem}`,
        todo: "It is tried again within the hour.",
        figures,
      };
    }
    const { place } = backups.elsewhere;
    return well(
      last === null
        ? `The first is sent to ${place} tonight.`
        : `The last was sent to ${place} ${spanInWords(last)} ago.`,
      figures,
    );
  },
};

const between: Check = {
  id: "recent-backups",
  name: "Between two backups",
  async look({ db, backups }) {
    const elsewhere = backups?.elsewhere;
    if (!elsewhere) return well("What was done since the last backup is on this machine alone.");
    if (!elsewhere.hasRecent) {
      return well(
        "What was done since the last backup is up to the database server of DATABASE_URL: have it archive its log.",
      );
    }
    const { last, first, problem } = await readAges(db, "recent");
    const figures = aged("shop_backup_recent_age_seconds", last);
    const age = last ?? first;
    if (age === null) return well("What is done from now on is sent every few minutes.");
    if (age <= mayBeLost && problem === null) {
      return well(`What was done was last sent ${spanInWords(age)} ago.`, figures);
    }
    const isBad = age > 2 * mayBeLost && problem !== null;
    return {
      state: isBad ? "bad" : "warn",
      says: `What was done in the last ${spanInWords(age)} is on this machine alone. ${problem ?? ""}`.trim(),
      todo: seeBucket,
      figures,
    };
  },
};

const proof: Check = {
  id: "sent-proof",
  name: "Restoring from the bucket",
  async look({ db, backups }) {
    if (!backups?.elsewhere) return well("There is no bucket, so none is tried.");
    const { last, first, problem, outcome } = await readAges(db, "offsite_proof");
    const figures = aged("shop_backup_sent_proof_age_seconds", last);
    const todo =
      'Restore one by hand from there into an empty folder: docs/running.md, "Off the machine".';
    if (problem !== null) {
      const isOld = (last ?? first ?? 0) > 14 * day;
      return {
        state: isOld || outcome === "failed" ? "bad" : "warn",
        says: `The last backup in the bucket could not be restored on trial. ${problem}`,
        todo,
        figures,
      };
    }
    if (last !== null && last > 14 * day) {
      const says = "No backup in the bucket was restored on trial for two weeks.";
      return { state: "bad", says, todo, figures };
    }
    return well(
      last === null
        ? "The first backup that is sent is restored on trial from there."
        : `Last restored on trial from there and compared ${spanInWords(last)} ago.`,
      figures,
    );
  },
};

export const sentBackups: Check[] = [sent, between, proof, passphraseKept];
