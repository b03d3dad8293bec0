import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { sql } from "drizzle-orm";
import type { Transaction } from "./database.ts";
import { reasonOf } from "./database-error.ts";
import { forgetFunctions, recordObjects } from "./schema-objects.ts";

/** A function and the triggers that call it: one file in db/functions, named after it. */
export interface SqlFunction {
  name: string;
  text: string;
  sha256: string;
}

/** Reads all functions in a folder and its subfolders, each after those that it calls. */
export async function readFunctions(folder: string): Promise<SqlFunction[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((it) => it.endsWith(".sql"));
  const functions = await Promise.all(
    paths.map(async (path) => {
      const text = (await readFile(join(folder, path), "utf8")).replaceAll("\r\n", "\n");
      const sha256 = createHash("sha256").update(text).digest("hex");
      return { name: basename(path, ".sql"), text, sha256 };
    }),
  );
  return inOrderOfCalls(functions.sort((a, b) => (a.name < b.name ? -1 : 1)));
}

function inOrderOfCalls(functions: SqlFunction[]): SqlFunction[] {
  const ordered = new Set<SqlFunction>();
  while (ordered.size < functions.length) {
    const left = functions.filter((fn) => !ordered.has(fn));
    const next = left.filter((fn) => left.every((other) => other === fn || !calls(fn, other)));
    if (next.length === 0) {
      const names = left.map(({ name }) => name).join(", ");
      throw new Error(`These functions call each other in a cycle: ${names}.`);
    }
    for (const fn of next) ordered.add(fn);
  }
  return [...ordered];
}

/** PostgreSQL does not record which functions a function's text calls. */
function calls({ text }: SqlFunction, { name }: SqlFunction): boolean {
  return new RegExp(`\\b${name}\\(`).test(text.replaceAll(/--.*$/gm, ""));
}

/**
 * Installs the functions whose text has changed since they were last installed, with their
 * triggers, and drops those whose file is gone. `schema_functions` records what is installed and is
 * not part of a backup, so all are installed after a restore.
 *
 * @returns the names of those that were installed
 * @throws Error naming the function that failed
 */
export async function installFunctions(
  tx: Transaction,
  functions: SqlFunction[],
): Promise<string[]> {
  await tx.execute(sql`
    create table if not exists schema_functions (name text primary key, sha256 text not null)`);
  const { rows: installed } = await tx.execute<{ name: string; sha256: string }>(
    sql`select name, sha256 from schema_functions order by name`,
  );
  const changed = functions.filter(
    (one) => !installed.some((it) => it.name === one.name && it.sha256 === one.sha256),
  );
  const gone = installed.filter((one) => !functions.some((it) => it.name === one.name));
  if (changed.length === 0 && gone.length === 0) return [];
  const [names, goneNames] = [changed, gone].map((list) => list.map(({ name }) => name));
  // Tables with pending trigger events can't get new triggers.
  await tx.execute(sql`set constraints all immediate`);
  if (installed.length === 0) await forgetFunctions(tx);
  await recordObjects(tx, async () => {
    await dropTriggers(tx, [...(names ?? []), ...(goneNames ?? [])]);
    for (const { name } of changed.toReversed()) await dropFunction(tx, name);
    for (const one of changed) await install(tx, one);
    for (const { name } of gone) await dropFunction(tx, name, { isGone: true });
  });
  return changed.map(({ name }) => name);
}

async function install(tx: Transaction, { name, text, sha256 }: SqlFunction): Promise<void> {
  try {
    await tx.execute(sql.raw(text));
    if (await isOverloaded(tx, name)) throw new Error("dependents still use its old arguments");
  } catch (error) {
    throw new Error(`Function ${name} failed: ${reasonOf(error)}`, { cause: error });
  }
  await tx.execute(sql`
    insert into schema_functions values (${name}, ${sha256})
    on conflict (name) do update set sha256 = excluded.sha256`);
}

async function isOverloaded(tx: Transaction, name: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from pg_proc where pronamespace = current_schema()::regnamespace and proname = ${name}`);
  return rows.length > 1;
}

async function dropTriggers(tx: Transaction, functions: string[]): Promise<void> {
  const { rows } = await tx.execute<{ statement: string }>(sql`
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and pronamespace = current_schema()::regnamespace
      and proname = any(${sql.param(functions)}::text[])
    order by tgrelid::regclass::text, tgname`);
  for (const { statement } of rows) await tx.execute(sql.raw(statement));
}

/** Drops a changed function, or leaves one that others depend on to be replaced. */
async function dropFunction(tx: Transaction, name: string, { isGone = false } = {}): Promise<void> {
  const { rows } = await tx.execute<{ statement: string }>(sql`
    select format('drop function %s', oid::regprocedure) as statement
    from pg_proc
    where pronamespace = current_schema()::regnamespace and proname = ${name}
      and (${isGone} or not exists (
        select from pg_depend where refclassid = 'pg_proc'::regclass and refobjid = pg_proc.oid))`);
  for (const { statement } of rows) await tx.execute(sql.raw(statement));
  if (isGone) await tx.execute(sql`delete from schema_functions where name = ${name}`);
}
