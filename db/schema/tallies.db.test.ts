import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories-orders.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { orderItems, orderStatuses, orders } from "./orders.ts";
import { categories, products } from "./products.ts";

let database: OpenDatabase;
let db: Database;
const buyers: string[] = [];
const catalogue: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  while (buyers.length < 3) buyers.push((await insertClient(db)).user.id);
});
afterAll(() => database.close());

const start = Date.UTC(2026, 2, 1);
const hour = 3_600_000;
/** Within 20 hours, so that orders meet in one. */
const moment = fc.integer({ min: 0, max: 20 * 60 }).map((min) => new Date(start + min * 60_000));
const fullHour = fc.integer({ min: -1, max: 21 }).map((hours) => new Date(start + hours * hour));
const index = fc.nat(1000);
const status = fc.constantFrom(...orderStatuses);
const category = fc.constantFrom(null, ...categories.slice(0, 3));
const cents = fc.integer({ min: 1, max: 99_999 }).map((amount) => (amount / 100).toFixed(2));
const lines = fc.array(fc.record({ product: index, quantity: cents }), { maxLength: 4 });

/** Whatever may happen to the books, in the shop or by hand. */
const events = {
  stock: fc.record({ category, isActive: fc.boolean() }),
  place: fc.record({ buyer: index, status, placedAt: moment, totalPrice: cents, lines }),
  placeNew: fc.record({ buyer: index, placedAt: moment, totalPrice: cents, lines }),
  confirm: fc.record({ order: index }),
  decide: fc.record({ order: index, status }),
  redate: fc.record({ order: index, placedAt: moment, totalPrice: cents, buyer: index }),
  forget: fc.record({ order: index }),
  strike: fc.record({ order: index }),
  correct: fc.record({ order: index, product: index, quantity: cents }),
  move: fc.record({ product: index, category, isActive: fc.boolean() }),
  discontinue: fc.record({ product: index }),
  fold: fc.record({ since: fullHour }),
};
type Events = typeof events;
type EventOf<Name extends keyof Events> = Events[Name] extends fc.Arbitrary<infer T> ? T : never;

const known = async () =>
  (await db.select({ id: orders.id }).from(orders).orderBy(orders.id)).map(({ id }) => id);
const nobody = "00000000-0000-0000-0000-000000000000";
const oneOf = (ids: string[], place: number) => ids[place % ids.length] ?? nobody;
const productAt = (place: number) => catalogue[place % catalogue.length] ?? null;
const orderAt = async (place: number) => eq(orders.id, oneOf(await known(), place));
const linesAt = async (place: number) => eq(orderItems.orderId, oneOf(await known(), place));

const happen: { [Name in keyof Events]: (event: EventOf<Name>) => Promise<unknown> } = {
  async stock(values) {
    catalogue.push((await insertProduct(db, values)).id);
  },
  async place({ buyer, lines, ...values }) {
    const order = await insertOrder(db, oneOf(buyers, buyer), values);
    for (const [position, { product, quantity }] of lines.entries()) {
      const productId = productAt(product);
      await insertOrderItem(db, order.id, { position, productId, quantity });
    }
  },
  placeNew: (values) =>
    happen.place({ ...values, status: "pending", isNewClient: true } as EventOf<"place">),
  confirm: async ({ order }) =>
    db
      .update(orders)
      .set({ isNewClient: false })
      .where(await orderAt(order)),
  decide: async ({ order, status }) =>
    db
      .update(orders)
      .set({
        status,
        isNewClient: sql`is_new_client and ${status}::text in ('pending', 'cancelled')`,
      })
      .where(await orderAt(order)),
  redate: async ({ order, buyer, ...values }) =>
    db
      .update(orders)
      .set({ ...values, customerId: oneOf(buyers, buyer), shipToId: null })
      .where(await orderAt(order)),
  forget: async ({ order }) => db.delete(orders).where(await orderAt(order)),
  strike: async ({ order }) => db.delete(orderItems).where(await linesAt(order)),
  async correct({ order, product, quantity }) {
    const productId = productAt(product);
    await db
      .update(orderItems)
      .set({ productId, quantity })
      .where(await linesAt(order));
  },
  move: ({ product, ...values }) =>
    db
      .update(products)
      .set(values)
      .where(eq(products.id, oneOf(catalogue, product))),
  async discontinue({ product }) {
    const [id = nobody] = catalogue.splice(product % (catalogue.length + 1), 1);
    await db.delete(products).where(eq(products.id, id));
  },
  fold: ({ since }) => db.execute(sql`select fold_tallies(${since.toISOString()}::timestamptz)`),
};

/** What the sums say, and what the books say: as rows of figure, part, hour, count and amount. */
async function compare(since: Date) {
  const at = since.toISOString();
  const best = await rowsOf(sql`
    select client::text as part, orders::int as count, revenue::text as amount
    from best_clients(${at}::timestamptz, 2)`);
  const reallyBest = await rowsOf(sql`
    select customer_id::text as part, count(*)::int as count, sum(total_price)::text as amount from orders
    where placed_at >= ${at}::timestamptz and status <> 'cancelled' and not is_new_client
    group by customer_id order by sum(total_price) desc, customer_id limit 2`);
  expect(best).toEqual(reallyBest);

  const said = await rowsOf(sql`
    select figure, part, hour::text, sum(count)::int as count, sum(amount)::text as amount from tallied
    where figure not in ('clients', 'since')
    group by figure, part, hour having sum(count) <> 0
    order by figure, part collate "C", hour`);
  const really = await rowsOf(sql`
    with placed as (select *, date_trunc('hour', placed_at, 'UTC') as hour from orders
      where not is_new_client), summed as (
      select 'orders' as figure, status as part, hour::text, count(*)::int as count, sum(total_price) as amount
      from placed group by status, hour
      union all
      select 'orders', status, '-infinity', count(*), sum(total_price) from placed group by status
      union all
      select 'pounds', coalesce(category, ''), hour::text, count(*), sum(quantity)
      from placed join order_items on order_items.order_id = placed.id
        left join products on products.id = order_items.product_id
      where status <> 'cancelled' group by category, hour
      union all
      select 'products', '', '-infinity', count(*), 0.00 from products where is_active having count(*) > 0
    )
    select figure, part, hour, count::int, amount::text from summed order by figure, part collate "C", hour`);
  expect(said).toEqual(really);
}

async function rowsOf(query: ReturnType<typeof sql>) {
  return (await db.execute(query)).rows;
}

it("says what the books say, whatever happens to them", { timeout: 120_000 }, async () => {
  const event = fc.oneof(
    ...Object.entries(events).map(([name, values]) =>
      (values as fc.Arbitrary<object>).map((value) => ({ name: name as keyof Events, value })),
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 10, maxLength: 40 }),
      fullHour,
      async (many, since) => {
        for (const { name, value } of many) await happen[name](value as never);
        await compare(since);
      },
    ),
    // They go on from each other's books; the first failure is looked at as it is.
    { numRuns: 25, endOnFailure: true },
  );
  await db.execute(sql`select tally_anew()`);
  await compare(new Date(start + 3 * hour));
});

it("counts the invoices that were issued", async () => {
  const invoices = sql`select sum(count)::int as count from tallied where figure = 'invoices'`;
  const before = await rowsOf(invoices);
  await issueFor(db, await insertOrder(db, buyers[0] ?? "", { status: "fulfilled" }));
  expect(await rowsOf(invoices)).toEqual([{ count: Number(before[0]?.count ?? 0) + 1 }]);
});
