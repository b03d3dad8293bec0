import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { usualWishes } from "./usual-wishes.server.ts";
import { noWish } from "./wish.ts";

let database: OpenDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

it("a wish is that of the last order to a site that the client may see", async () => {
  const client = await signedInClient(db);
  const { customerId } = client;
  const product = await insertProduct(db);
  const [first] = await db.select().from(shipTos).where(eq(shipTos.customerId, customerId));
  const [second] = await db.insert(shipTos).values({ customerId, name: "Second" }).returning();
  const wished = async (shipToId: string | undefined, note: string, hoursAgo: number) => {
    const placedAt = new Date(Date.now() - hoursAgo * 3_600_000);
    const order = await insertOrder(db, customerId, { placedAt, shipToId });
    const wish = { ...noWish, note };
    await insertOrderItem(db, order.id, { productId: product.id, wish });
    return { [product.id]: wish };
  };
  const ofFirst = await wished(first?.id, "tied", 2);
  const ofSecond = await wished(second?.id, "for the chef only", 1);
  expect(await usualWishes(db, { ...client, sites: [first?.id ?? ""] })).toEqual(ofFirst);
  expect(await usualWishes(db, { ...client, sites: [second?.id ?? ""] })).toEqual(ofSecond);
  expect(await usualWishes(db, { ...client, sites: [] })).toEqual({});
  expect(await usualWishes(db, client)).toEqual(ofSecond);
});
