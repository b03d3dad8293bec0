import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import { pictures } from "#db/schema/pictures.ts";

/**
 * Opens the copy of an embedded database, which catches up with what was not in its tables yet, and
 * closes it in order: whoever opens it next finds it at rest.
 *
 * @returns its last migration, how many rows each table has, and its pictures
 */
export async function readSnapshot(folder: string) {
  const client = await PGlite.create({ dataDir: folder });
  try {
    const db = drizzle({ client });
    const { rows: migrations } = await db.execute<{ name: string }>(
      sql`select name from schema_migrations order by name collate "C" desc limit 1`,
    );
    const { rows: names } = await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    const tables: Record<string, number> = {};
    for (const { name } of names) tables[name] = await db.$count(sql.identifier(name));
    const kept = await db.select({ path: pictures.path, digest: pictures.digest }).from(pictures);
    return { schema: migrations[0]?.name ?? "", tables, pictures: kept };
  } finally {
    await client.close();
  }
}
