import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { fillTables, insertInvoices } from "#tests/setup/tables/fill-tables.ts";

/** Orders per client, with one line each: of the ten newest, every other one is still to be packed. */
const ordersEach = 100;
const openEach = 10;

/** The product to search for, whatever the catalogue's size. */
export const rareProduct = "Oxtail Reserve";

/** Multiplies 42 products, 10 clients and 1,000 orders. For a database not in use yet; slow. */
export async function fillBooks(db: Database, times: number): Promise<void> {
  await fillTables(db, async (tx) => {
    await tx.execute(sql`
      insert into products (name, category, slug, cut_type, other_names, description, price_per_lb)
      select name || ' No. ' || number, category, slug || '-no-' || number, cut_type, other_names, description,
        price_per_lb
      from products, generate_series(2, ${times}::int) as number`);
    await tx.execute(sql`
      insert into products (name, category, slug, price_per_lb)
      values (${rareProduct}, 'other', 'oxtail-reserve', 19.99)`);
    await tx.execute(sql`
      update products
      set search_words = search_words(name || ' | ' || other_names || ' | ' || cut_type)`);
    await tx.execute(sql`
      insert into users (name, email, email_verified)
      select 'Sample', 'buyer-' || number || '@example.com', true
      from generate_series(1, ${10 * times}::int) as number`);
    await tx.execute(sql`
      insert into customers (id, company_name)
      select id, 'Company of ' || email from users where email like 'buyer-%'`);
    await tx.execute(sql`
      insert into members (customer_id, user_id, role)
      select id, id, 'owner' from users where email like 'buyer-%'`);
    await tx.execute(sql`
      insert into orders (customer_id, status, placed_at, total_price)
      select id, case when number > ${openEach}::int then 'delivered'
          when number % 2 = 0 then 'fulfilled' else 'pending' end,
        now() - interval '3 days' * number - interval '1 minute' * random(), 249.90
      from users, generate_series(1, ${ordersEach}::int) as number
      where email like 'buyer-%'
      order by number desc`);
    await tx.execute(sql`
      with numbered as (select id, row_number() over (order by id) as number from products)
      insert into order_items (order_id, position, product_id, product_name, quantity, price_per_lb)
      select ordered.id, 0, numbered.id, 'Ribeye Steak', 10, 24.99
      from (select id, row_number() over () as place from orders) as ordered
        join numbered on number = 1 + place % (select count(*) from products)`);
    await insertInvoices(tx, { orders: sql`orders where status <> 'pending'` });
  });
}
