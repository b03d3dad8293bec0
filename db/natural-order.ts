import { sql } from "drizzle-orm";
import type { Database, Log } from "./database.ts";

/**
 * Rebuilds the indexes on names where the server's ICU, which orders them by the collation
 * "natural_order", is another version than the one that they were built with: an index in the order of
 * the old one finds wrongly. Called at every start, after the migrations. Does nothing otherwise.
 */
export async function renewNaturalOrder(db: Database, log: Log): Promise<void> {
  if (!(await isOutdated(db))) return;
  log.info({}, "the server orders names by another version of ICU, rebuilding their indexes");
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // Of several processes that start at once, one does it.
    await tx.execute(sql`lock table products, profiles in access exclusive mode`);
    if (!(await isOutdated(tx))) return;
    await tx.execute(sql`reindex table products`);
    await tx.execute(sql`reindex table profiles`);
    await tx.execute(sql`alter collation natural_order refresh version`);
  });
}

async function isOutdated(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from pg_collation
    where oid = 'natural_order'::regcollation
      and collversion is distinct from pg_collation_actual_version(oid)`);
  return rows.length > 0;
}
