import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/** What a request of anybody's may write: sessions are extended, and mails leave by themselves. */
const alive = ["sessions", "mail_outbox"];

/** Of every table but some the number of its rows and a digest of all that they hold. */
export async function tableDigests(
  db: Database,
  without: string[] = alive,
): Promise<Record<string, string>> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  // In one statement: more than a hundred one after the other would be most of a test.
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
