import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { profiles } from "#db/schema/accounts.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import {
  billPacked,
  closeLine,
  insertLot,
  insertPackage,
} from "#tests/setup/factories/packages.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";

// Costs and margins of meat over HTTP: only for the owner, whatever other roles staff hold.

let shop: ShopWithin;
let orderPath: string;
let clientPath: string;
let steak: typeof products.$inferSelect;
const cookies = { owner: "", bookkeeper: "", office: "", counter: "", catalogue: "" };
const roles = ["bookkeeper", "office", "counter", "catalogue"] as const;

/** $71.23 for 1 lb, sold for $100.00, so $28.77 were earned: no other amounts of the shop. */
const secrets = /71\.23|7123|28\.77|2877|marginC|Margin|costCents|centsPerLb|leftOut|Cost /;

beforeAll(async () => {
  shop = await openShopWithin();
  const { db } = shop;
  cookies.owner = await enter(shop.url, shop.admin);
  for (const role of roles) {
    const account = { email: `${role}@example.com`, password: "long enough a password" };
    const { id = "" } = await ensureAccount(db, { ...account, name: role, profile: {} });
    await db.update(profiles).set({ staffRole: role }).where(eq(profiles.id, id));
    cookies[role] = await enter(shop.url, account);
  }
  const admin = await signedInAdmin(db);
  steak = await insertProduct(db, { name: "Steak of secrets", category: "chuck" });
  const lot = await insertLot(db, { receivedLb: "1.00", costCents: 71_23 });
  await cutLots(
    db,
    admin,
    {
      requestId: randomUUID(),
      kind: "Rib",
      differenceReason: "",
      confirmed: [],
      inputs: [{ row: 1, name: lot.code, lb: "1" }],
      outputs: [{ row: 1, productId: steak.id, code: "SECRET-OUT", lb: "1" }],
      wastes: [],
    },
    "Sample Beef",
  );
  const { user } = await insertClient(db);
  const order = await insertOrder(db, user.id);
  const line = { productId: steak.id, productName: steak.name, pricePerLb: "100.00" };
  const item = await insertOrderItem(db, order.id, { ...line, quantity: "1.00" });
  await insertPackage(db, item.id, { value: "1", unit: "lb" }, { lotId: lot.id });
  await closeLine(db, item.id);
  await billPacked(db, order.id);
  orderPath = `/admin/orders/${order.id}`;
  clientPath = `/admin/clients/${order.customerId}`;
});
afterAll(() => shop.stop());

const pages = () => ["/admin/sales?by=cut", orderPath, clientPath, "/admin/prices"];

describe("margins and costs", () => {
  it("are on the owner's pages", async () => {
    for (const path of pages()) {
      const answer = await ask(shop.url, path, { cookie: cookies.owner });
      expect(await answer.text(), path).toMatch(/28\.77|71\.23/);
    }
    const file = await ask(shop.url, "/admin/exports/sales.csv?by=cut", { cookie: cookies.owner });
    expect(await file.text()).toContain("28.77");
  });

  it.each(roles)("are in no page, data or file of the %s", async (role) => {
    const cookie = cookies[role];
    for (const path of pages()) {
      const [page = "", query = ""] = path.split("?");
      for (const asked of [path, `${page}.data?${query}`]) {
        const text = await (await ask(shop.url, asked, { cookie })).text();
        expect(text, asked).not.toMatch(secrets);
      }
    }
    const file = await ask(shop.url, "/admin/exports/sales.csv?by=cut", { cookie });
    expect(await file.text()).not.toMatch(secrets);
  });

  it("are not revealed by the warning about a price below cost, which only the owner sees", async () => {
    const grid = (wanted: string) => {
      const key = `base.${steak.id}`;
      return { intent: "save", seen: JSON.stringify({ [key]: "24.99" }), [`cell.${key}`]: wanted };
    };
    const priceNow = async () =>
      (await shop.db.select().from(products).where(eq(products.id, steak.id)))[0]?.pricePerLb;
    await shop.db.update(products).set({ pricePerLb: "24.99" }).where(eq(products.id, steak.id));
    const asked = await send(shop.url, "/admin/prices", grid("9.99"), { cookie: cookies.owner });
    expect(asked.status).toBe(409);
    expect(await asked.text()).toContain("Prices under cost are marked");
    expect(await priceNow()).toBe("24.99");
    const saved = await send(shop.url, "/admin/prices", grid("9.99"), {
      cookie: cookies.bookkeeper,
    });
    expect(await saved.text()).not.toMatch(secrets);
    expect(await priceNow()).toBe("9.99");
  });
});
