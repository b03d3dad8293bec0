import { sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";

/**
 * Puts in thousands of rows at once, all or none, without the shop's triggers: nobody is told of
 * them, and it may take longer than the 15 s that the shop gives a statement. Afterwards the sums
 * are right and the planner knows the tables.
 */
export async function fillTables(
  db: Database,
  insert: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(triggers("disable"));
    await insert(tx);
    await tx.execute(triggers("enable"));
    await tx.execute(sql`select tally_anew()`);
    await tx.execute(sql`analyze`);
  });
}

const triggers = (change: "disable" | "enable") =>
  sql.raw(`do $$
    declare found regclass;
    begin
      for found in select tgrelid::regclass from pg_trigger where not tgisinternal group by tgrelid loop
        execute format('alter table %s ${change} trigger user', found);
      end loop;
    end $$`);
