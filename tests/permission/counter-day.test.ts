import { randomUUID } from "node:crypto";
import { and, eq, lt } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addTill } from "#app/domain/door/till/tills.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { tillReceipts, tillSessions } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import { administrator } from "#tests/e2e/client-area.ts";
import { ask, cookieOf, enter, send } from "#tests/setup/browserless.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { saleOf } from "#tests/setup/factories/tills.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

// A day of a user who works at the counter, over HTTP, from the invitation to the Z report: all
// pages that they need are open to them, and no page that they see leads to one that isn't.

let shop: ShopWithin;
beforeAll(async () => {
  shop = await openShopWithin();
});
afterAll(() => shop.stop());

async function join(email: string): Promise<string> {
  const owner = await enter(shop.url, shop.admin);
  const invite = { intent: "invite", email, name: "Kim", role: "counter" };
  await send(shop.url, "/admin/staff", invite, { cookie: owner });
  const links = async () => (await mailsTo(shop.dataDir, email)).map(({ link }) => link);
  await expect.poll(links, { timeout: 20_000 }).not.toEqual([]);
  const { pathname, search } = new URL((await links())[0] ?? "", shop.url);
  const joined = await send(shop.url, pathname + search, { password: "long enough a password" });
  expect(joined.headers.get("location")).toBe("/admin/counter");
  return cookieOf(joined);
}

