import { sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";

// Numbers come from the identity column `orders.number` (docs/decisions/0053-order-numbers.md).

/** Returns the last number assigned, even if its order was not stored. */
export async function lastOrderNumber(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ last: number }>(sql`
    select (case when is_called then last_value else last_value - 1 end)::integer as last
    from orders_number_seq`);
  if (!rows[0]) throw new Error("Orders have no sequence of numbers.");
  return rows[0].last;
}

/** Skips all numbers up to `last`, which must be above the last one. For a restore. */
export async function skipOrderNumbers(tx: Transaction, last: number): Promise<void> {
  await tx.execute(sql`select setval('orders_number_seq', ${last}::integer)`);
}
