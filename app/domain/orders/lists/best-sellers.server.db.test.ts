import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { createBestSellers, productsSoldLately } from "./best-sellers.server.ts";

let database: OpenDatabase;
let db: Database;
let client: Client;
let ribeye: string;
let chuck: string;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  client = await signedInClient(db);
  ribeye = (await insertProduct(db, { name: "Ribeye" })).id;
  chuck = (await insertProduct(db, { name: "Chuck" })).id;
});
beforeEach(() => db.delete(orders));
afterAll(() => database.close());

const now = new Date("2026-11-26T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);

async function place(
  count: number,
  productIds: (string | null)[],
  { days = 1, ...order }: { days?: number } & Partial<typeof orders.$inferInsert> = {},
) {
  for (let placed = 0; placed < count; placed++) {
    const { id } = await insertOrder(db, client.userId, { placedAt: daysAgo(days), ...order });
    for (const [position, productId] of productIds.entries()) {
      await insertOrderItem(db, id, { position, productId });
    }
  }
}

describe("productsSoldLately", () => {
  it("counts the orders of each product, not lines or pounds", async () => {
    await place(9, [ribeye, ribeye]);
    await place(3, [chuck, null]);
    expect(await productsSoldLately(db, now)).toEqual(
      new Map([
        [ribeye, 9],
        [chuck, 3],
      ]),
    );
  });

  it("returns nothing for fewer than ten orders in 90 days", async () => {
    await place(9, [ribeye]);
    await place(5, [chuck], { days: 91 });
    expect(await productsSoldLately(db, now)).toEqual(new Map());
    await place(1, [ribeye], { days: 89 });
    expect(await productsSoldLately(db, now)).toEqual(new Map([[ribeye, 10]]));
  });

  it("excludes cancelled and unconfirmed orders, and substitutes", async () => {
    await place(10, [ribeye]);
    await place(1, [chuck], { status: "cancelled" });
    await place(1, [chuck], { isNewClient: true });
    const { id } = await insertOrder(db, client.userId, { placedAt: daysAgo(1) });
    const line = await insertOrderItem(db, id, { productId: ribeye, packState: "substituted" });
    await insertOrderItem(db, id, { position: 1, productId: chuck, substitutesItemId: line.id });
    expect(await productsSoldLately(db, now)).toEqual(new Map([[ribeye, 11]]));
  });
});

describe("createBestSellers", () => {
  it("queries at most every 15 minutes, once for concurrent calls", async () => {
    await place(10, [ribeye]);
    let at = now.getTime();
    const best = createBestSellers(db, () => at);
    const [one, other] = await Promise.all([best.get(), best.get()]);
    expect(one).toBe(other);
    await place(1, [ribeye]);
    at += 14 * 60_000;
    expect(await best.get()).toBe(one);
    at += 60_000;
    expect((await best.get()).get(ribeye)).toBe(11);
  });

  it("queries again after a failure", async () => {
    const failing = {
      select: () => {
        throw new Error("The database is away");
      },
    };
    const best = createBestSellers(failing as unknown as Database);
    await expect(best.get()).rejects.toThrow("away");
    await expect(best.get()).rejects.toThrow("away");
  });
});
