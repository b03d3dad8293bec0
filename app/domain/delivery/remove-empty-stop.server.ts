import { sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import type { orders } from "#db/schema/orders.ts";

/**
 * Cleans up after an order that was moved off a stop or cancelled; the caller has updated the
 * order's row. Removes the stop if no order goes there any more, unless the driver reported on it
 * or took money there, a box was to travel with it, or a driver's phone may know it and hold an
 * unsent report or payment. Notes that the order left a run that is out or over, as the driver may
 * have its boxes, or left a stop after its report, so that the run can say where it went.
 */
export async function leaveStop(
  tx: Transaction,
  { id, runId, stopId }: Pick<typeof orders.$inferSelect, "id" | "runId" | "stopId">,
): Promise<void> {
  await tx.execute(sql`
    insert into orders_off_runs (run_id, order_id, was_on_board)
    select runs.id, orders.id,
      orders.status = 'fulfilled' and coalesce(orders.left_behind_at < runs.departed_at, true)
    from runs, orders
    where runs.id = ${runId}::uuid
      and (runs.state <> 'planned' or exists (select from stop_events where stop_id = ${stopId}::uuid))
      and orders.id = ${id}::uuid and orders.run_id is distinct from runs.id
    on conflict (run_id, order_id) do update
      set taken_off_at = now(), was_on_board = excluded.was_on_board`);
  await tx.execute(sql`
    delete from run_stops
    where id = ${stopId}::uuid
      and not exists (select from orders where stop_id = ${stopId}::uuid)
      and not exists (select from stop_events where stop_id = ${stopId}::uuid)
      and not exists (select from door_receipts where stop_id = ${stopId}::uuid)
      and not exists (select from run_links where run_id = run_stops.run_id)
      and not exists (select from box_moves where ${stopId}::uuid in (from_stop_id, to_stop_id))`);
}
