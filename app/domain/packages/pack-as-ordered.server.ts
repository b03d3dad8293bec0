import { sql } from "drizzle-orm";
import { updateLines } from "#app/domain/orders/order-rows.server.ts";
import type { Transaction } from "#db/database.ts";

/**
 * Packs the remaining lines as ordered, for an order that is fulfilled without weighing: packages
 * with the source `assumed`. Lines sold by the piece stay open.
 */
export async function packAsOrdered(
  tx: Transaction,
  orderId: string,
  packedBy: string | null,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into packages
      (order_item_id, reading_value, reading_unit, net_lb, net_g, source, packed_by)
    select id, quantity, 'lb', quantity, greatest(1, round(quantity * 453.59237)), 'assumed', ${packedBy}::uuid
    from order_items
    where order_id = ${orderId} and pack_state = 'open' and sold_by = 'lb'
    returning order_item_id as id`);
  const ids = rows.map(({ id }) => id);
  await updateLines(tx, ids, { packState: "packed" });
}
