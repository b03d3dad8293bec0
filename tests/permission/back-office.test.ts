import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { documents } from "#db/schema/documents.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#db/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { insertInquiry, insertMessage } from "#tests/setup/factories-inbox.ts";
import { insertFilledOrder } from "#tests/setup/factories-orders.ts";
import { insertLot } from "#tests/setup/factories-packages.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shop-within.ts";
import { tableDigests } from "#tests/setup/tables/table-digests.ts";
import { listedRoutes } from "./route-table.ts";

// Every address of the back office with real ids in it, every download and every form that its pages
// send, as those who may not: nothing is seen, nothing is changed. From app/routes.ts, so that a new
// route cannot be forgotten; one with a new parameter asks to be given values here.

const secretName = "Somebody who wrote to us";
const files = ["orders", "order-items", "clients", "invoices", "products"];
/** For the designated administrator alone (specification, section 6). */
const ofImages = /^routes\/admin\/image/;
const routes = (await listedRoutes()).filter(({ pattern }) => /^\/admin(\/|$)/.test(pattern));

let shop: ShopWithin;
const cookies = { visitor: "", client: "", "other administrator": "", owner: "" };
let orderId: string;
let customerId: string;
let productId: string;
let messageId: string;
let inquiryId: string;
let lotId: string;
/** What only the back office tells. */
let secrets: string[];
beforeAll(async () => {
  shop = await openShopWithin();
  const other = { email: "other-admin@example.com", password: "long enough a password" };
  await ensureAccount(shop.db, { ...other, name: "Other", profile: { isAdmin: true } });
  cookies.client = await enter(shop.url, shop.demo);
  cookies["other administrator"] = await enter(shop.url, other);
  cookies.owner = await enter(shop.url, shop.admin);
  const [order] = await shop.db.select().from(orders).where(eq(orders.status, "pending")).limit(1);
  const [product] = await shop.db.select().from(products).orderBy(desc(products.name)).limit(1);
  // One that may be fulfilled without weighing.
  orderId = (await insertFilledOrder(shop.db, order?.customerId ?? "")).id;
  customerId = order?.customerId ?? "";
  productId = product?.id ?? "";
  messageId = (await insertMessage(shop.db, { name: secretName })).id;
  inquiryId = (await insertInquiry(shop.db, { company: secretName })).id;
  lotId = (await insertLot(shop.db, { supplier: secretName })).id;
  const issued = await shop.db.select({ number: documents.documentNumber }).from(documents);
  secrets = [secretName, orderId, product?.slug ?? "", ...issued.map(({ number }) => number)];
});
afterAll(() => shop.stop());

/** The addresses of a route, with everything that can stand in the place of its parameter. */
function addressesOf(pattern: string): string[] {
  const values: Record<string, string[]> = {
    "orders/:id": [orderId],
    "orders/:id/credit": [orderId],
    "credits/:id": [orderId],
    "packing/:id": [orderId],
    "packing/:id/papers/:paper": [`${orderId}/papers/slip.pdf`],
    "lots/:id": [lotId],
    "lots/:id/edit": [lotId],
    "inbox/messages/:id": [messageId],
    "inbox/inquiries/:id": [inquiryId],
    "receivables/:customer": [customerId],
    "receivables/:customer/statement.pdf": [`${customerId}/statement.pdf`],
    "exports/:list": files.map((name) => `${name}.csv`),
    "*": ["nothing-here"],
  };
  const [, parameter] = /^\/admin\/(.*[:*].*)$/.exec(pattern) ?? [];
  if (!parameter) return [pattern];
  const filled = values[parameter];
  if (!filled) throw new Error(`Say here what ${pattern} is to be tried with`);
  return filled.map((value) =>
    pattern.replace(/:\w+(\/papers\/:paper|\/statement\.pdf)?|\*/, value),
  );
}

/** As a page, as the router's data, whole and of this route alone, filtered and not. */
function variantsOf({ pattern, file }: { pattern: string; file: string }): string[] {
  const id = file.replace(/\.tsx?$/, "");
  return addressesOf(pattern).flatMap((path) => [
    path,
    `${path}?q=&status=pending&category=loin&edit=${productId}&add`,
    `${path}?index`,
    `${path}.data`,
    `${path}.data?_routes=${encodeURIComponent(id)}`,
    `${path}.data?_routes=root`,
  ]);
}

const booking = {
  ...{ requestId: randomUUID(), amount: "1.00", receivedOn: "2026-11-01", note: "Smuggled" },
};

