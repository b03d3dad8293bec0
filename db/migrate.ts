import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";
import { reasonOf } from "./database-error.ts";

// Drizzle's own migrator runs all pending files in one transaction, takes no lock, and does not say
// which file failed. This file fixes these three.

interface Migration {
  name: string;
  sha256: string;
  statements: string[];
}

export const ownMigrations = join(import.meta.dirname, "migrations");

/** A migration that this version of the shop does not have. */
export class UnknownMigrationError extends Error {
  override name = "UnknownMigrationError";

  constructor(migration: string) {
    super(`There is no migration ${migration}`);
  }
}

/** Arbitrary, but the same for everything that migrates this database. */
const advisoryLock = 4_096_171_011;

/**
 * Applies pending migrations (`0000_name.sql`, by name), each in its own transaction, and records
 * them in `schema_migrations`. Called at every start; safe to run from several processes at once.
 *
 * @param folder folder of the files; another one in tests
 * @param last the migration to stop after, for a restore; by default all are applied
 * @returns the names applied by this call, oldest first
 * @throws UnknownMigrationError when there is no such `last`; Error naming the migration that
 *   failed (earlier ones stay applied, its own changes are rolled back), or the applied one whose
 *   file was changed, removed or overtaken
 */
export async function migrate(
  db: Database,
  folder: string = ownMigrations,
  last?: string,
): Promise<string[]> {
  const all = await readMigrations(folder);
  const end = all.findIndex(({ name }) => name === last) + 1;
  if (last !== undefined && end === 0) throw new UnknownMigrationError(last);
  const migrations = end > 0 ? all.slice(0, end) : all;
  const applied: string[] = [];
  for (;;) {
    const name = await applyNext(db, migrations);
    if (!name) return applied;
    applied.push(name);
  }
}

/**
 * What the database lacks for this version: names of migrations, or of tables, indexes, functions
 * and the like that the applied ones created, as after a restore that ended with errors. Empty if
 * it is complete; migrations of a newer version that is being deployed are fine. Read-only.
 *
 * @throws the database's error, also if it was never migrated
 */
export async function missingFrom(db: Database, folder: string = ownMigrations): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied = await records(db);
  const pending = migrations.filter(
    ({ name, sha256 }) => !applied.some((one) => one.name === name && one.sha256 === sha256),
  );
  const { rows: lost } = await db.execute<{ object: string }>(
    sql`select object from schema_objects except ${objectsThere} order by object`,
  );
  return [...pending.map(({ name }) => `migration ${name}`), ...lost.map(({ object }) => object)];
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file) => {
      // A checkout with other line endings is the same migration.
      const text = (await readFile(join(folder, file), "utf8")).replaceAll("\r\n", "\n");
      return {
        name: file.slice(0, -".sql".length),
        sha256: createHash("sha256").update(text).digest("hex"),
        statements: text.split("--> statement-breakpoint").filter((part) => part.trim()),
      };
    }),
  );
}

async function applyNext(db: Database, migrations: Migration[]): Promise<string | undefined> {
  let next: Migration | undefined;
  try {
    return await db.transaction(async (tx) => {
      // No lock timeout: another process's migration may take long.
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql.raw(`select pg_advisory_xact_lock(${advisoryLock})`));
      next = findNext(migrations, await recorded(tx));
      if (!next) return undefined;
      await apply(next, tx);
      await tx.execute(
        sql`insert into schema_migrations (name, sha256) values (${next.name}, ${next.sha256})`,
      );
      return next.name;
    });
  } catch (error) {
    if (!next) throw error;
    throw new Error(`Migration ${next.name} failed: ${reasonOf(error)}`, { cause: error });
  }
}

async function recorded(tx: Transaction) {
  await tx.execute(sql`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`);
  await tx.execute(sql`create table if not exists schema_objects (object text primary key)`);
  return records(tx);
}

/**
 * Every object in the schema by kind and full name, such as "index public.products_name". Without
 * objects of extensions, and without NOT NULL constraints, which only PostgreSQL 18 and later
 * names.
 */
const objectsThere = sql`
  select type || ' ' || identity as object
  from (
    select 'pg_class'::regclass, oid from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'i', 'S')
    union all
    select 'pg_constraint'::regclass, oid from pg_constraint
    where connamespace = current_schema()::regnamespace and contype <> 'n'
    union all
    select 'pg_proc'::regclass, oid from pg_proc
    where pronamespace = current_schema()::regnamespace
    union all
    select 'pg_trigger'::regclass, pg_trigger.oid
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal
    union all
    select 'pg_collation'::regclass, oid from pg_collation
    where collnamespace = current_schema()::regnamespace
  ) as found (catalog, id), pg_identify_object(catalog, id, 0)
  where not exists (
    select from pg_depend where classid = catalog and objid = id and deptype = 'e'
  )`;

/**
 * Runs a migration's statements and records the objects they created and dropped; a dump includes
 * the list. Other objects in the schema are not recorded, except when the list is first created.
 */
async function apply({ statements }: Migration, tx: Transaction): Promise<void> {
  const listed = await tx.execute(sql`select from schema_objects limit 1`);
  const isBegun = listed.rows.length > 0;
  const before = isBegun ? await objectsIn(tx) : [];
  for (const statement of statements) await tx.execute(sql.raw(statement));
  const after = await objectsIn(tx);
  const made = after.filter((object) => !before.includes(object));
  const dropped = before.filter((object) => !after.includes(object));
  await tx.execute(sql`
    insert into schema_objects select unnest(${sql.param(made)}::text[])`);
  await tx.execute(sql`
    delete from schema_objects where object = any(${sql.param(dropped)}::text[])`);
}

async function objectsIn(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ object: string }>(objectsThere);
  return rows.map(({ object }) => object);
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
