import { randomUUID } from "node:crypto";
import { getTableColumns, getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "./database.ts";
import { databaseErrorOf } from "./database-error.ts";

// Writes many rows in one statement. They are one JSON parameter, which is much faster than a
// parameter per value; the table's own row type parses it.

/** A row by the schema's field names; unknown fields are ignored. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Inserts rows by their fields; missing ones get the column's default. If the table has a uuid
 * named id, rows without one get one.
 *
 * @returns the ids, in the order of the rows
 */
export async function insertMany(
  tx: Database,
  table: PgTable,
  rows: readonly Fields[],
): Promise<string[]> {
  const hasId = "id" in getTableColumns(table);
  const added = rows.map((fields) => (hasId ? { id: randomUUID(), ...fields } : fields));
  for (const { names, json } of alike(table, added)) {
    const columns = namesOf(names);
    await tx.execute(sql`
      insert into ${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${table}, ${json}::jsonb)`);
  }
  return added.map(({ id }) => String(id));
}

/** Updates rows, each with its own values. For tables whose key is a uuid named id. */
export async function updateMany(
  tx: Database,
  table: PgTable,
  rows: readonly { id: string; fields: Fields }[],
): Promise<void> {
  const wanted = rows.map(({ id, fields }) => ({ ...fields, id }));
  for (const { names, json } of alike(table, wanted)) {
    if (names.length === 1) continue;
    const set = namesOf(names.filter((name) => name !== "id"));
    await tx.execute(sql`
      update ${table} as stored set (${set}) = (select ${set} from (select wanted.*) as one)
      from jsonb_populate_recordset(null::${table}, ${json}::jsonb) as wanted
      where stored.id = wanted.id`);
  }
}

/**
 * Deletes unreferenced rows with their dependent ones. For tables whose key is a uuid named id.
 *
 * @param goWith tables whose rows with the same ids are deleted first
 * @returns the ids of the deleted rows
 */
export async function deleteMany(
  tx: Transaction,
  table: PgTable,
  ids: readonly string[],
  goWith: readonly PgTable[] = [],
): Promise<Set<string>> {
  const tables = [...goWith, table];
  const kept = new Set<string>();
  for (const one of tables) for (const id of await referredTo(tx, one, ids)) kept.add(id);
  const free = ids.filter((id) => !kept.has(id));
  return free.length === 0 ? new Set() : deleteFree(tx, tables, free);
}

/** Splits a batch that can't be deleted: somebody may have just created a reference. */
async function deleteFree(
  tx: Transaction,
  tables: readonly PgTable[],
  ids: readonly string[],
): Promise<Set<string>> {
  try {
    await tx.transaction(async (inner) => {
      for (const table of tables) {
        await inner.execute(sql`delete from ${table} where id = any(${sql.param(ids)}::uuid[])`);
      }
    });
    return new Set(ids);
  } catch (error) {
    const { code } = databaseErrorOf(error) ?? {};
    if (code !== "23503" && code !== "23001") throw error;
    if (ids.length === 1) return new Set();
    const half = ids.length >> 1;
    const first = await deleteFree(tx, tables, ids.slice(0, half));
    return new Set([...first, ...(await deleteFree(tx, tables, ids.slice(half)))]);
  }
}

async function referredTo(
  tx: Transaction,
  table: PgTable,
  ids: readonly string[],
): Promise<string[]> {
  const { rows: references } = await tx.execute<{ table: string; column: string }>(sql`
    select conrelid::regclass::text as table, quote_ident(referring.attname) as column
    from pg_constraint
    cross join unnest(conkey, confkey) as pair (referring, referred)
    join pg_attribute as referring on referring.attrelid = conrelid and referring.attnum = pair.referring
    join pg_attribute as referred on referred.attrelid = confrelid and referred.attnum = pair.referred
    where contype = 'f' and confdeltype in ('a', 'r') and confrelid = ${getTableName(table)}::regclass
      and referred.attname = 'id'`);
  if (references.length === 0) return [];
  // Scans each table once, whether or not the column has an index.
  const uses = references.map(
    ({ table: from, column }) =>
      sql`select ${sql.raw(column)} from ${sql.raw(from)} where ${sql.raw(column)} = any(${sql.param(ids)}::uuid[])`,
  );
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct id from (${sql.join(uses, sql` union all `)}) as uses (id)`);
  return rows.map(({ id }) => id);
}

/** Groups rows by the fields they have, with the columns' names. */
function alike(table: PgTable, rows: readonly Fields[]) {
  const columns = getTableColumns(table);
  const stored = rows.map((fields) => {
    const entries = Object.entries(fields).flatMap(([field, value]) => {
      const column = columns[field]?.name;
      return column === undefined || value === undefined ? [] : [[column, value] as const];
    });
    return { names: entries.map(([name]) => name).sort(), entries };
  });
  const groups = Map.groupBy(stored, ({ names }) => names.join());
  return [...groups.values()].map((group) => ({
    names: group[0]?.names ?? [],
    json: JSON.stringify(group.map(({ entries }) => Object.fromEntries(entries))),
  }));
}

const namesOf = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
