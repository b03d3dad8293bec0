import { sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import type { Wish } from "#db/schema/values/wishes.ts";

/** How long a customer's wish for a product is remembered. */
const rememberedWeeks = 26;

/**
 * Returns the wish in the customer's last order of each product, by product id. Products that were
 * last ordered without one are left out, as are orders to sites the client may not see.
 */
export async function usualWishes(
  db: Database,
  { records, sites }: Pick<Client, "records" | "sites">,
): Promise<Record<string, Wish>> {
  const { rows } = await db.execute<{ productId: string; wish: Wish | null }>(sql`
    select distinct on (order_items.product_id) order_items.product_id as "productId",
      order_items.wish
    from orders join order_items on order_items.order_id = orders.id
    where orders.customer_id = any(${sql.param([...records])}::uuid[]) and orders.status <> 'cancelled'
      and orders.placed_at > now() - make_interval(weeks => ${rememberedWeeks})
      ${sites ? sql`and orders.ship_to_id = any(${sql.param([...sites])}::uuid[])` : sql``}
      and order_items.product_id is not null and order_items.substitutes_item_id is null
    order by order_items.product_id, orders.placed_at desc, orders.id, order_items.position`);
  return Object.fromEntries(
    rows.flatMap(({ productId, wish }) => (wish ? [[productId, wish] as const] : [])),
  );
}
