import { randomBytes } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { and, inArray, isNull, lt, sql } from "drizzle-orm";
import pg from "pg";
import { makeFolder } from "#db/make-folder.ts";
import { openSession, type Session } from "#db/postgres.ts";
import { backupRuns } from "#db/schema/operations.ts";
import type { Config } from "#server/config.ts";
import { workBesideShop } from "./beside-shop.ts";
import { backupLock, isProofDue, whatIsDue } from "./due.ts";
import { makeBackup, type RunningDatabase, runningDatabase } from "./make-backup.ts";
import { verifiedManifest } from "./manifest.ts";
import { sendNightly, withFetched } from "./offsite/offsite-runs.ts";
import { expectRoom, newestIn, sizeOf } from "./room.ts";
import { isLeftover, isNightly, nameAt, outdated } from "./rotation.ts";
import { begin, end, endUnfinished, fail, type Night, takeLock, tell } from "./runs.ts";
import { differences, loadTables } from "./tables.ts";

/**
 * The process that `nightly-backups.ts` starts beside the shop: removes leftovers of a killed one,
 * makes the nightly backup if it is due, removes outdated ones, uploads it to the bucket if there
 * is one, and once a week test-restores both. It reports by messages, and ends with the shop.
 */

const kinds = ["backup", "proof", "offsite", "offsite_proof"] as const;

/** How far back the list of runs goes. */
const kept = sql`now() - interval '1 year'`;

const nothing = () => undefined;

async function workTheNight(config: Config): Promise<void> {
  const database = await runningDatabase(config);
  if (!database || !config.backupDir) return;
  const session = await openSession(database.url);
  try {
    // Another process of the shop is doing it.
    if (!(await takeLock(session, backupLock))) return;
    const night = { config, folder: resolve(config.backupDir), database, session };
    await tidy(night);
    const due = await whatIsDue(session.db, config);
    const backup = due === "backup" ? await backUp(night) : undefined;
    const { backupS3 } = config;
    const isSending = backupS3 && (backup || due === "sending");
    const sent = isSending ? await sendNightly(night, backupS3) : undefined;
    if (backup && (await isProofDue(session.db, "proof"))) {
      const about = { kind: "proof", backup, what: "the nightly backup" } as const;
      await prove(night, about, (proof) => proof(backup));
    }
    if (backupS3 && sent && (await isProofDue(session.db, "offsite_proof"))) {
      const what = "the backup in the bucket";
      const about = { kind: "offsite_proof", backup: `s3:${sent}`, what } as const;
      await prove(night, about, (proof) => withFetched(night, backupS3, sent, proof));
    }
    await session.db.delete(backupRuns).where(lt(backupRuns.startedAt, kept));
  } finally {
    await session.close();
  }
}

/** Removes what a killed run left: temporary databases, unfinished folders, open entries. */
async function tidy({ folder, database, session }: Night): Promise<void> {
  const { db } = session;
  const isOurs = inArray(backupRuns.kind, [...kinds]);
  const unfinished = await db
    .select()
    .from(backupRuns)
    .where(and(isNull(backupRuns.endedAt), isOurs));
  if (unfinished.some((run) => run.database)) {
    const server = await openSession(database.superuserUrl ?? database.url);
    try {
      for (const run of unfinished) if (run.database) await dropTemporary(server, run.database);
    } finally {
      await server.close();
    }
  }
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isLeftover)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
  await endUnfinished(session, [...kinds]);
}

/** Returns the backup's folder; undefined if it failed, which was recorded and reported. */
async function backUp(night: Night): Promise<string | undefined> {
  const { config, folder, session } = night;
  const target = join(folder, nameAt(new Date()));
  const run = await begin(session, { kind: "backup", folder: target });
  try {
    await makeFolder(folder);
    const previous = await newestIn(folder, isNightly);
    await expectRoom(session, folder, previous?.manifest);
    const made = await makeBackup(config, target, nothing, previous);
    const bytes = sizeOf(made.manifest);
    await end(session, run, { outcome: "done", bytes });
    const facts = { folder: target, bytes, lostImages: made.lostImages };
    tell({ level: "info", message: "made the nightly backup", facts });
  } catch (error) {
    await fail(night, run, error, "the nightly backup failed");
    return undefined;
  }
  // Only once there is a newer one.
  for (const name of outdated(await readdir(folder))) {
    // Renamed first, so that a half-removed backup doesn't count as one.
    await rename(join(folder, name), join(folder, `${name}.gone`));
    await rm(join(folder, `${name}.gone`), { recursive: true });
  }
  return target;
}

async function prove(
  night: Night,
  about: { kind: "proof" | "offsite_proof"; backup: string; what: string },
  withFolder: (proof: (folder: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { database, session } = night;
  const { kind, backup, what } = about;
  const name = `shop_proof_${randomBytes(8).toString("hex")}`;
  const run = await begin(session, { kind, folder: backup, database: name });
  try {
    await withFolder((folder) => proveBackup(folder, database, name));
    await end(session, run, { outcome: "done" });
    tell({ level: "info", message: `proved ${what}`, facts: { folder: backup } });
  } catch (error) {
    if (error instanceof CannotProveError) {
      await end(session, run, { outcome: "skipped", message: error.message });
      return;
    }
    await fail(night, run, error, `${what} could not be proven`);
  }
}

workBesideShop("the nightly backup", workTheNight);

/** Thrown if a test restore is impossible; the message says why. */
class CannotProveError extends Error {
  override name = "CannotProveError";
}

/**
 * Restores a backup of this version into a temporary database on the shop's server, and compares it
 * row by row. The shop is not touched, and the database is always dropped.
 *
 * @param name of the temporary database; the caller has recorded it, and drops it after a kill
 * @throws CannotProveError if the role may not create databases; Error with one line that says what
 *   is wrong with the backup
 */
async function proveBackup(
  backup: string,
  { url, superuserUrl }: RunningDatabase,
  name: string,
): Promise<void> {
  const manifest = await verifiedManifest(backup);
  const server = await openSession(superuserUrl ?? url);
  try {
    await create(server, name, superuserUrl ? new URL(url).username : undefined);
    const there = await openSession(urlOfDatabase(url, name));
    try {
      await loadTables(
        there,
        backup,
        manifest,
        () => undefined,
        async () => undefined,
      );
      const different = await differences(there, backup, manifest);
      if (different.length > 0) {
        throw new Error(`${backup} was restored and differs: ${different.join(", ")}.`);
      }
    } finally {
      await there.close();
      await dropTemporary(server, name);
    }
  } finally {
    await server.close();
  }
}

async function create({ client }: Session, name: string, owner?: string): Promise<void> {
  const { rows } = await client.query(
    "select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user",
  );
  if (!rows[0]?.may) {
    throw new CannotProveError(
      "The role in DATABASE_URL may not create databases. Give it CREATEDB, or restore a backup by hand now and then.",
    );
  }
  const to = owner ? `owner ${pg.escapeIdentifier(owner)}` : "";
  await client.query(
    `create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8' ${to}`,
  );
}

/** Drops a temporary database, ending its connections; does nothing if there is none. */
async function dropTemporary({ client }: Session, name: string): Promise<void> {
  await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

function urlOfDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
