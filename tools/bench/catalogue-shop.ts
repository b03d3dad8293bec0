import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { fillTables } from "#tests/setup/tables/fill-tables.ts";
import { fillBooks } from "./fill.ts";
import type { Person } from "./place.ts";

/** Copies of the opening catalogue's 42 products: about 1,000. */
const times = 24;

export const priceLists = 100;

/** In days until the next price list, so that this week's and next week's prices differ. */
const nextListInDays = 5;

/** The records of a filled shop that the benchmark's pages show. */
export interface LargeShop {
  orderId: string;
  /** As many product ids as a cart may have. */
  inCart: string[];
}

/**
 * Fills a shop with about 1,000 products, 240 clients, 24,000 orders, 100 price lists with all
 * products, two of them each client's, one of which ends soon, and delivery every day. The
 * signed-in client takes over another one's orders, and has its own prices.
 */
export async function fillLargeShop(db: Database, client: Person): Promise<LargeShop> {
  await fillBooks(db, times);
  await insertServedZone(db, { prefixes: ["V2S"], name: "Sample Valley" });
  await db
    .update(shipTos)
    .set({ postalCode: "V2S1A1" })
    .where(eq(shipTos.customerId, client.userId));
  const another = sql`(select id from users where email = 'buyer-8@example.com')`;
  await db
    .update(orders)
    .set({ customerId: client.userId, shipToId: null })
    .where(eq(orders.customerId, another));
  await fillTables(db, async (tx) => {
    await tx.execute(sql`
      insert into price_lists (name, starts_on, ends_on)
      select 'Sample List ' || number, current_date - number,
        case when number % 2 = 1 then current_date + ${nextListInDays}::int end
      from generate_series(1, ${priceLists}::int) as number`);
    await tx.execute(sql`
      insert into price_list_items (list_id, product_id, price_per_lb)
      select price_lists.id, products.id,
        products.price_per_lb - case when ends_on is null then 0.5 else 1 end
      from price_lists, products`);
    await tx.execute(sql`
      with numbered as (
        select id, 2 * (row_number() over (order by id) % ${priceLists / 2}::int) as before from customers)
      insert into customer_price_lists (customer_id, list_id, rank)
      select numbered.id, price_lists.id, rank
      from numbered, generate_series(1, 2) as rank, price_lists
      where price_lists.name = 'Sample List ' || before + rank`);
    await tx.execute(sql`
      insert into customer_prices (customer_id, product_id, price_per_lb, starts_on)
      select ${client.userId}, id, price_per_lb - 2, current_date
      from products order by products.name limit 20`);
  });
  // An order with a line for each of 40 products, to order again.
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.customerId, client.userId), inArray(orders.status, ["fulfilled"])))
    .limit(1);
  const orderId = order?.id ?? "";
  await fillTables(db, async (tx) => {
    await tx.execute(sql`
      insert into order_items (order_id, position, product_id, product_name, quantity, price_per_lb)
      select ${orderId}, row_number() over (order by name), id, name, 5, price_per_lb
      from products order by products.name limit 40`);
  });
  await db.execute(sql`vacuum analyze`);
  const inCart = await db.select({ id: products.id }).from(products).limit(100);
  return { orderId, inCart: inCart.map(({ id }) => id) };
}
