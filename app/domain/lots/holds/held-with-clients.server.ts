import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { isStandingEvent } from "#db/schema/stop-events.ts";
import type { HeldWithClient } from "./lot-holds.ts";

/** When a delivered order's report arrived: a phone without network reports late. */
const arrivedAt = sql`greatest(orders.delivered_at, (select max(recorded_at) from stop_events
  where stop_events.stop_id = orders.stop_id and kind = 'delivered'
    and happened_at = orders.delivered_at and ${isStandingEvent}))`;

/** A line's pounds by its standing reports. For queries of `lines`. */
const reported = (kind: "kept" | "refused") => sql`coalesce((select sum(refused_lb) from stop_events
  where stop_events.order_item_id = lines.order_item_id and kind = ${kind} and ${isStandingEvent}), 0)`;

/** True if a package's lot was on hold when the order's report arrived. */
const wasHeld = (one: SQL) => sql`exists (select from lot_holds
  where lot_holds.lot_id = ${one}.lot_id and held_at <= lines.arrived_at
    and coalesce(released_at >= lines.arrived_at, true))`;

/**
 * Returns meat that was delivered from lots that were on hold by then and still are, less what
 * stayed on the truck, was refused or came back. Leaves out clients who were told since by a recall
 * of the lot (by an email that goes out, by phone or by their answer). For staff who may see the
 * runs or the dashboard; the caller has checked it.
 *
 * @param which a condition on `orders`
 */
export async function heldWithClients(
  db: Database,
  which: SQL = sql`true`,
): Promise<HeldWithClient[]> {
  const { rows } = await db.execute<HeldWithClient & Record<string, unknown>>(sql`
    with lines as materialized (
      select orders.id as order_id, orders.number, orders.delivery_name, orders.delivery_phone,
        orders.customer_id,
        packages.order_item_id, ${arrivedAt} as arrived_at, lot_holds.held_at,
        packages.lot_id, packages.net_lb
      from lot_holds
      join packages on packages.lot_id = lot_holds.lot_id and packages.voided_at is null
      join order_items on order_items.id = packages.order_item_id
      join orders on orders.id = order_items.order_id
      where lot_holds.released_at is null and orders.status = 'delivered' and (${which})
    ), held as (
      select order_id, number, delivery_name, delivery_phone, customer_id, order_item_id, arrived_at,
        array_agg(distinct lot_id) as lot_ids, sum(net_lb) as lb
      from lines where held_at <= arrived_at
      group by order_id, number, delivery_name, delivery_phone, customer_id, order_item_id, arrived_at
    ), gone as (
      -- Meat on hold counts as kept first, with all else in its box.
      select lines.*, least(lines.lb,
        order_items.packed_lb - ${reported("kept")} - ${reported("refused")},
        (select sum(own.net_lb) from packages as own
          where own.order_item_id = lines.order_item_id and own.voided_at is null
            and (${wasHeld(sql`own`)} or exists (select from packages as mate
              where mate.box_id = own.box_id and mate.voided_at is null and ${wasHeld(sql`mate`)}))
        ) - ${reported("kept")}
      ) - coalesce((select sum(returned_goods.lb) from returned_goods
        where returned_goods.order_item_id = lines.order_item_id and place <> 'truck'
          and returned_goods.lot_id = any(lines.lot_ids)), 0) as left_lb
      from held as lines join order_items on order_items.id = lines.order_item_id
    )
    select gone.order_id as "orderId", gone.number as "orderNumber",
      coalesce(nullif(gone.delivery_name, ''), nullif(customers.company_name, ''),
        nullif(customers.contact_name, ''), 'Unknown Client') as client,
      coalesce(nullif(gone.delivery_phone, ''), customers.phone) as phone,
      order_items.product_name as "productName", gone.left_lb::text as lb,
      (select json_agg(json_build_object('id', lots.id, 'code', lots.code) order by lots.code)
        from lots where lots.id = any(gone.lot_ids)) as lots,
      (select json_build_object('id', recalls.id, 'number', recalls.number)
        from recalls join recall_lots on recall_lots.recall_id = recalls.id
        where recall_lots.lot_id = any(gone.lot_ids) and not recalls.is_drill
          and recalls.closed_at is null
        order by recalls.opened_at desc limit 1) as recall
    from gone
    join order_items on order_items.id = gone.order_item_id
    join customers on customers.id = gone.customer_id
    where gone.left_lb > 0 and not exists (
      select from recalls join recall_lots on recall_lots.recall_id = recalls.id
      where recall_lots.lot_id = any(gone.lot_ids) and not recalls.is_drill and (
        exists (select from recall_notices
          left join recall_answers on recall_answers.notice_id = recall_notices.id
          where recall_notices.recall_id = recalls.id
            and recall_notices.customer_id = customers.account_id
            and (recall_answers.answered_at >= gone.arrived_at
              or (recall_notices.mailed_at >= gone.arrived_at and exists (
                select from unnest(recall_notices.mail_ids) as mail_id
                where not exists (select from mail_outbox where mail_outbox.id = mail_id
                  and (failed_at is not null or file is not null))))))
        or exists (select from recall_contacts
          where recall_contacts.recall_id = recalls.id and outcome = 'told'
            and recall_contacts.customer_id = customers.account_id
            and recall_contacts.recorded_at >= gone.arrived_at)))
    order by gone.arrived_at, gone.number, order_items.position`);
  return rows;
}