/** Every form of the back office, filled in so that it would do what it is for. */
const forms = (): [string, Record<string, string>][] => [
  ["fulfil in the list", { order: orderId, confirmed: "yes" }],
  ["fulfil", { change: "fulfill", order: orderId, confirmed: "yes" }],
  ["cancel", { change: "cancel", order: orderId, confirmed: "yes" }],
  ["handle a letter", { deed: "handled" }],
  ["invite its sender", { deed: "invited", invitedAt: "" }],
  ["hide a product", { visibility: "hidden", id: productId }],
  ["record a payment", { ...booking, deed: "payment", method: "cash", settles: "oldest" }],
  ["write off", { ...booking, deed: "write off", debitId: randomUUID() }],
  ["charge", { ...booking, deed: "charge" }],
  ["pay back", { ...booking, deed: "refund", method: "cash", paidOn: booking.receivedOn }],
  [
    "switch reminders on",
    {
      ...{ isOn: "on", beforeDays: "3", beforeText: "Soon", afterDays: "3", afterText: "Late" },
      ...{ laterDays: "20", laterText: "Very late" },
    },
  ],
  ["ask for a credit", { requestId: randomUUID(), item: randomUUID(), reason: "short", lb: "1" }],
  ["decline a credit", { deed: "decline", note: "No." }],
  ["change the settings", { overCapPct: "20" }],
  ["add a zone", { intent: "zone", name: "Smuggled", kind: "delivery", prefixes: "V9Z" }],
  ["close a day", { intent: "day", date: daysAfter(pacificDay(new Date()), 5), kind: "closed" }],
  ["add a lot", { code: "L-smuggled", supplier: "Nobody" }],
  ["change a lot", { code: "L-changed", supplier: "Nobody", version: "0" }],
  [
    "add a product",
    { name: "Smuggled", slug: "smuggled", category: "loin", pricePerLb: "0.01", isActive: "on" },
  ],
];

const dataRedirect = /"redirect","([^"]*)"/;

/** An answer that tells nothing but where to go instead. */
async function expectRefused(answer: Response, to: RegExp, what: string) {
  const text = await answer.text();
  const seen = { status: answer.status, text };
  const target = answer.headers.get("location") ?? dataRedirect.exec(text)?.[1];
  expect(target, `${what}: ${JSON.stringify(seen).slice(0, 300)}`).toMatch(to);
  expect([302, 202], what).toContain(answer.status);
  expect(answer.headers.get("content-disposition"), what).toBeNull();
  for (const secret of secrets)
    expect(text.replaceAll(target ?? "", ""), what).not.toContain(secret);
}

test("the table has what is to be guarded", () => {
  const patterns = routes.map(({ pattern }) => pattern);
  expect(patterns).toEqual(
    expect.arrayContaining(["/admin", "/admin/orders/:id", "/admin/exports/:list", "/admin/*"]),
  );
});

describe.each([
  ["visitor", /^\/login\?next=/],
  ["client", /^\/dashboard\?denied/],
] as const)("a %s", (who, to) => {
  test.each(routes)("sees nothing of $pattern", async (route) => {
    for (const path of variantsOf(route)) {
      for (const method of ["GET", "HEAD"]) {
        if (method === "HEAD" && path.includes(".data")) continue;
        const answer = await ask(shop.url, path, { cookie: cookies[who], method });
        await expectRefused(answer, to, `${method} ${path}`);
      }
    }
  });

  test.each(routes)("changes nothing at $pattern", async (route) => {
    const before = await tableDigests(shop.db);
    for (const path of variantsOf(route)) {
      for (const [name, fields] of forms()) {
        const answer = await send(shop.url, path, fields, { cookie: cookies[who] });
        await expectRefused(answer, to, `${name} at ${path}`);
      }
    }
    expect(await tableDigests(shop.db)).toEqual(before);
  });
});

describe("an administrator who is not the designated one", () => {
  const cookie = () => cookies["other administrator"];

  test.each(routes)("is let in at $pattern, but for images", async ({ pattern, file }) => {
    for (const path of addressesOf(pattern)) {
      const answer = await ask(shop.url, path, { cookie: cookie() });
      const target = answer.headers.get("location");
      await answer.body?.cancel();
      if (ofImages.test(file)) expect(target, path).toBe("/login?denied");
      else expect(target === null || target === "/admin", path).toBe(true);
    }
  });

  test.each(files)("takes %s away, which is logged and kept by no cache", async (name) => {
    const path = `/admin/exports/${name}.csv`;
    const answer = await ask(shop.url, path, { cookie: cookie() });
    expect(answer.status).toBe(200);
    const day = /\d{4}-\d{2}-\d{2}/.source;
    expect(answer.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="${name}-${day}\\.csv"$`),
    );
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
    const head = await ask(shop.url, path, { cookie: cookie(), method: "HEAD" });
    expect(head.status).toBe(200);
    expect((await send(shop.url, path, { a: "b" }, { cookie: cookie() })).status).toBe(405);
  });

  test.each(["accounts.csv", "orders", "orders.csv.csv", "__proto__.csv", ".csv"])(
    "finds no list called %s",
    async (name) => {
      const answer = await ask(shop.url, `/admin/exports/${name}`, { cookie: cookie() });
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    },
  );

  test("does with the very forms what a client could not", async () => {
    const pages: Record<string, string> = {
      "fulfil in the list": "/admin/orders",
      "handle a letter": `/admin/inbox/messages/${messageId}`,
      "invite its sender": `/admin/inbox/inquiries/${inquiryId}`,
      "hide a product": "/admin/products",
      "record a payment": `/admin/receivables/${customerId}`,
      "switch reminders on": "/admin/settings/reminders",
      "change the settings": "/admin/settings",
      "add a product": "/admin/products?add",
      "add a zone": "/admin/delivery",
      "close a day": "/admin/delivery",
      "add a lot": "/admin/lots/new",
      "change a lot": `/admin/lots/${lotId}/edit`,
    };
    for (const [name, fields] of forms()) {
      const path = pages[name];
      if (!path) continue;
      const before = await tableDigests(shop.db);
      await send(shop.url, path, fields, { cookie: cookie() });
      expect(await tableDigests(shop.db), name).not.toEqual(before);
    }
  });
});
