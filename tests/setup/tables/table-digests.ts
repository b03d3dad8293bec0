import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/** Tables that any request may change: it extends sessions, and emails are sent meanwhile. */
const alive = ["sessions", "mail_outbox"];

/** Returns row count and digest of every table except some. */
export async function tableDigests(
  db: Database,
  without: string[] = alive,
): Promise<Record<string, string>> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  // In one statement, since more than a hundred in sequence would dominate a test.
  const digestOf = (name: string) =>
    sql`select ${name}::text as name, count(*) || ' ' ||
        coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
      from ${sql.identifier(name)} t`;
  const asked = tables.rows.filter(({ name }) => !without.includes(name));
  const { rows } = await db.execute<{ name: string; digest: string }>(
    sql.join(
      asked.map(({ name }) => digestOf(name)),
      sql` union all `,
    ),
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
