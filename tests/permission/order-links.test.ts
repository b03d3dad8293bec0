import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import { issueInvoice } from "#app/domain/documents/issuing/issue-invoice.server.ts";
import { placeRetailOrder } from "#app/domain/ordering/retail/place-retail-order.server.ts";
import { newLinkIntent, orderLinkWeeks } from "#app/domain/orders/links/order-link.ts";
import { makeOrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { orderedBefore } from "#app/domain/orders/order-refusals.ts";
import { packAsOrdered } from "#app/domain/packages/pack-as-ordered.server.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orderLinks, paymentSettings } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { rateLimits } from "#db/schema/system.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { enter, send } from "#tests/setup/browserless.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import { askFor } from "#tests/setup/ordering.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { listedRoutes } from "./route-table.ts";

// Expired or withdrawn links to guests' orders, at every address that takes one.

let shop: ShopWithin;
let staff: string;
let day: string;
let product: typeof products.$inferSelect;
let patterns: string[];
beforeAll(async () => {
  shop = await openShopWithin();
  staff = await enter(shop.url, shop.admin);
  await shop.db.update(paymentSettings).set({ takesDoor: true });
  const [first] = await shop.db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  if (!first) throw new Error("The shop sells nothing");
  product = first;
  const zone = await insertServedZone(shop.db, { kind: "pickup", place: "100 Sample Road" });
  day = `${zone.id} ${dayIn(6)}`;
  patterns = (await listedRoutes())
    .map(({ pattern }) => pattern)
    .filter((pattern) => /^\/(orders|checkout\/pay)\/:token/.test(pattern));
});
// Links that do not work are limited by network, which is the same here.
beforeEach(() => shop.db.delete(rateLimits));
afterAll(() => shop.stop());

const get = (path: string) => fetch(shop.url + path, { redirect: "manual" });
const post = (path: string, fields: Record<string, string> = {}) => send(shop.url, path, fields);

let guests = 0;
function asked() {
  guests += 1;
  const email = `guest-${guests}@example.com`;
  const contact = { name: "Jo Cook", email, phone: "604-555-0155" };
  return {
    requestId: randomUUID(),
    lines: [askFor(product, "40")],
    notes: "",
    day,
    allowsSubstitutes: false,
    way: "door" as const,
    contact: { ...contact, address: "", postalCode: "", driverNotes: "" },
  };
}

async function placed(order = asked()) {
  const rules = {
    shop: sampleShop(shop.url),
    minOrderCents: 0,
    hasCard: false,
    guest: { network: "", isProved: false },
  };
  const { id, path } = await placeRetailOrder(shop.db, order, rules);
  return { id, path, token: path.replace("/orders/", ""), email: order.contact.email };
}

/** Backdates an order's delivery by so many weeks. */
async function deliverLongAgo(id: string, weeks: number, more = {}) {
  const ago = sql`now() - make_interval(weeks => ${weeks})`;
  const own = eq(orders.id, id);
  const to = { status: "delivered" as OrderStatus, deliveredAt: ago, ...more };
  const isPending = and(own, eq(orders.status, "pending"));
  if (to.status === "delivered") {
    await shop.db.update(orders).set({ status: "fulfilled" }).where(isPending);
  }
  await shop.db.update(orders).set(to).where(own);
  await shop.db.update(orderLinks).set({ createdAt: ago }).where(eq(orderLinks.orderId, id));
}

/** Returns the path in the newest mail with a new link to an order. */
async function newLink(email: string) {
  const links = async () =>
    (await mailsTo(shop.dataDir, email)).filter(({ subject, text }) => {
      expect(text).not.toContain("Jo Cook");
      return subject.includes("Your new link to order");
    });
  await expect.poll(links, { timeout: 20_000 }).toHaveLength(1);
  const [mail] = await links();
  return new URL(mail?.link ?? "").pathname;
}

const changeLinks = (id: string, links: string) =>
  send(shop.url, `/admin/orders/${id}`, { links }, { cookie: staff });

const tried: Record<string, string>[] = [
  {},
  { intent: "confirm" },
  { version: "0", phone: "604-555-0199" },
];

const bare = (html: string, token: string) => html.replaceAll(token, "");

test("a guest confirms the email address of an order by the mailed link", async () => {
  const { email } = await placed();
  const mails = () => mailsTo(shop.dataDir, email);
  await expect.poll(mails, { timeout: 20_000 }).not.toEqual([]);
  const [mail] = await mails();
  const path = new URL(mail?.link ?? "").pathname;
  expect(await (await get(path)).text()).toContain("Yes, it’s mine");
  const confirmed = await send(shop.url, path, { intent: "confirm" });
  expect(confirmed.headers.get("location")).toBe(`${path}?confirmed`);
  const page = await (await get(`${path}?confirmed`)).text();
  expect(page).toContain("Thank you. Your email address is confirmed.");
  expect(page).not.toContain("Yes, it’s mine");
});

test("the tests below try at least six routes of a guest's order", () => {
  expect(patterns.length).toBeGreaterThanOrEqual(6);
});

describe.each(["ended", "withdrawn"] as const)("a link that was %s", (how) => {
  async function closed() {
    const order = await placed();
    if (how === "ended") await deliverLongAgo(order.id, orderLinkWeeks + 1);
    else expect((await changeLinks(order.id, "withdraw")).status).toBe(302);
    return order;
  }

  test("opens nothing at any address, and is answered like a made-up one", async () => {
    const order = await closed();
    const stored = () => shop.db.select().from(orders).where(eq(orders.id, order.id));
    const before = await stored();
    for (const pattern of patterns) {
      const path = pattern.replace(":token", order.token);
      const unknown = "a".repeat(32);
      const [answer, madeUp] = await Promise.all([
        get(path),
        get(pattern.replace(":token", unknown)),
      ]);
      expect(answer.status, pattern).toBe(404);
      expect(answer.headers.get("referrer-policy"), pattern).toBe("no-referrer");
      const html = await answer.text();
      // The calendar's file is no page.
      const isFile = pattern.endsWith(".ics");
      expect(html, pattern).toContain(isFile ? "This link does not work." : "Send me a new link");
      expect(html, pattern).not.toContain(order.email);
      expect(bare(html, order.token)).toBe(bare(await madeUp.text(), unknown));
      for (const fields of tried) {
        expect((await post(path, fields)).status, pattern).toBe(isFile ? 405 : 404);
      }
    }
    expect(await stored()).toEqual(before);
  });

  test("can be replaced by an email to the order's address, with the same answer to everybody", async () => {
    const order = await closed();
    const unknown = "b".repeat(32);
    const before = await shop.db.$count(mailOutbox);
    for (const token of [order.token, unknown]) {
      const answer = await post(`/orders/${token}`, { intent: newLinkIntent });
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe(`/orders/${token}?sent`);
      const page = await get(`/orders/${token}?sent`);
      expect(page.status).toBe(404);
      expect(await page.text()).toContain("a new one is on its way");
    }
    expect(await shop.db.$count(mailOutbox)).toBe(before + 1);
    expect((await get(await newLink(order.email))).status).toBe(200);
    expect((await get(order.path)).status).toBe(404);
    // Nobody is flooded.
    for (let n = 0; n < 12; n += 1) await post(order.path, { intent: newLinkIntent });
    expect(await shop.db.$count(mailOutbox)).toBeLessThanOrEqual(before + 3);
  });

  test("is not replaced on the screen for a holder of the form's request id", async () => {
    const order = asked();
    const first = await placed(order);
    if (how === "ended") await deliverLongAgo(first.id, orderLinkWeeks + 1);
    else await changeLinks(first.id, "withdraw");
    const refused = { problems: [{ field: "requestId", message: orderedBefore }] };
    await expect(placed(order)).rejects.toMatchObject(refused);
  });
});

test("asking for another link changes nothing if the order's link works", async () => {
  const order = await placed();
  const mails = () => shop.db.$count(mailOutbox, eq(mailOutbox.recipient, order.email));
  const before = await mails();
  const answer = await post(order.path, { intent: newLinkIntent });
  expect(answer.headers.get("location")).toBe(order.path);
  expect(await mails()).toBe(before);
  const [stored] = await shop.db.select().from(orders).where(eq(orders.id, order.id));
  expect(stored?.status).toBe("pending");
});

test("a link works for some weeks after its order ends, and longer while something is open", async () => {
  const young = await placed();
  await deliverLongAgo(young.id, orderLinkWeeks - 1);
  expect((await get(young.path)).status).toBe(200);
  const cancelled = await placed();
  await deliverLongAgo(cancelled.id, orderLinkWeeks + 1, {
    status: "cancelled",
    deliveredAt: null,
    deliveryDay: sql`current_date - 7 * ${orderLinkWeeks + 1}`,
  });
  expect((await get(cancelled.path)).status).toBe(404);
  // Not handed over yet, however long ago its day was.
  const waiting = await placed();
  await deliverLongAgo(waiting.id, orderLinkWeeks + 1, {
    status: "pending",
    deliveredAt: null,
    deliveryDay: sql`current_date - 7 * ${orderLinkWeeks + 1}`,
  });
  expect((await get(waiting.path)).status).toBe(200);
  const unpaid = await placed();
  await shop.db.transaction(async (tx) => {
    await packAsOrdered(tx, unpaid.id, null);
    await issueInvoice(tx, { orderId: unpaid.id }, invoiceTerms(sampleShop()));
  });
  await deliverLongAgo(unpaid.id, orderLinkWeeks + 1);
  expect((await get(unpaid.path)).status).toBe(200);
});

test("staff withdraw all links and mail a new one; others can't", async () => {
  const order = await placed();
  const more = await shop.db.transaction((tx) => makeOrderLink(tx, order.id));
  const links = { links: "withdraw" };
  expect((await post(`/admin/orders/${order.id}`, links)).headers.get("location")).toMatch(/login/);
  const client = await enter(shop.url, shop.demo);
  await send(shop.url, `/admin/orders/${order.id}`, links, { cookie: client });
  expect((await get(order.path)).status).toBe(200);
  const page = await fetch(`${shop.url}/admin/orders/${order.id}`, { headers: { cookie: staff } });
  expect(await page.text()).toContain("3 active");
  const answer = await changeLinks(order.id, "withdraw");
  expect(answer.headers.get("location")).toBe(`/admin/orders/${order.id}?links=withdrawn`);
  for (const path of [order.path, more]) expect((await get(path)).status).toBe(404);
  const given = await changeLinks(order.id, "mail");
  expect(given.headers.get("location")).toBe(`/admin/orders/${order.id}?links=mailed`);
  expect((await get(await newLink(order.email))).status).toBe(200);
  expect((await auditEntries(shop.db, "order", order.id)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(["links withdrawn", "link mailed"]),
  );
  const open = and(eq(orderLinks.orderId, order.id), sql`withdrawn_at is null`);
  expect(await shop.db.$count(orderLinks, open)).toBe(1);
});
