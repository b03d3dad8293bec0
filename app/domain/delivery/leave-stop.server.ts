import { sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import type { orders } from "#db/schema/orders.ts";

/**
 * Clears up after an order that has just been moved from a stop, or cancelled: removes the stop if no
 * order goes there any more, unless the driver has reported of it or taken money there, or a box was to travel with it. An order that left a run which is
 * out is noted there, since its driver may have its boxes. The order's row is up to date already.
 */
export async function leaveStop(
  tx: Transaction,
  { id, runId, stopId }: Pick<typeof orders.$inferSelect, "id" | "runId" | "stopId">,
): Promise<void> {
  await tx.execute(sql`
    insert into orders_off_runs (run_id, order_id)
    select runs.id, orders.id from runs, orders
    where runs.id = ${runId}::uuid and runs.state = 'out'
      and orders.id = ${id}::uuid and orders.run_id is distinct from runs.id
    on conflict (run_id, order_id) do update set taken_off_at = now()`);
  await tx.execute(sql`
    delete from run_stops
    where id = ${stopId}::uuid
      and not exists (select from orders where stop_id = ${stopId}::uuid)
      and not exists (select from stop_events where stop_id = ${stopId}::uuid)
      and not exists (select from door_receipts where stop_id = ${stopId}::uuid)
      and not exists (select from box_moves where ${stopId}::uuid in (from_stop_id, to_stop_id))`);
}
