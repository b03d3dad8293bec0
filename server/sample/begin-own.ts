import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { insertCustomers, insertOwners } from "#app/domain/customers/save-customers.server.ts";
import { forgetSampleMark, readSampleMark } from "#app/domain/settings/sample.server.ts";
import type { SampleEnd } from "#app/features/sample/sample.ts";
import { hasRealBusiness } from "#app/features/sample/sample-acts.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Connection } from "#db/connect.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { user } from "#db/schema/accounts.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { tablesIn } from "#server/backup/tables.ts";
import type { Config } from "#server/config.ts";
import { withoutTriggers } from "./load-sample.ts";

/** The owner's own input, and the database's own tables. The sample has filled all others. */
const kept = new Set([
  ...["schema_objects", "schema_migrations", "seeds", "backup_runs", "rate_limits"],
  ...["users", "accounts", "sessions", "profiles", "known_browsers"],
  ...["authenticator_apps", "recovery_codes", "passkeys", "health_troubles"],
  ...["kept_values", "shop_settings", "payment_settings", "word_drafts", "claim_ticks"],
  ...["products", "former_slugs", "images", "image_mappings", "paper_logos"],
  ...["zones", "zone_prefixes", "zone_days", "holiday_decisions", "document_series"],
]);

const realBusiness =
  "A customer who is not the sample’s has ordered or paid, so the sample stays. Cancel that order first if it was only to try the shop.";

type Place = Pick<
  Config,
  "dataDir" | "databaseUrl" | "databaseDirectUrl" | "authSecret" | "s3" | "backupDir"
>;

/** Ends a shop's sample business: makes a backup, then removes everything in one transaction. */
export function createSampleEnd({ db }: Connection, place: Place): SampleEnd {
  let running: Promise<string | null> | undefined;
  return {
    begin(admin) {
      // A second click waits for the same run.
      running ??= beginOwn(db, place, admin)
        .then(() => null, refusalIn)
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
}

/** As text, since the built pages have their own copy of the refusal class. */
function refusalIn(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  throw error;
}

async function beginOwn(db: Database, place: Place, admin: Admin): Promise<void> {
  const mark = await readSampleMark(db);
  if (!mark) return;
  if (await hasRealBusiness(db, mark)) throw new Refusal("refused", realBusiness);
  await keepBackup(place, mark.day);
  await transactionWithRetry(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = '60s'`);
    const names = (await tablesIn(tx)).map(({ name }) => name);
    await withoutTriggers(tx, names, async () => {
      // Nobody else writes from here on. If two processes do this, the second finds it done.
      if (!(await forgetSampleMark(tx))) return;
      if (await hasRealBusiness(tx, mark)) throw new Refusal("refused", realBusiness);
      await clear(tx, names);
      await recordAudit(tx, admin, {
        entity: "setting",
        entityId: "sample",
        action: "began with their own",
        before: { sample: mark.day },
      });
    });
    for (const channel of changed) await tx.execute(sql`select pg_notify(${channel}, '')`);
  });
}

/** Empties these tables, but keeps owners and their data. */
async function clear(tx: Transaction, names: readonly string[]): Promise<void> {
  const gone = names.filter((name) => !kept.has(name)).map((name) => pg.escapeIdentifier(name));
  await tx.execute(sql.raw(`truncate ${gone.join(", ")} restart identity`));
  await tx.execute(sql`
    delete from users where id not in (select id from profiles where is_admin)`);
  await tx.execute(sql`delete from zones where name like 'Sample %'`);
  await tx.execute(sql`update document_series set last_number = 0`);
  // Unless they are the owner's own by now.
  await tx.execute(sql`
    update payment_settings set takes_etransfer = false, etransfer_email = '', takes_door = false
    where etransfer_email = 'etransfer@example.com'`);
  const owners = await tx.select({ id: user.id }).from(user);
  await insertCustomers(
    tx,
    owners.map(({ id }) => ({ id, site: {} })),
  );
  await insertOwners(
    tx,
    owners.map(({ id }) => id),
  );
}

/** Channels of data that processes cache or open pages show. */
const changed = [
  ...["catalog_changed", "stock_changed", "delivery_changed"],
  ...["settings_changed", "inbox_changed"],
];

/** An earlier backup of the same sample is overwritten: something may have changed since. */
async function keepBackup({ backupDir, ...place }: Place, day: string): Promise<void> {
  const target = join(backupDir ?? join(place.dataDir, "backups"), `sample-${day}`);
  await rm(target, { recursive: true, force: true });
  await makeBackup(place, target, () => undefined);
}
