import { type SQL, sql } from "drizzle-orm";

/**
 * For queries: what the packages of lines cost, a row for each line that has any. Those that were voided
 * are not counted. `cost_cents` is rounded half up once for the line: each package's pounds at what a pound
 * of its lot costs. `unknown` counts packages whose lot, its cost or its pounds are not known. Not exact
 * thirds are rounded to nine digits first, so that a sum on the half cent is not taken for less.
 *
 * @param items a query of ids of lines
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
 * For queries: what the meat cost of lines that went back to its lot to be sold again, a row for each line and credit
 * note that gave its money back; null for what isn't credited yet. Rounded half up once for the row. What was
 * thrown away when it came back takes no cost back.
 *
 * @param items a query of ids of lines
 */
export const returnedCosts = (items: SQL): SQL => sql`
  select returned_goods.order_item_id as item_id, credit_requests.credit_note_id as document_id,
    round(round(coalesce(sum(returned_goods.lb * lots.cost_cents / lots.received_lb), 0), 9)) as cost_cents
  from returned_goods
    join credit_requests on credit_requests.id = returned_goods.credit_request_id
    join lots on lots.id = returned_goods.lot_id
  where returned_goods.outcome = 'stock' and returned_goods.order_item_id in (${items})
  group by returned_goods.order_item_id, credit_requests.credit_note_id`;
