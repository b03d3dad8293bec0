import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import {
  BeforeBaselineError,
  baseline,
  isBeforeBaseline,
  nameSince,
  takeForBaseline,
} from "./baseline.ts";
import type { Database, Transaction } from "./database.ts";
import { reasonOf } from "./database-error.ts";
import { installFunctions, readFunctions, type SqlFunction } from "./install-functions.ts";
import { lostObjects, recordObjects } from "./schema-objects.ts";

// Drizzle's own migrator runs all pending files in one transaction, takes no lock, and does not say
// which file failed. This file fixes these three.

interface Migration {
  name: string;
  sha256: string;
  statements: string[];
}

export interface SchemaFolders {
  migrations: string;
  functions: string;
}

export const ownSchema: SchemaFolders = {
  migrations: join(import.meta.dirname, "migrations"),
  functions: join(import.meta.dirname, "functions"),
};

export class UnknownMigrationError extends Error {
  override name = "UnknownMigrationError";

  constructor(migration: string) {
    super(`There is no migration ${migration}`);
  }
}

/** Arbitrary, but the same for everything that migrates this database. */
const advisoryLock = 4_096_171_011;

/**
 * Applies pending migrations (`0055_name.sql`, by name), each in its own transaction, and records
 * them in `schema_migrations`; the last one's transaction also installs the functions that have
 * changed (install-functions.ts). Runs at every start; safe to run from several processes at once.
 *
 * @param folders other ones in tests
 * @param last the migration to stop after, for a restore, without functions
 * @returns the names of what this call applied and installed, in that order
 * @throws UnknownMigrationError when there is no such `last`; BeforeBaselineError for what is older
 *   than the baseline; Error naming the migration or function that failed (its own changes are
 *   rolled back, earlier migrations stay), or the applied migration whose file was changed, removed
 *   or overtaken
 */
export async function migrate(
  db: Database,
  folders: SchemaFolders = ownSchema,
  last?: string,
): Promise<string[]> {
  const migrations = upTo(last, await readMigrations(folders.migrations));
  const functions = last === undefined ? await readFunctions(folders.functions) : undefined;
  const applied: string[] = [];
  for (;;) {
    const { migration, installed } = await applyNext(db, migrations, functions);
    if (migration) applied.push(migration);
    applied.push(...installed);
    if (!migration) return applied;
  }
}

function upTo(last: string | undefined, migrations: Migration[]): Migration[] {
  if (last === undefined) return migrations;
  const end = migrations.findIndex(({ name }) => name === nameSince(last)) + 1;
  if (end > 0) return migrations.slice(0, end);
  const isOlder = isBeforeBaseline(last) && migrations.some(({ name }) => name === baseline);
  throw isOlder ? new BeforeBaselineError(last) : new UnknownMigrationError(last);
}

/**
 * Returns what the database lacks for this version: names of migrations, or of created objects such
 * as tables, indexes and functions, as after a restore that ended with errors. Migrations of a
 * newer version that is being deployed are fine. Read-only.
 *
 * @throws the database's error, also if it was never migrated
 */
export async function missingFrom(
  db: Database,
  { migrations: folder }: SchemaFolders = ownSchema,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied = await records(db);
  const pending = migrations.filter(
    ({ name, sha256 }) => !applied.some((one) => one.name === name && one.sha256 === sha256),
  );
  return [...pending.map(({ name }) => `migration ${name}`), ...(await lostObjects(db))];
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = (await readFile(join(folder, file), "utf8")).replaceAll("\r\n", "\n");
      return {
        name: file.slice(0, -".sql".length),
        sha256: createHash("sha256").update(text).digest("hex"),
        statements: text.split("--> statement-breakpoint").filter((part) => part.trim()),
      };
    }),
  );
}

async function applyNext(db: Database, migrations: Migration[], functions?: SqlFunction[]) {
  return db.transaction(async (tx) => {
    // Without a lock timeout, since another process's migration may take long.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql.raw(`select pg_advisory_xact_lock(${advisoryLock})`));
    const applied = await recorded(tx, migrations);
    const next = findNext(migrations, applied);
    if (next) await apply(next, tx);
    const isLast = applied.length + 1 >= migrations.length;
    const installed = isLast && functions ? await installFunctions(tx, functions) : [];
    return { migration: next?.name, installed };
  });
}

async function recorded(tx: Transaction, migrations: Migration[]) {
  await tx.execute(sql`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`);
  await tx.execute(sql`create table if not exists schema_objects (object text primary key)`);
  const applied = await records(tx);
  const first = migrations.find(({ name }) => name === baseline);
  const isTaken = first && (await takeForBaseline(tx, applied, first.sha256));
  return isTaken ? records(tx) : applied;
}

async function apply({ name, sha256, statements }: Migration, tx: Transaction): Promise<void> {
  try {
    await recordObjects(tx, async () => {
      for (const statement of statements) await tx.execute(sql.raw(statement));
    });
    // Otherwise they are checked at commit.
    await tx.execute(sql`set constraints all immediate`);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${reasonOf(error)}`, { cause: error });
  }
  await tx.execute(sql`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`);
}

async function records(db: Database): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await db.execute<{ name: string; sha256: string }>(
    sql`select name, sha256 from schema_migrations order by name collate "C"`,
  );
  return rows;
}

function findNext(
  migrations: Migration[],
  applied: { name: string; sha256: string }[],
): Migration | undefined {
  for (const [index, { name, sha256 }] of applied.entries()) {
    const file = migrations.find((migration) => migration.name === name);
    if (!file) {
      throw new Error(
        `Migration ${name} was applied to this database, but its file is gone. Was the database used by a newer version?`,
      );
    }
    if (file.sha256 !== sha256) {
      throw new Error(
        `Migration ${name} was applied to this database, but its file has changed since. Restore it and put the change into a new migration.`,
      );
    }
    const overtaken = migrations[index];
    if (overtaken && overtaken.name !== name) {
      throw new Error(
        `Migration ${overtaken.name} comes before ${name}, which is already applied. Give it a later number.`,
      );
    }
  }
  return migrations[applied.length];
}
