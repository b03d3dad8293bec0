import { sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";

/** True if a network's unproved guests hold more than a share of a run's capacity. */
export async function hasShare(
  tx: Transaction,
  runId: string,
  network: string,
  share: number,
): Promise<boolean> {
  const { rows } = await tx.execute<{ over: boolean }>(sql`
    select coalesce(count(distinct orders.stop_id) > 1
        and count(distinct orders.stop_id) > floor(runs.cap_stops * ${share}::numeric), false)
      or coalesce(sum(orders.booked_lb) > runs.cap_lb * ${share}::numeric, false)
      or coalesce(sum(orders.booked_boxes) > 1
        and sum(orders.booked_boxes) > floor(runs.cap_boxes * ${share}::numeric), false) as over
    from ${runs}
      join ${orders} on orders.run_id = runs.id
      join ${customers} on customers.id = orders.customer_id
    where runs.id = ${runId} and customers.guest_network = ${network} and customers.guest_proved_at is null
      and orders.status in ('pending', 'awaiting_payment')
    group by runs.id`);
  return rows[0]?.over === true;
}
