import { sql } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";

/**
 * Every object in the schema by kind and full name, such as "index public.products_name", without
 * those of extensions, and without NOT NULL constraints, which only PostgreSQL 18 names.
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
 * Changes the schema and records the objects that were created and dropped; a dump includes the
 * list. Other objects in the schema are only recorded when the list is first created.
 */
export async function recordObjects(tx: Transaction, change: () => Promise<void>): Promise<void> {
  const listed = await tx.execute(sql`select from schema_objects limit 1`);
  const isBegun = listed.rows.length > 0;
  const before = isBegun ? await objectsIn(tx) : [];
  await change();
  const after = await objectsIn(tx);
  const made = after.filter((object) => !before.includes(object));
  const dropped = before.filter((object) => !after.includes(object));
  await tx.execute(sql`
    insert into schema_objects select unnest(${sql.param(made)}::text[]) on conflict do nothing`);
  await tx.execute(sql`
    delete from schema_objects where object = any(${sql.param(dropped)}::text[])`);
}

/** Clears the record of functions and triggers: all are about to be installed. */
export async function forgetFunctions(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    delete from schema_objects
    where object ~ '^(function|trigger) ' and object not in (${objectsThere})`);
}

/** Returns the recorded objects that are missing, by name. */
export async function lostObjects(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ object: string }>(
    sql`select object from schema_objects except ${objectsThere} order by object`,
  );
  return rows.map(({ object }) => object);
}

async function objectsIn(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ object: string }>(objectsThere);
  return rows.map(({ object }) => object);
}
