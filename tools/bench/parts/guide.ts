import { sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import { readGuides } from "#app/domain/guides/guides.server.ts";
import { productNames } from "#app/domain/guides/product-names.server.ts";
import { usualWishes } from "#app/domain/orders/wishes/usual-wishes.server.ts";
import { listOfferedProducts } from "#app/domain/pricing/client-prices.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { fillTables } from "#tests/setup/tables/fill-tables.ts";
import { fillBooks } from "../fill.ts";
import { furnish, type Place } from "../place.ts";
import { figure, median, percentile, type Section } from "../section.ts";

/** The orders of the measured client: two of twenty lines a week, for three years. */
const [weeks, perWeek, lines] = [156, 2, 20];

/** Reads of a client's history each time the order form is opened. */
const reads: Record<string, (db: Database, client: Client) => Promise<unknown>> = {
  "what is usual": readGuides,
  "how it is cut and packed": usualWishes,
  "what products are called": productNames,
  "products at the client's prices": (db, client) =>
    listOfferedProducts(db, client, pacificDay(new Date())),
};

/** Measures the database time of the order guide with three years of history. */
export async function guide(places: Place[], seconds: number): Promise<Section[]> {
  const rows: string[][] = [];
  for (const place of places) {
    await furnish(place, 1, async (db, [person]) => {
      if (!person) throw new Error("The shop has no client");
      await fillBooks(db, 8);
      await fillHistory(db, person.userId);
      // Like the one from `capabilitiesOf`, without the brand: these only read.
      const { userId } = person;
      const client = { ...person, customerId: userId, records: [userId], sites: null, guests: [] };
      const whole: number[] = [];
      const times = new Map<string, number[]>(Object.keys(reads).map((name) => [name, []]));
      for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
        let sum = 0;
        for (const [name, read] of Object.entries(reads)) {
          const begun = performance.now();
          await read(db, client as unknown as Client);
          const took = performance.now() - begun;
          times.get(name)?.push(took);
          sum += took;
        }
        whole.push(sum);
      }
      for (const [name, all] of [...times, ["together", whole] as const]) {
        rows.push([name, figure(median(all)), figure(percentile(all, 0.99))]);
      }
    });
  }
  return [
    {
      title: "An order guide of three years",
      head: ["what is read", "p50 ms", "p99 ms"],
      rows,
      notes: [
        `A client with ${(weeks * perWeek).toLocaleString("en-CA")} orders of ${lines} lines, among the orders of 80 others; one query after the other, until their rows are read. At most 20 ms together.`,
      ],
    },
  ];
}

async function fillHistory(db: Database, customerId: string): Promise<void> {
  await fillTables(db, async (tx) => {
    await tx.execute(sql`
      insert into orders (customer_id, placed_by, ship_to_id, placed_at, status, total_price)
      select ${customerId}, ${customerId},
        (select id from ship_tos where customer_id = ${customerId} limit 1),
        now() - make_interval(days => number * 7 / ${perWeek}), 'pending', 400
      from generate_series(1, ${weeks * perWeek}::int) as number`);
    await tx.execute(sql`
      insert into order_items (order_id, position, product_id, product_name, quantity, price_per_lb, wish)
      select orders.id, nth - 1, product.id, product.name, 2 + nth, product.price_per_lb,
        case when nth % 3 = 0 then
          '{"thickness": "1.25", "perPack": "2", "trim": "", "note": ""}'::jsonb end
      from orders, lateral (
        select id, name, price_per_lb,
          row_number() over (order by md5(products.id::text || orders.id::text)) as nth
        from products where sold_by = 'lb') as product
      where orders.customer_id = ${customerId} and nth <= ${lines}`);
  });
  await db.execute(sql`analyze orders, order_items`);
}
