import { sql } from "drizzle-orm";
import type { Database, Log } from "./database.ts";

/**
 * Rebuilds the indexes on names if the server's ICU, which provides the collation "natural_order",
 * has another version than the one they were built with: such an index gives wrong results. Called
 * at every start, after the migrations.
 */
export async function renewNaturalOrder(db: Database, log: Log): Promise<void> {
  if (!(await isOutdated(db))) return;
  log.info({}, "the server orders names by another version of ICU, rebuilding their indexes");
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // If several processes start at once, one does it.
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
