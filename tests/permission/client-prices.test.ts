import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { customers } from "#db/schema/customers.ts";
import { customerPrices } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { insertFilledOrder, insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

// One client has a unique price, which nobody else may see.

const secret = "17.31";

let shop: ShopWithin;
let owner: string;
let stranger: string;
let customerId: string;
let product: typeof products.$inferSelect;

beforeAll(async () => {
  shop = await openShopWithin();
  const { db, url } = shop;
  const mine = { email: "prices@example.com", password: "a client's password" };
  const other = { email: "rival@example.com", password: "a rival's password" };
  const own = await ensureAccount(db, { ...mine, name: "P", profile: { companyName: "Priced" } });
  await ensureAccount(db, { ...other, name: "R", profile: { companyName: "Rival" } });
  customerId = `${own.id}`;
  const [sold] = await db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  if (!sold) throw new Error("The shop sells nothing");
  product = sold;
  await db.insert(customerPrices).values({
    customerId,
    productId: product.id,
    pricePerLb: secret,
    startsOn: "2020-01-01",
  });
  owner = await enter(url, mine);
  stranger = await enter(url, other);
});
afterAll(() => shop.stop());

const text = async (path: string, cookie?: string) =>
  (await ask(shop.url, path, cookie ? { cookie } : {})).text();

describe.each(["", ".data"])("a client's own price%s", (suffix) => {
  test("is on their order form, and on nobody else's", async () => {
    expect(await text(`/dashboard/place-order${suffix}`, owner)).toContain(secret);
    expect(await text(`/dashboard/place-order${suffix}`, stranger)).not.toContain(secret);
  });

  test("is on no public page, even right after the client's request", async () => {
    for (const path of ["/", "/shop", "/shop/loin", "/search"]) {
      const address = path === "/" && suffix ? "/_root.data" : path + suffix;
      for (const cookie of [owner, stranger, undefined]) {
        expect(await text(address, cookie), address).not.toContain(secret);
      }
    }
  });

  test("is on the back office's price pages only for staff", async () => {
    const paths = ["/admin/prices", `/admin/clients/${customerId}`];
    for (const path of [...paths, `/admin/clients/${customerId}/prices`]) {
      for (const cookie of [owner, stranger]) {
        const answer = await ask(shop.url, path + suffix, { cookie });
        expect(await answer.text(), path).not.toContain(secret);
        expect(answer.status, path).not.toBe(200);
      }
    }
  });
});

test("an order's price is on no page that another client requests by its id", async () => {
  const order = await insertOrder(shop.db, customerId);
  await insertOrderItem(shop.db, order.id, { pricePerLb: secret });
  const pages = ["", "/day", "/credit"].map((page) => `/dashboard/orders/${order.id}${page}`);
  const again = `/dashboard/place-order?again=${order.id}`;
  expect(await text(`/dashboard/orders/${order.id}`, owner)).toContain(secret);
  for (const path of [...pages, again, `/dashboard/place-order/placed/${order.id}`]) {
    expect(await text(path, stranger), path).not.toContain(secret);
    const [page, query] = path.split("?");
    const data = query ? `${page}.data?${query}` : `${page}.data`;
    expect(await text(data, stranger), data).not.toContain(secret);
  }
});

test("searching and refreshing a cart show everybody the catalogue's price", async () => {
  const q = new URLSearchParams({ q: product.name });
  for (const path of [
    `/api/search?${q}`,
    `/search?${q}`,
    `/search.data?${q}`,
    `/api/cart?ids=${product.id}`,
    `/shop/${product.category}/${product.slug}`,
  ]) {
    for (const cookie of [owner, stranger, undefined]) {
      const said = await text(path, cookie);
      expect(said, path).toContain(product.name);
      expect(said, path).not.toContain(secret);
    }
  }
});

test("the stream of events contains orders, but no prices", async () => {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const listen = async (cookie: string) => {
    const headers = { cookie };
    const { body } = await fetch(`${shop.url}/api/events`, { headers, signal: leaving.signal });
    let said = "";
    (async () => {
      for await (const chunk of body ?? []) said += new TextDecoder().decode(chunk);
    })().catch(() => undefined);
    await expect.poll(() => said).toContain("heartbeat");
    return () => said;
  };
  const [toOwner, toStranger] = [await listen(owner), await listen(stranger)];
  const order = await insertOrder(shop.db, customerId, { totalPrice: secret });
  await insertOrderItem(shop.db, order.id, { pricePerLb: secret });
  await expect.poll(toOwner).toContain(order.id);
  expect(toOwner()).not.toContain(secret);
  expect(toStranger()).not.toContain(order.id);
  expect(toStranger()).not.toContain(secret);
});

test("files of lists are only for staff", async () => {
  for (const list of ["orders", "order-items", "invoices", "document-lines", "products"]) {
    for (const cookie of [owner, stranger, undefined]) {
      const answer = await ask(shop.url, `/admin/exports/${list}.csv`, { cookie });
      expect(answer.status, list).toBe(302);
      expect(await answer.text(), list).not.toContain(secret);
    }
  }
});

test("an invoice's address is only shown to its client, and its number opens nothing", async () => {
  const order = await insertFilledOrder(shop.db, customerId, { status: "fulfilled" });
  const { url, documentNumber } = await issueFor(shop.db, order);
  if (!url) throw new Error("The invoice has no address");
  const pages = [`/dashboard/orders/${order.id}`, "/dashboard/invoices"];
  for (const path of pages) {
    expect(await text(path, owner), path).toContain(url);
    for (const suffix of ["", ".data", `?customer=${customerId}`]) {
      expect(await text(path + suffix, stranger), path).not.toMatch(new RegExp(documentNumber));
      expect(await text(path + suffix, stranger), path).not.toContain(url);
    }
  }
  for (const guess of [documentNumber, order.id, url.slice("/invoices/".length, -1)]) {
    expect((await ask(shop.url, `/invoices/${guess}`, { cookie: stranger })).status).toBe(404);
  }
});

test("the price list's PDF is the client's own, and not cached", async () => {
  const answer = await ask(shop.url, "/dashboard/prices.pdf", { cookie: owner });
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect((await ask(shop.url, "/dashboard/prices.pdf")).status).not.toBe(200);
  const theirs = await ask(shop.url, `/admin/clients/${customerId}/prices.pdf`, {
    cookie: stranger,
  });
  expect(theirs.headers.get("content-type")).not.toBe("application/pdf");
});

test("only staff change terms or release an order", async () => {
  for (const path of [`/admin/clients/${customerId}`, `/admin/orders/${customerId}/release`]) {
    const fields = { creditLimit: "1", note: "mine", termsKind: "net", termsDays: "1" };
    const answer = await send(shop.url, path, fields, { cookie: owner });
    expect(answer.status, path).not.toBe(200);
  }
  const [stored] = await shop.db.select().from(customers).where(eq(customers.id, customerId));
  expect(stored).toMatchObject({ creditLimit: null, termsDays: 30 });
});
