import { sql } from "drizzle-orm";

// A lot's meat: by its receipts and cutting, else by what was packed. For queries on `lots`.

/** The names of its meat: "Chuck roll", or "Beef Stew, Ground Beef". Empty if unknown. */
export const lotMeat = sql<string>`(
  with said (name) as (
    select coalesce(products.name, receipt_lines.description)
    from receipt_lines left join products on products.id = receipt_lines.product_id
    where receipt_lines.lot_id = lots.id
    union
    select coalesce(products.name, cutting_outputs.product_name)
    from cutting_outputs left join products on products.id = cutting_outputs.product_id
    where cutting_outputs.lot_id = lots.id
  ),
  packed (name) as (
    select distinct order_items.product_name
    from packages join order_items on order_items.id = packages.order_item_id
    where packages.lot_id = lots.id and packages.voided_at is null
      and not exists (select from said)
  )
  select coalesce(string_agg(name, ', ' order by name), '')
  from (select name from said union all select name from packed) as meat)`;

/**
 * The products that a lot is sold as: those of its receipts and its cutting, and the cuts of a
 * primal it was received as. Null if it may be anything, such as a carcass, or is unknown.
 */
export const soldAs = sql<string[] | null>`(
  with said (product_id) as (
    select product_id from receipt_lines where receipt_lines.lot_id = lots.id
    union all
    select product_id from cutting_outputs where cutting_outputs.lot_id = lots.id
  )
  select array_agg(distinct product_id::text) from (
    select product_id from said
    union all
    select primal_cuts.product_id from said
      join primals on primals.product_id = said.product_id
      join primal_cuts on primal_cuts.primal_id = primals.id
  ) as sold
  where (select coalesce(bool_and(product_id is not null), false) from said))`;

/**
 * How well a lot fits a product: 0 if it is of that product, 1 if it may be anything, such as a
 * carcass or a primal that isn't a product of the shop, 2 if it is of other products.
 */
export const fitOf = (productId: string) => sql<number>`(
  select case when bool_or(product_id = ${productId}::uuid) then 0
    when coalesce(bool_and(product_id is not null), false) then 2 else 1 end
  from (
    select product_id from receipt_lines where receipt_lines.lot_id = lots.id
    union all
    select product_id from cutting_outputs where cutting_outputs.lot_id = lots.id
    union all
    select order_items.product_id
    from packages join order_items on order_items.id = packages.order_item_id
    where packages.lot_id = lots.id and packages.voided_at is null
  ) as meat)::int`;
