import { type SQL, sql } from "drizzle-orm";

/**
 * Query for the packages' cost of order lines, by a query of their ids: one row per line with
 * packages, without voided ones. `cost_cents` is rounded half up once per line: each package's
 * pounds at its lot's cost per pound. `unknown` counts packages whose lot, cost or pounds are
 * unknown. Rounding to nine digits first keeps inexact thirds from falling below a half cent.
 */
export const itemCosts = (items: SQL): SQL => sql`
  select packages.order_item_id as item_id,
    round(round(coalesce(sum(packages.net_lb * lots.cost_cents / lots.received_lb), 0), 9)) as cost_cents,
    count(*) filter (where lots.cost_cents is null or lots.received_lb is null) as unknown,
    max(lots.cost_corrected_at) as corrected_at
  from packages left join lots on lots.id = packages.lot_id
  where packages.voided_at is null and packages.order_item_id in (${items})
  group by packages.order_item_id`;

/**
 * Query for the meat cost of order lines, by a query of their ids, whose goods went back to their
 * lot to be sold again: one row per line and credit note that refunded it; the note is null if not
 * credited yet. If they were weighed by mistake, the invoice that takes the credit back bears the
 * cost again, as a negative one. Rounded half up once per row. Returned goods that were thrown away
 * don't reduce the cost.
 */
export const returnedCosts = (items: SQL): SQL => sql`
  select returned_goods.order_item_id as item_id,
    coalesce(returned_goods.debit_id, returned_goods.credit_note_id, credit_requests.credit_note_id)
      as document_id,
    round(round(coalesce(sum(returned_goods.lb * lots.cost_cents / lots.received_lb), 0), 9)) as cost_cents
  from returned_goods
    left join credit_requests on credit_requests.id = returned_goods.credit_request_id
    join lots on lots.id = returned_goods.lot_id
  where returned_goods.outcome = 'stock' and returned_goods.order_item_id in (${items})
  group by 1, 2`;
