import { type SQL, sql } from "drizzle-orm";

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

const onPaper = sql`
  select product_id, description from receipt_lines where receipt_lines.lot_id = lots.id
  union all
  select product_id, coalesce(product_name, '') from cutting_outputs
  where cutting_outputs.lot_id = lots.id`;

const saidOnPaper = sql`said (product_id, name) as (${onPaper})`;

/** The products that a lot's papers name, or else those that were packed of it. */
const said = sql`
  on_paper (product_id, name) as (${onPaper}),
  said (product_id, name) as (
    select product_id, name from on_paper
    union all
    select order_items.product_id, order_items.product_name
    from packages join order_items on order_items.id = packages.order_item_id
    where packages.lot_id = lots.id and packages.voided_at is null
      and not exists (select from on_paper)
  )`;

/** True for a primal, named as a product or at the start of a description ("Chuck roll"). */
const isPrimal = sql`(primals.product_id = said.product_id or (said.product_id is null
  and lower(said.name) || ' ' like replace(replace(lower(primals.name), '%', ''), '_', '') || ' %'))`;

/** True if it names trim, which only ground products are made of. */
const isTrim = sql`(said.product_id is null and said.name ~* '\\mtrim(mings?)?\\M')`;

/**
 * The products that a lot may be: those named by `knowledge`, the cuts of a named primal, and
 * ground products for trim. Null for a lot that may be anything: a carcass, or an unnamed one.
 */
const productsBy = (knowledge: SQL) => sql<string[] | null>`(
  with ${knowledge},
  known as (
    select said.product_id, exists (select from primals where ${isPrimal}) or ${isTrim}
      or said.product_id is not null as is_known
    from said
  )
  select case when (select coalesce(bool_and(is_known), false) from known) then coalesce((
    select array_agg(distinct product_id::text) from (
      select product_id from said where product_id is not null
      union all
      select primal_cuts.product_id from said
        join primals on ${isPrimal} or (primals.is_trim and ${isTrim})
        join primal_cuts on primal_cuts.primal_id = primals.id
    ) as possible), '{}') end)`;

/** The products that may be packed from a lot without confirmation. */
export const packableAs = productsBy(said);

/**
 * The products that a lot may be sold as, by papers alone; the till refuses others. What was packed
 * doesn't count: a first cut of an unnamed carcass says nothing about the next.
 */
export const soldAs = productsBy(saidOnPaper);

/**
 * The products that a lot itself is by papers, without the cuts that a primal may become. The till
 * proposes these lots before a primal's, as `fitOf` does at the station.
 */
export const namedAs = sql<string[]>`(
  with ${saidOnPaper}
  select coalesce(array_agg(distinct product_id::text), '{}') from said where product_id is not null)`;

/**
 * How well a lot fits a product: 0 if it is of that product, 1 if the product may be packed from
 * it, such as from a carcass or its primal, 2 if it is other meat.
 */
export const fitOf = (productId: string) => sql<number>`(case
  when exists (with ${said} select from said where said.product_id = ${productId}::uuid) then 0
  when ${packableAs} is null or ${productId}::text = any((${packableAs})::text[]) then 1
  else 2 end)`;
