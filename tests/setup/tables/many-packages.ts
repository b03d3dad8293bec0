import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { fillTables, insertInvoices } from "./fill-tables.ts";

export const manyPackages = { packages: 100_000, lines: 20_000, orders: 10_000, customers: 400 };

/**
 * Inserts 100,000 packages of meat that was ground twice, in 10,000 invoiced orders of 300 clients
 * with two sites each and of 100 guests; 20 are merged records. For an empty database.
 *
 * @returns the lot that all of it came from
 */
export async function insertManyPackages(db: Database): Promise<string> {
  const { customers, orders, lines, packages } = manyPackages;
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into lots (code, supplier, received_lb)
    values ('MANY-1', 'Sample Farm', 200000), ('MANY-2', 'Sample Farm', 150000), ('MANY-3', 'Sample Farm', 50000)
    returning id`);
  const [first = "", second = "", third = ""] = rows.map(({ id }) => id);
  await db.execute(sql`
    insert into lot_parents (child_id, parent_id, lb)
    values (${second}, ${first}, 150000), (${third}, ${second}, 50000)`);
  await fillTables(db, async (tx) => {
    await tx.execute(sql`
      insert into users (name, email, email_verified)
      select 'Sample', 'many-' || number || '@example.com', true from generate_series(1, 300) as number`);
    await tx.execute(sql`
      insert into customers (id, company_name, contact_name, phone)
      select id, 'Company of ' || email, 'Sample', '604-555-0100' from users where email like 'many-%'`);
    await tx.execute(sql`
      insert into members (customer_id, user_id, role)
      select id, id, 'owner' from users where email like 'many-%'`);
    await tx.execute(sql`
      insert into customers (kind, contact_name, guest_email)
      select 'person', 'Sample Guest', 'guest-' || number || '@example.com'
      from generate_series(1, ${customers - 300}::int) as number`);
    await tx.execute(sql`
      insert into ship_tos (customer_id, name, address, postal_code, is_default)
      select id, 'Kitchen ' || number, number || ' Sample Street', 'V5K0A1', number = 1
      from customers, generate_series(1, 2) as number where company_name like 'Company of many-%'`);
    await tx.execute(sql`
      insert into orders (customer_id, ship_to_id, total_price, placed_at, status)
      select ordered.id, ordered.site, 10.00, now() - number * interval '1 minute', 'fulfilled'
      from generate_series(0, ${orders - 1}::int) as number
        join (select customers.id, row_number() over (order by customers.id) - 1 as place,
            (select ship_tos.id from ship_tos where ship_tos.customer_id = customers.id limit 1) as site
          from customers where company_name like 'Company of many-%' or guest_email like 'guest-%'
        ) as ordered on ordered.place = number % ${customers}::int`);
    await tx.execute(sql`
      insert into order_items (order_id, position, product_name, quantity, price_per_lb, packed_lb)
      select orders.id, line, 'Chuck', 5, 10.00, 5 from orders, generate_series(0, ${lines / orders - 1}::int) as line`);
    await tx.execute(sql`
      insert into packages (order_item_id, reading_value, reading_unit, net_lb, net_g, source, lot_id)
      select order_items.id, 1, 'lb', 1.00, 454, 'typed',
        case nth % 3 when 0 then ${first}::uuid when 1 then ${second}::uuid else ${third}::uuid end
      from order_items, generate_series(1, ${packages / lines}::int) as nth`);
    await insertInvoices(tx, { orders: sql`orders` });
    await tx.execute(sql`
      with numbered as (
        select id, row_number() over (order by id) as place from customers where company_name like 'Company of many-%'
      )
      update customers set merged_into = other.id, inactive_at = now()
      from numbered join numbered as other on other.place = numbered.place + 20
      where customers.id = numbered.id and numbered.place <= 20`);
  });
  return first;
}

/** Takes the lot from all packages but one line's, and makes all of them one product. */
export async function unnameManyPackages(db: Database, lotId: string): Promise<void> {
  await fillTables(db, async (tx) => {
    await tx.execute(sql`
      with chuck as (
        insert into products (name, slug, category, cut_type, description, price_per_lb)
          values ('Chuck', 'many-chuck', 'chuck', 'Chuck', 'Sample', 10.00) returning id
      )
      update order_items set product_id = chuck.id from chuck`);
    await tx.execute(sql`
      update packages set lot_id = case
        when order_item_id = (select order_item_id from packages order by order_item_id limit 1)
          then ${lotId}::uuid end`);
  });
}
