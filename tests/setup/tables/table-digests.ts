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
  const digests: Record<string, string> = {};
  for (const { name } of tables.rows) {
    if (without.includes(name)) continue;
    const { rows } = await db.execute<{ digest: string }>(
      sql`select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
        as digest from ${sql.identifier(name)} t`,
    );
    digests[name] = rows[0]?.digest ?? "";
  }
  return digests;
}
