import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { eq, isNull, lt, sql } from "drizzle-orm";
import { openSession, type Session } from "#db/postgres.ts";
import { images } from "#db/schema/images.ts";
import { backupRuns } from "#db/schema/operations.ts";
import { type Config, parseConfig } from "#server/config.ts";
import { factsOf } from "#server/log.ts";
import { backupLock, isProofDue, whatIsDue } from "./due.ts";
import { makeBackup, type RunningDatabase, runningDatabase } from "./make-backup.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { CannotProveError, dropTemporary, proveBackup } from "./prove-backup.ts";
import { isLeftover, isNightly, nameAt, outdated } from "./rotation.ts";

/**
 * The process that `nightly-backups.ts` starts beside the shop: removes what a killed one left, makes
 * the night's backup if it is due, removes outdated ones, and once a week restores the new one. It
 * tells by messages, and ends with the shop.
 */

/** What the process tells the shop, for its log. */
export interface Told {
  level: "info" | "error";
  message: string;
  facts: object;
}

interface Night {
  config: Config;
  /** Where the backups are. */
  folder: string;
  database: RunningDatabase;
  session: Session;
}

/** Left free on the disk: the shop's own database needs room too. */
const reserve = 100 * 1_000_000;

/** How long the list of runs goes back. */
const kept = sql`now() - interval '1 year'`;

const nothing = () => undefined;

async function workTheNight(config: Config): Promise<void> {
  const database = await runningDatabase(config);
  if (!database || !config.backupDir) return;
  const session = await openSession(database.url);
  try {
    const { rows } = await session.client.query("select pg_try_advisory_lock($1) as mine", [
      backupLock,
    ]);
    // Another process of the shop is at it.
    if (!rows[0].mine) return;
    const night = { config, folder: resolve(config.backupDir), database, session };
    await tidy(night);
    if ((await whatIsDue(session.db, config.backupHour)) !== "backup") return;
    const backup = await backUp(night);
    if (backup && (await isProofDue(session.db))) await prove(night, backup);
    await session.db.delete(backupRuns).where(lt(backupRuns.startedAt, kept));
  } finally {
    await session.close();
  }
}

/** Removes what a killed run left: temporary databases, unfinished folders, open entries. */
async function tidy({ folder, database, session }: Night): Promise<void> {
  const { db } = session;
  const unfinished = await db.select().from(backupRuns).where(isNull(backupRuns.endedAt));
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
  await db
    .update(backupRuns)
    .set({ endedAt: sql`now()`, outcome: "cut", message: "The shop stopped meanwhile." })
    .where(isNull(backupRuns.endedAt));
}

/** @returns the backup's folder; undefined if there is none, which was noted and told */
async function backUp(night: Night): Promise<string | undefined> {
  const { config, folder, session } = night;
  const target = join(folder, nameAt(new Date()));
  const run = await begin(session, { kind: "backup", folder: target });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const previous = await newestIn(folder);
    await expectRoom(session, folder, previous?.manifest);
    const made = await makeBackup(config, target, nothing, previous?.folder);
    const sizes = Object.values(made.manifest.files).map(({ bytes }) => bytes);
    const bytes = sizes.reduce((sum, some) => sum + some, 0);
    await end(session, run, { outcome: "done", bytes });
    const facts = { folder: target, bytes, lostImages: made.lostImages };
    tell({ level: "info", message: "made the nightly backup", facts });
  } catch (error) {
    await fail(session, run, error, "the nightly backup failed", folder);
    return undefined;
  }
  // Only now that there is a newer one.
  for (const name of outdated(await readdir(folder))) {
    // Renamed first: half a backup must not count as one.
    await rename(join(folder, name), join(folder, `${name}.gone`));
    await rm(join(folder, `${name}.gone`), { recursive: true });
  }
  return target;
}

