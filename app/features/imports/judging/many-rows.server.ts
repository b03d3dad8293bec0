import { randomUUID } from "node:crypto";
import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#db/database.ts";
import type { Facts } from "./verdict.server.ts";

// Many rows by one statement. They are one JSON parameter, which is much faster than one parameter
// for each value; the table's own row type reads it.

/**
 * Inserts rows by their fields; those that a row lacks get the column's default. For tables whose
 * key is a uuid named id.
 *
 * @returns the new ids, in the order of the rows
 */
export async function insertMany(
  tx: Transaction,
  table: PgTable,
  rows: readonly Facts[],
): Promise<string[]> {
  const added = rows.map((fields) => ({ id: randomUUID() as string, fields }));
  for (const { names, json } of alike(table, added)) {
    await tx.execute(sql`
      insert into ${table} (id, ${names})
      select id, ${names} from jsonb_populate_recordset(null::${table}, ${json}::jsonb)`);
  }
  return added.map(({ id }) => id);
}

/** Sets fields of rows, each its own. For tables whose key is a uuid named id. */
export async function updateMany(
  tx: Transaction,
  table: PgTable,
  rows: readonly { id: string; fields: Facts }[],
): Promise<void> {
  for (const { names, json } of alike(table, rows)) {
    await tx.execute(sql`
      update ${table} as stored set (${names}) = (select ${names} from (select wanted.*) as one)
      from jsonb_populate_recordset(null::${table}, ${json}::jsonb) as wanted
      where stored.id = wanted.id`);
  }
}

/** Rows by which fields they have, with the names of the columns. */
function alike(table: PgTable, rows: readonly { id: string; fields: Facts }[]) {
  const columns = getTableColumns(table);
  const stored = rows.map(({ id, fields }) => {
    const entries = Object.entries(fields).flatMap(([field, value]) => {
      const column = columns[field]?.name;
      return column === undefined || value === undefined ? [] : [[column, value] as const];
    });
    return { id, names: entries.map(([name]) => name).sort(), entries };
  });
  const groups = Map.groupBy(stored, ({ names }) => names.join());
  return [...groups.values()].map((group) => ({
    names: sql.join(
      (group[0]?.names ?? []).map((name) => sql.identifier(name)),
      sql`, `,
    ),
    json: JSON.stringify(group.map(({ id, entries }) => ({ ...Object.fromEntries(entries), id }))),
  }));
}
