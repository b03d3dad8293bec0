import { sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";

/**
 * Puts in thousands of rows at once, all or none, as the database's superuser: nobody is told of
 * them, no foreign key is looked up, and it may take longer than the 15 s that the shop gives a
 * statement. Afterwards the sums are right and the planner knows the tables.
 */
export async function fillTables(
  db: Database,
  insert: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local session_replication_role = replica`);
    await insert(tx);
    await tx.execute(sql`select tally_anew()`);
    await tx.execute(sql`analyze`);
  });
}