async function prove({ folder, database, session }: Night, backup: string): Promise<void> {
  const name = `shop_proof_${randomBytes(8).toString("hex")}`;
  const run = await begin(session, { kind: "proof", folder: backup, database: name });
  try {
    await proveBackup(backup, database, name);
    await end(session, run, { outcome: "done" });
    tell({ level: "info", message: "proved the nightly backup", facts: { folder: backup } });
  } catch (error) {
    if (error instanceof CannotProveError) {
      await end(session, run, { outcome: "skipped", message: error.message });
      return;
    }
    await fail(session, run, error, "the nightly backup could not be proven", folder);
  }
}

type Run = typeof backupRuns.$inferInsert;

async function begin({ db }: Session, run: Run): Promise<string> {
  const [begun] = await db.insert(backupRuns).values(run).returning({ id: backupRuns.id });
  if (!begun) throw new Error("The run was not noted");
  return begun.id;
}

async function end({ db }: Session, id: string, result: Partial<Run>): Promise<void> {
  await db
    .update(backupRuns)
    .set({ ...result, endedAt: sql`now()` })
    .where(eq(backupRuns.id, id));
}

async function fail(session: Session, id: string, error: unknown, what: string, folder: string) {
  const message = reasonFor(error, folder).slice(0, 1000);
  tell({ level: "error", message: what, facts: { reason: message, error: factsOf(error) } });
  await end(session, id, { outcome: "failed", message });
}

/** For the owner: nothing of what the database or the system said. */
function reasonFor(error: unknown, folder: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "53100") {
    return `There is no more room on the disk of ${folder}.`;
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "EEXIST") {
    return `${folder} cannot be written to.`;
  }
  // The disk is away, and what it was mounted on is gone or may not be written to.
  if (
    code === "ENOENT" &&
    error instanceof Error &&
    "syscall" in error &&
    error.syscall === "mkdir"
  ) {
    return `${folder} is not there, and cannot be made.`;
  }
  // Ours are written for people.
  const isOurs = error instanceof Error && error.constructor === Error && !code && !error.cause;
  return isOurs ? error.message : "Something unexpected went wrong. The shop's log says what.";
}

/** The newest nightly backup of a folder, with its manifest. */
async function newestIn(folder: string) {
  const names = (await readdir(folder)).filter(isNightly).sort().reverse();
  for (const name of names) {
    const manifest = await readManifest(join(folder, name)).catch(() => undefined);
    if (manifest) return { folder: join(folder, name), manifest };
  }
  return undefined;
}

/** Fails before the disk is full: the shop may be on the same one. */
async function expectRoom(
  { client, db }: Session,
  folder: string,
  previous?: Manifest,
): Promise<void> {
  const files = Object.entries(previous?.files ?? {});
  const known = new Set(files.map(([, { sha256 }]) => sha256));
  const size = await client.query("select pg_database_size(current_database())::text as bytes");
  const tables = files.filter(([name]) => !name.startsWith("photos/"));
  // Tables as text, packed, are smaller than the database.
  let bytes = previous
    ? tables.reduce((sum, [, file]) => sum + file.bytes * 1.25, 0)
    : Number(size.rows[0].bytes);
  for (const image of await db
    .select({ digest: images.digest, bytes: images.bytes })
    .from(images)) {
    if (!known.has(image.digest)) bytes += image.bytes;
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + reserve) return;
  throw new Error(
    `There is not enough room on the disk of ${folder}: ${megabytes(free)} are free, and a backup needs ${megabytes(bytes + reserve)}.`,
  );
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;

function tell(told: Told): void {
  process.send?.(told);
}

// Without the shop there is nobody to tell, and the next one begins anew.
const leave = () => process.exit(1);
process.on("disconnect", leave);

workTheNight(parseConfig(process.env))
  .catch((error: unknown) => {
    const message = "the nightly backup could not go on";
    tell({ level: "error", message, facts: { error: factsOf(error) } });
    process.exitCode = 1;
  })
  .finally(() => {
    process.off("disconnect", leave);
    process.disconnect?.();
  });
