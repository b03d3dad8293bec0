import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import type { products } from "#db/schema/products.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { arrangeGuide, guideToArrange, readGuides } from "./guides.server.ts";

let database: OpenDatabase;
let db: Database;
let ribeye: typeof products.$inferSelect;
let chuck: typeof products.$inferSelect;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  ribeye = await insertProduct(db, { name: "Ribeye Steak" });
  chuck = await insertProduct(db, { name: "Chuck Roast" });
});
afterAll(() => database.close());

async function kitchen() {
  const client = await signedInClient(db);
  const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, client.customerId));
  return { client, siteId: site?.id ?? "" };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);

async function bought(
  { customerId }: Client,
  productId: string,
  quantity: string,
  { days = 1, more = {} }: { days?: number; more?: object } = {},
) {
  const order = await insertOrder(db, customerId, { placedAt: daysAgo(days), ...more });
  const productName = productId === chuck.id ? "Chuck Roast" : "Ribeye Steak";
  await insertOrderItem(db, order.id, { productId, productName, quantity });
  return order;
}

const arranged = (productId: string, more = {}) => ({
  productId,
  section: "",
  par: null,
  isHidden: false,
  ...more,
});

describe("the contents of an order guide", () => {
  it("are the cuts bought in the last 13 weeks, with their last four orders, and the last order", async () => {
    const { client, siteId } = await kitchen();
    for (const [at, quantity] of ["5.00", "4.00", "3.00", "2.00", "1.00"].entries()) {
      await bought(client, ribeye.id, quantity, { days: 10 - at });
    }
    await bought(client, chuck.id, "9.00", { days: 92 });
    await bought(client, chuck.id, "8.00", { days: 2, more: { status: "cancelled" } });
    const [guide, ...others] = await readGuides(db, client);
    expect(others).toEqual([]);
    expect(guide).toMatchObject({ siteId, lastOrder: { lines: 1 } });
    expect(
      guide?.items.map(({ name, bought: [...last] }) => [name, last.map((b) => b.pounds)]),
    ).toEqual([["Ribeye Steak", ["1.00", "2.00", "3.00", "4.00"]]]);
  });

  it("are empty without an order, and never another customer's", async () => {
    const [one, other] = [await kitchen(), await kitchen()];
    await bought(one.client, ribeye.id, "5.00");
    expect(await readGuides(db, other.client)).toEqual([]);
  });

  it("are each site's own, and only of sites that the member may see", async () => {
    const { client, siteId } = await kitchen();
    const [second] = await db
      .insert(shipTos)
      .values({ customerId: client.customerId, name: "Second kitchen" })
      .returning();
    await bought(client, ribeye.id, "5.00");
    await bought(client, chuck.id, "7.00", { more: { shipToId: second?.id } });
    const names = (guides: Awaited<ReturnType<typeof readGuides>>) =>
      new Map(guides.map((guide) => [guide.siteId, guide.items.map(({ name }) => name)]));
    expect(names(await readGuides(db, client))).toEqual(
      new Map([
        [siteId, ["Ribeye Steak"]],
        [second?.id, ["Chuck Roast"]],
      ]),
    );
    const ofSecond = { ...client, sites: [second?.id ?? ""] } as Client;
    expect(names(await readGuides(db, ofSecond))).toEqual(new Map([[second?.id, ["Chuck Roast"]]]));
    expect(await guideToArrange(db, ofSecond, siteId)).toBeNull();
  });
});

describe("arranging an order guide", () => {
  it("stores order, sections, pars and cuts never bought, and hides hidden cuts", async () => {
    const { client, siteId } = await kitchen();
    await bought(client, ribeye.id, "5.00");
    const items = [
      arranged(chuck.id, { section: "Freezer", par: "12.50" }),
      arranged(ribeye.id, { isHidden: true }),
    ];
    await arrangeGuide(db, client, { siteId, version: 0, items });
    const [guide] = await readGuides(db, client);
    expect(guide?.items).toEqual([
      expect.objectContaining({ name: "Chuck Roast", section: "Freezer", par: "12.5", bought: [] }),
    ]);
    const toArrange = await guideToArrange(db, client, null);
    expect(toArrange).toMatchObject({ siteId, version: 1 });
    expect(toArrange?.items.map(({ name, isHidden }) => [name, isHidden])).toEqual([
      ["Chuck Roast", false],
      ["Ribeye Steak", true],
    ]);
  });

  it("is refused from an outdated page, and for one of two concurrent requests", async () => {
    const { client, siteId } = await kitchen();
    const save = (version: number) =>
      arrangeGuide(db, client, { siteId, version, items: [arranged(ribeye.id)] });
    const both = await Promise.allSettled([save(0), save(0)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(save(0)).rejects.toThrow(Refusal);
    await save(1);
    await expect(save(1)).rejects.toThrow("Somebody else");
  });

  it("is refused for another customer's site, and for members who may not order", async () => {
    const [one, other] = [await kitchen(), await kitchen()];
    const guide = { siteId: other.siteId, version: 0, items: [arranged(ribeye.id)] };
    await expect(arrangeGuide(db, one.client, guide)).rejects.toMatchObject({ status: 404 });
    const bookkeeper = { ...other.client, role: "bookkeeper" } as const;
    await expect(arrangeGuide(db, bookkeeper, guide)).rejects.toMatchObject({ status: 403 });
    for (const siteId of ["", "x", "0'; --"]) {
      await expect(arrangeGuide(db, one.client, { ...guide, siteId })).rejects.toThrow(Refusal);
      expect(await guideToArrange(db, one.client, siteId)).toBeNull();
    }
    expect(await guideToArrange(db, one.client, other.siteId)).toBeNull();
  });

  it("leaves out products that were deleted from the catalogue meanwhile", async () => {
    const { client, siteId } = await kitchen();
    const gone = arranged("0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11");
    await arrangeGuide(db, client, { siteId, version: 0, items: [gone, arranged(ribeye.id)] });
    const [guide] = await readGuides(db, client);
    expect(guide?.items.map(({ name }) => name)).toEqual(["Ribeye Steak"]);
  });
});

it("recent orders are read by index, not from the customer's whole history", async () => {
  const { client } = await kitchen();
  await db.execute(sql`
    with placed as (
      insert into orders (customer_id, placed_by, ship_to_id, total_price, placed_at)
      select ${client.customerId}, ${client.customerId}, ship_tos.id, 100, now() - make_interval(days => n)
      from generate_series(1, 1095) n, ship_tos where ship_tos.customer_id = ${client.customerId}
      returning id)
    insert into order_items (order_id, product_id, product_name, quantity, price_per_lb, position)
    select placed.id, ${ribeye.id}, 'Ribeye Steak', 5, 20, 0 from placed`);
  const { rows } = await db.execute<{ "QUERY PLAN": string }>(sql`
    explain (format json) select id from orders where customer_id = ${client.customerId}
      and placed_at > now() - make_interval(weeks => 13)`);
  // The plan uses the customer's newest orders, instead of reading all three years.
  expect(JSON.stringify(rows)).toContain("orders_customer_newest");
  const [guide] = await readGuides(db, client);
  expect(guide?.items[0]?.bought).toHaveLength(4);
});
