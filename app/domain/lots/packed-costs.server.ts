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
