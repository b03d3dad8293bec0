import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import { issueInvoice } from "#app/domain/documents/issuing/issue-invoice.server.ts";
import { packAsOrdered } from "#app/domain/packages/pack-as-ordered.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertInquiry, insertMessage } from "#tests/setup/factories/inbox.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import { runStops, runs } from "./schema/deliveries.ts";
import { imageMappings } from "./schema/images.ts";
import { contactMessages } from "./schema/inquiries.ts";
import { orders } from "./schema/orders.ts";
import { products } from "./schema/products.ts";

const patiently = { timeout: 10_000 };

let database: OpenDatabase;
let db: Database;
let heard: string[];
const { log, lines } = recordingLog();

beforeAll(async () => {
  database = await openTestDatabase(log);
  db = database.db;
  await database.listen("catalog_changed", (payload) => heard.push(`catalog ${payload}`));
  await database.listen("orders_changed", (payload) => heard.push(`orders ${payload}`));
  await database.listen("inbox_changed", (payload) => heard.push(`inbox${payload}`));
  await database.listen("runs_changed", (payload) => heard.push(`run ${payload}`));
});

beforeEach(() => {
  heard = [];
});

afterAll(() => database.close());

/** Returns the notifications so far; they arrive in commit order, so none is in flight. */
async function heardSoFar(): Promise<string[]> {
  await db.execute(sql`select pg_notify('catalog_changed', 'marker')`);
  await vi.waitFor(() => expect(heard).toContain("catalog marker"), patiently);
  const before = heard.filter((it) => it !== "catalog marker");
  heard = [];
  return before;
}

it("notifies of products and images, once for many rows", async () => {
  await insertProduct(db);
  expect(await heardSoFar()).toEqual(["catalog products"]);
  await db.update(products).set({ isActive: false });
  expect(await heardSoFar()).toEqual(["catalog products"]);
  await db.delete(products);
  // A product's images are deleted with it.
  expect((await heardSoFar()).sort()).toEqual(["catalog image_mappings", "catalog products"]);
  await db.insert(imageMappings).values([
    { section: "page", imageKey: "about", url: "/a.jpg" },
    { section: "page", imageKey: "about", url: "/b.jpg", position: 1 },
  ]);
  expect(await heardSoFar()).toEqual(["catalog image_mappings"]);
});

it("notifies of new and handled messages, once for many rows", async () => {
  await insertMessage(db);
  expect(await heardSoFar()).toEqual(["inbox"]);
  await insertInquiry(db);
  expect(await heardSoFar()).toEqual(["inbox"]);
  await insertMessage(db);
  await heardSoFar();
  await db.update(contactMessages).set({ handledAt: new Date() });
  expect(await heardSoFar()).toEqual(["inbox"]);
  await db.delete(contactMessages);
  expect(await heardSoFar()).toEqual(["inbox"]);
});

it("notifies only after the commit", async () => {
  let duringTransaction: string[] = [];
  await db.transaction(async (tx) => {
    await insertProduct(tx);
    await tx.execute(sql`select 1`);
    duringTransaction = [...heard];
  });
  expect(duringTransaction).toEqual([]);
  expect(await heardSoFar()).toEqual(["catalog products"]);
});

it("sends nothing after a rollback", async () => {
  const failing = db.transaction(async (tx) => {
    await insertProduct(tx);
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(await heardSoFar()).toEqual([]);
});

it("names the order and client that changed, together with the order's invoice", async () => {
  const { user } = await insertClient(db);
  const order = await insertOrder(db, user.id);
  const payload = { order_id: order.id, customer_id: user.id, ship_to_id: order.shipToId };
  expect(await parsed()).toEqual([payload]);

  await db.transaction(async (tx) => {
    await tx.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
    await insertOrderItem(tx, order.id);
    await packAsOrdered(tx, order.id, null);
    await issueInvoice(tx, { orderId: order.id }, invoiceTerms(sampleShop()));
  });
  expect(await parsed()).toEqual([payload]);

  const other = await insertOrder(db, user.id);
  await heardSoFar();
  await db.delete(orders).where(eq(orders.id, other.id));
  expect(await parsed()).toEqual([{ ...payload, order_id: other.id }]);
});

it("notifies of runs and their stops, but not of every booking", async () => {
  const { user } = await insertClient(db);
  const run = await insertRun(db);
  const runsHeard = async () => (await heardSoFar()).filter((it) => it.startsWith("run "));
  expect(await runsHeard()).toEqual([]);
  await insertStop(db, run, user.id);
  expect(await runsHeard()).toEqual([`run ${run.id}`]);
  await db.update(runStops).set({ rank: 100 }).where(eq(runStops.runId, run.id));
  expect(await runsHeard()).toEqual([`run ${run.id}`]);
  await db.update(runs).set({ bookedStops: 1 }).where(eq(runs.id, run.id));
  expect(await runsHeard()).toEqual([]);
  await db.update(runs).set({ driver: "Sam" }).where(eq(runs.id, run.id));
  expect(await runsHeard()).toEqual([`run ${run.id}`]);
});

it("still notifies the others when a listener throws", async () => {
  const stop = await database.listen("catalog_changed", (payload) => {
    if (payload !== "marker") throw new Error("a bug in a listener");
  });
  await insertProduct(db);
  expect(await heardSoFar()).toEqual(["catalog products"]);
  expect(lines).toMatchObject([{ level: "error", message: "a listener failed" }]);
  await stop();
});

it("does not notify a listener that has stopped", async () => {
  const onPayload = vi.fn();
  const stop = await database.listen("catalog_changed", onPayload);
  await stop();
  await insertProduct(db);
  expect(await heardSoFar()).toEqual(["catalog products"]);
  expect(onPayload).not.toHaveBeenCalled();
});

async function parsed(): Promise<object[]> {
  return (await heardSoFar()).map((it) => JSON.parse(it.replace("orders ", "")));
}