test("a counter person opens a till, sells in every way, hands over, refunds, counts and reports", async () => {
  const { db } = shop;
  const admin = await administrator(shop);
  const till = randomUUID();
  await addTill(db, admin, { requestId: till, name: "By the door" });
  const product = await insertProduct(db, { pricePerLb: "20.00", taxCode: "G" });
  const traced = await insertProduct(db, { pricePerLb: "10.00", isTraced: true });
  const lot = await insertLot(db);
  const [sample] = await db.select().from(orders).where(eq(orders.status, "pending")).limit(1);
  const pickup = await insertFilledOrder(db, sample?.customerId ?? "", { status: "fulfilled" });
  await issueFor(db, pickup);

  const cookie = await join("kim@example.com");
  const followed = new Set<string>();
  const dead = new Set<string>();
  const follow = async (link: string, page: string) => {
    if (followed.has(link)) return;
    followed.add(link);
    const answer = await ask(shop.url, link, { cookie });
    await answer.body?.cancel();
    const { status, headers } = answer;
    if (status !== 200) dead.add(`${link} on ${page}: ${status} ${headers.get("location") ?? ""}`);
  };
  /** Opens a page, which must exist, as must all pages that it leads to at that moment. */
  const see = async (path: string) => {
    const answer = await ask(shop.url, path, { cookie });
    const html = await answer.text();
    expect(answer.status, `${path} ${answer.headers.get("location")}`).toBe(200);
    for (const [, href = ""] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const { origin, pathname, search } = new URL(href.replaceAll("&amp;", "&"), shop.url + path);
      if (origin === shop.url && pathname !== "/admin") await follow(pathname + search, path);
    }
    for (const [form = ""] of html.matchAll(/<form [^>]*method="post"[^>]*>/g)) {
      const [, action = path] = /action="([^"]+)"/.exec(form) ?? [];
      const { pathname } = new URL(action, shop.url);
      if (/^\/admin\/orders/.test(pathname)) dead.add(`form ${form} on ${path}`);
    }
    return html;
  };
  /** Sends a form, which must be accepted. */
  const act = async (path: string, fields: Record<string, string>) => {
    const answer = await send(shop.url, path, fields, { cookie });
    const said = /role="alert".{0,300}/s.exec(await answer.text())?.[0];
    expect(answer.status, `${path}: ${said}`).toBe(302);
    return answer.headers.get("location") ?? "";
  };

  // Sign-in leads to the counter.
  const home = await ask(shop.url, "/admin", { cookie });
  expect(home.headers.get("location")).toBe("/admin/counter");
  expect(await see("/admin/counter")).toContain("By the door");
  const once = () => ({ requestId: randomUUID() });
  const at = await act("/admin/counter", { till, ...once(), float: "100,00" });
  expect(at).toBe(`/admin/counter/${till}`);
  await see(at);
  const [session] = await db.select().from(tillSessions).where(eq(tillSessions.tillId, till));
  const sessionId = session?.id ?? "";

  const api = `/api/counter/${till}`;
  const lookUp = async (query: string) =>
    (await ask(shop.url, `${api}?${query}`, { cookie })).json();
  expect(await lookUp(`product=${traced.id}`)).toMatchObject({ lots: [{ code: lot.code }] });
  const { clients } = await lookUp("client=bistro");
  expect(clients).toMatchObject([{ name: "Sample Bistro (demo)" }]);
  expect((await lookUp(`prices=${clients[0].id}`)).products.length).toBeGreaterThan(1);

  /** Sends a sale as the till does. */
  const sell = async (more: Partial<ReturnType<typeof saleOf>>) => {
    const answer = await fetch(shop.url + api, {
      method: "POST",
      headers: { cookie, origin: shop.url, "Content-Type": "application/json" },
      body: JSON.stringify(saleOf(sessionId, product, more)),
    });
    const body = await answer.json();
    expect(answer.status, JSON.stringify(body)).toBe(200);
    return body.sale as { id: string; documentNumber: string };
  };
  const [line] = saleOf(sessionId, product).lines;
  if (!line) throw new Error("Nothing to sell");
  const weighed = { ...line, taxCode: "G" as const };
  const { id: productId, name, taxCode } = traced;
  const of = { productId, name, taxCode, pricePerLb: "10.00", lotId: lot.id };
  const scanned = { ...line, ...of, source: "gs1" as const, rawScan: "scanned", serial: "1:2" };
  // $20.00 with $1.00 of tax, and $10.00: by card terminal and in cash.
  const sold = await sell({
    slip: 1,
    lines: [weighed, scanned],
    tenders: [
      { method: "terminal", cents: 11_00, tenderedCents: null, reference: "" },
      { method: "cash", cents: 20_00, tenderedCents: 50_00, reference: "" },
    ],
  });
  expect(sold.documentNumber).toBe("R-000001");
  const charged = await sell({
    slip: 2,
    lines: [{ ...scanned, serial: null, pieces: 2 }],
    tenders: [],
    onAccount: { customerId: clients[0].id, poNumber: "4711" },
  });
  // The till says how the last one was paid, with its receipt.
  const said = (await see(at)).replaceAll("<!-- -->", "");
  expect(said).toMatch(/Last sale, [^<]*\$[\d.]+ on the account of Sample Bistro \(demo\)/);
  await see(`/admin/counter/sales/${sold.id}`);
  await see(`/admin/counter/sales/${charged.id}`);
  await see(`/admin/orders/${sold.id}`);
  await see(`/admin/orders/${charged.id}`);

  // The pickup's open amount is on its page.
  expect(await see(`${at}/pickups`)).toContain(`/pickups/${pickup.id}`);
  await see(`/admin/orders/${pickup.id}`);
  const asked = await see(`${at}/pickups/${pickup.id}`);
  const due = /name="seen" value="(\d+)"/.exec(asked)?.[1] ?? "";
  const tender = { method: "terminal", cents: Number(due), tenderedCents: null, reference: "" };
  const tenders = JSON.stringify([tender]);
  await act(`${at}/pickups/${pickup.id}`, { ...once(), sessionId, seen: due, tenders, reason: "" });
  expect(await see(`${at}/pickups/${pickup.id}`)).toContain("is handed over.");
  await see(`/admin/orders/${pickup.id}`);

  // Pressed twice, and again after Back: there is one refund, and each press leads to its slip.
  const ofSale = `/admin/counter/sales/${sold.id}`;
  const refund = {
    intent: "refund",
    ...once(),
    sessionId,
    lines: "1",
    terminal: "10.00",
    meat: "customer",
    reason: "Sinewy",
  };
  const slips = await Promise.all([act(ofSale, refund), act(ofSale, refund)]);
  const [slip = ""] = slips;
  expect([...slips, await act(ofSale, refund)]).toEqual(Array(3).fill(slip));
  const refunded = await see(slip);
  expect(refunded).toContain("CN-");
  const givenBack = async () =>
    db.$count(tillReceipts, and(eq(tillReceipts.orderId, sold.id), lt(tillReceipts.cents, 0)));
  expect(await givenBack()).toBe(1);
  /** Returns the sentence that refuses a form. */
  const refusal = async (path: string, fields: Record<string, string>) => {
    const answer = await send(shop.url, path, fields, { cookie });
    expect(answer.status, path).toBe(409);
    return (await answer.text()).replaceAll("<!-- -->", "");
  };
  // An earlier page's form doesn't know of it, and is refused with the present state.
  expect(await refusal(ofSale, { ...refund, ...once() })).toContain("was given back already.");
  expect(await refusal(ofSale, { ...refund, ...once(), lines: "7" })).toContain(
    "What was chosen is not on this sale. Look at the sale again.",
  );
  const [paid] = await db.select().from(tillReceipts).where(eq(tillReceipts.orderId, pickup.id));
  await act(`${at}/pickups/${pickup.id}`, {
    intent: "tender",
    ...once(),
    receiptId: paid?.id ?? "",
    method: "cheque",
    reason: "Slip",
  });

  const drawer = `${at}/drawer`;
  await see(drawer);
  const move = { intent: "move", ...once(), sessionId, kind: "drop" };
  await act(drawer, { ...move, amount: "50,00", reason: "To the safe" });
  const before = await see(drawer);
  const seen = /name="seen" value="([^"]*)"/.exec(before)?.[1] ?? "";
  const count = { intent: "close", sessionId, seen, counted: "70,00" };
  const report = await act(drawer, { ...count, reason: "" });
  const z = await see(report);
  expect(z).toMatch(/Z report Z\d-0001/);
  expect(z).toContain("GST 5%");
  expect(await act(ofSale, refund)).toBe(slip);
  expect(await givenBack()).toBe(1);
  // Both pages of the closed till lead to where it is opened.
  for (const path of [at, drawer]) {
    const closed = await ask(shop.url, path, { cookie });
    expect(closed.status).toBe(404);
    const html = await closed.text();
    expect(html).toMatch(
      new RegExp(`href="/admin/counter#till-${till}"[^>]*>.*?Open the till`, "s"),
    );
  }
  expect(await see("/admin/counter")).toContain(`id="till-${till}"`);
  expect(z).toContain("Receipts of sales");
  expect(z).toContain("Invoices of sales on account");
  // The way back: to the counter, or for the owner to the counted drawers.
  expect(z).not.toContain("/admin/counter#counted");
  const owner = await enter(shop.url, shop.admin);
  const asOwner = await ask(shop.url, report, { cookie: owner });
  expect(await asOwner.text()).toContain('href="/admin/counter#counted"');
  await see("/admin/counter");
  await see("/admin/counter?number=R-000001");
  // The file of all orders, with everybody's addresses, is not for the counter.
  const list = await see("/admin/orders");
  expect(list).not.toMatch(/\/admin\/exports\/orders|>Export|name="order"/);
  for (const file of ["orders", "order-items"]) {
    const denied = await ask(shop.url, `/admin/exports/${file}.csv`, { cookie });
    expect(denied.headers.get("content-type") ?? "").not.toContain("text/csv");
    expect(denied.status).not.toBe(200);
  }
  await see(`/admin/orders?day=${pacificDay(new Date())}`);
  await see("/admin/security");

  expect(followed.size).toBeGreaterThan(20);
  expect([...dead]).toEqual([]);
});
