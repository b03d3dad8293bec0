import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";
import { reasonOf } from "./database-error.ts";

// Drizzle's own migrator runs all pending files in one transaction, takes no lock, and does not
// say which file failed. Those three things are what this file is for.

interface Migration {
  name: string;
  sha256: string;
  statements: string[];
}

const ownMigrations = join(import.meta.dirname, "migrations");

/** Any number, as long as everything that migrates this database takes the same. */
const advisoryLock = 4_096_171_011;

/**
 * Applies the migrations (`0000_name.sql`, by name) that this database does not have yet, each in
 * a transaction of its own, and records them in `schema_migrations`. Called at every start; any
 * number of processes may call it at once.
 *
 * @param folder where the files are; another one in tests
 * @returns the names applied by this call, oldest first
 * @throws Error naming the migration that failed (what ran before it stays, its own part does not),
 *   or the applied one whose file was changed, removed or overtaken
 */
export async function migrate(db: Database, folder: string = ownMigrations): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  for (;;) {
    const name = await applyNext(db, migrations);
    if (!name) return applied;
    applied.push(name);
  }
}

/**
 * Whether the database has every migration of this version; it may have those of a newer one, which
 * is being put in place. Changes nothing.
 *
 * @throws what the database does, also where nothing has ever migrated it
 */
export async function isMigrated(db: Database, folder: string = ownMigrations): Promise<boolean> {
  const migrations = await readMigrations(folder);
  const applied = await records(db);
  return migrations.every(({ name, sha256 }) =>
    applied.some((one) => one.name === name && one.sha256 === sha256),
  );
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file) => {
      // A checkout with other line ends is the same migration.
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
      // Whoever waits for the lock waits as long as another process needs for its migration.
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql.raw(`select pg_advisory_xact_lock(${advisoryLock})`));
      next = findNext(migrations, await recorded(tx));
      if (!next) return undefined;
      for (const statement of next.statements) await tx.execute(sql.raw(statement));
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
  return records(tx);
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
