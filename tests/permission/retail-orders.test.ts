import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runKey } from "#app/features/delivery/rules.ts";
import { unitOf } from "#app/features/orders/order-quantity.ts";
import { user } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/customers.ts";
import { zones } from "#db/schema/deliveries.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#db/seed/accounts.ts";
import { waysIn, waysInAll, waysOffered } from "#tests/payments/ways-of-paying.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shop-within.ts";

// Everything here is sent as a browser without JavaScript sends it.

let shop: ShopWithin;
let zoneId: string;
let product: typeof products.$inferSelect;
beforeAll(async () => {
  shop = await openShopWithin();
  const [first] = await shop.db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  if (!first) throw new Error("The shop sells nothing");
  product = first;
});
afterAll(() => shop.stop());

const post = (path: string, fields: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: shop.url },
    redirect: "manual",
  });

const offer = (ways: Partial<typeof paymentSettings.$inferInsert>) =>
  shop.db.update(paymentSettings).set({ takesDoor: false, takesEtransfer: false, ...ways });

const isOpen = async () => (await (await fetch(`${shop.url}/api/checkout`)).json()).isOpen;

/** The fields of the form on a page, with the values that it came with. */
function fieldsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const form = html.slice(html.indexOf('action="/checkout"'));
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const read = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const isOff = /type="(radio|checkbox)"/.test(tag) && !tag.includes(" checked");
    const name = read("name");
    if (name && !isOff) fields[name] = read("value") ?? "";
  }
  return fields;
}

const lines = (price = product.pricePerLb) => ({
  [`quantity.${product.id}`]: "40",
  [`unit.${product.id}`]: unitOf(product),
  [`price.${product.id}`]: price,
  [`name.${product.id}`]: product.name,
});

const person = (email: string) => ({
  name: "Jo Cook",
  email,
  phone: "604-555-0155",
  way: "door",
});

/** Goes through the checkout's forms up to the last screen; returns its fields. */
async function review(email: string) {
  const where = await post("/checkout", { ...lines(), intent: "where" });
  const days = fieldsOf(await where.text());
  // Six days are offered: from tomorrow in the morning, from the day after in the afternoon.
  const day = runKey(zoneId, dayIn(6));
  const contact = await post("/checkout", { ...days, day, intent: "contact" });
  expect(contact.status).toBe(200);
  const last = await post("/checkout", {
    ...fieldsOf(await contact.text()),
    ...{ ...person(email), intent: "review" },
  });
  expect(last.status).toBe(200);
  return fieldsOf(await last.text());
}

async function placed(email: string) {
  const answer = await post("/checkout", { ...(await review(email)), intent: "place" });
  expect(answer.status).toBe(302);
  const [path = ""] = (answer.headers.get("location") ?? "").split("?");
  return path;
}

test("there is a checkout exactly while a way of paying is switched on", async () => {
  await offer({});
  expect(await isOpen()).toBe(false);
  expect((await fetch(`${shop.url}/checkout`)).status).toBe(404);
  expect((await post("/checkout", { ...lines(), intent: "where" })).status).toBe(404);
  // Without the provider's keys, cards alone open nothing.
  await offer({ takesCard: true });
  expect(await isOpen()).toBe(false);
  await offer({ takesEtransfer: true, etransferEmail: "pay@example.com" });
  expect(await isOpen()).toBe(true);
  await offer({ takesDoor: true });
  expect(await isOpen()).toBe(true);
  expect((await fetch(`${shop.url}/checkout`)).status).toBe(200);
  const zone = await insertServedZone(shop.db, { kind: "pickup", place: "100 Sample Road" });
  zoneId = zone.id;
});

test("whichever ways are switched on are offered, and cards only with the provider's keys", async () => {
  for (const way of waysInAll) {
    await offer({ ...way, etransferEmail: "pay@example.com" });
    const expected = waysOffered(way, { hasCard: false });
    expect(await isOpen(), JSON.stringify(way)).toBe(expected.length > 0);
    const answer = await post("/checkout", {
      ...{ ...lines(), day: runKey(zoneId, dayIn(6)), intent: "contact" },
    });
    expect(answer.status, JSON.stringify(way)).toBe(expected.length > 0 ? 200 : 404);
    expect(waysIn(await answer.text()), JSON.stringify(way)).toEqual(expected);
  }
  await offer({ takesDoor: true });
});

test("an order is placed by plain forms, and opened by its link alone", async () => {
  const path = await placed("plain@example.com");
  const own = await fetch(shop.url + path);
  expect(own.status).toBe(200);
  expect(own.headers.get("cache-control")).toBe("private, no-store");
  expect(own.headers.get("referrer-policy")).toBe("no-referrer");
  expect(own.headers.get("x-robots-tag")).toContain("noindex");
  expect(await own.text()).toContain("plain@example.com");
  const guess = `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`;
  const answers = await Promise.all(
    [guess, "/orders/x", `/orders/${"a".repeat(32)}`, "/orders/__proto__"].map(async (tried) => {
      const answer = await fetch(shop.url + tried);
      expect(answer.status, tried).toBe(404);
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      const html = await answer.text();
      return html.replaceAll(tried, "").replaceAll(tried.replace("/orders/", ""), "");
    }),
  );
  for (const html of answers) {
    expect(html).toContain("This link does not work");
    expect(html).not.toContain("plain@example.com");
  }
  for (const page of ["", "/change", "/day", "/address", "/credit"]) {
    expect((await post(guess + page, { intent: "place" })).status, page).toBe(404);
  }
});

test("the cart is told the checkout's own figure, and nothing without a checkout", async () => {
  const most = async (fields: Record<string, string>) => {
    const answer = await post("/api/checkout", fields);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    return (await answer.json()).most;
  };
  const zone = await insertServedZone(shop.db, {
    ...{ name: "Island", prefixes: ["V9Z"], day: { fee: "13.37" } },
  });
  const postalCode = "V9Z 1A2";
  const where = await post("/checkout", { ...lines(), postalCode, intent: "where" });
  const contact = await post("/checkout", {
    ...fieldsOf(await where.text()),
    ...{ day: runKey(zone.id, dayIn(6)), intent: "contact" },
  });
  const last = await post("/checkout", {
    ...{ ...fieldsOf(await contact.text()), ...person("cart@example.com") },
    ...{ address: "1 Sample Road", intent: "review" },
  });
  const html = await last.text();
  const [, figure] = /You pay for the weight we pack, at most (\$[\d,.]+)\./.exec(html) ?? [];
  expect(figure).toBeDefined();
  expect(html.includes("$13.37")).toBe(true);
  expect(await most({ ...lines(), postalCode })).toEqual({
    words: `With tax and delivery ($13.37), at most ${figure}.`,
  });
  // A price and a day that the browser makes up change nothing.
  expect(await most({ ...lines("0.01"), postalCode, day: "x 2026-99-99" })).toEqual({
    words: `With tax and delivery ($13.37), at most ${figure}.`,
  });
  expect((await most(lines()))?.words).toMatch(/^With tax, before any delivery fee, at most \$/);
  expect(await most({})).toBeNull();
  expect(await most({ "quantity.é": "1e400", postalCode: "V".repeat(10_000) })).toBeNull();
  await offer({});
  expect(await most({ ...lines(), postalCode })).toBeNull();
  await offer({ takesDoor: true });
  await shop.db.update(zones).set({ isActive: false }).where(eq(zones.id, zone.id));
});

test("one order's link does nothing to another's", async () => {
  const mine = await placed("mine@example.com");
  const theirs = await placed("theirs@example.com");
  const page = await (await fetch(`${shop.url}${theirs}/change`)).text();
  const [, line = ""] = /name="quantity\.([0-9a-f-]{36})"/.exec(page) ?? [];
  const [, version = ""] = /name="version" value="(\d+)"/.exec(page) ?? [];
  expect(line).not.toBe("");
  await post(`${mine}/change`, { version, notes: "", [`quantity.${line}`]: "1" });
  // Not packed yet.
  expect(await (await fetch(`${shop.url}${mine}/credit`)).text()).not.toContain("<select");
  const ask = { requestId: crypto.randomUUID(), item: line, reason: "short", lb: "1" };
  expect((await post(`${mine}/credit`, ask)).status).toBe(409);
  expect((await post(`${mine}/credit`, { ...ask, payout: "cash" })).status).toBe(400);
  const phone = { phone: "604-555-0177" };
  expect((await post(`${mine}/address`, { ...phone, version: "0" })).status).toBe(302);
  expect((await post(`${mine}/address`, { ...phone, version: "0" })).status).toBe(409);
  expect(await (await fetch(`${shop.url}${mine}`)).text()).toContain("604-555-0177");
  expect(await (await fetch(`${shop.url}${theirs}`)).text()).not.toContain("604-555-0177");
  expect(await (await fetch(`${shop.url}${theirs}/change`)).text()).toContain('value="40"');
  expect((await post(mine)).headers.get("location")).toBe(`${mine}?cancelled`);
  expect((await post(mine)).status).toBe(409);
  const states = await shop.db
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.channel, "retail"));
  expect(states.filter(({ status }) => status === "cancelled")).toHaveLength(1);
});

test("an account that has confirmed the address is shown the order, and nobody else's is", async () => {
  const signedIn = async (email: string, confirmed: boolean) => {
    const account = { email, password: "a password of their own" };
    const { id } = await ensureAccount(shop.db, { ...account, name: "J", profile: {} });
    if (!confirmed) {
      await shop.db
        .update(user)
        .set({ emailVerified: false })
        .where(eq(user.id, `${id}`));
    }
    return enter(shop.url, account);
  };
  const link = await placed("account@example.com");
  await placed("typed@example.com");
  const [order] = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(customers.guestEmail, "account@example.com"));
  const page = `/dashboard/orders/${order?.id}`;
  const cookie = await signedIn("account@example.com", true);
  for (const path of ["/dashboard", "/dashboard/orders", page]) {
    expect(await (await ask(shop.url, path, { cookie })).text(), path).toContain(order?.id);
  }
  const opened = await send(shop.url, page, {}, { cookie });
  const anew = opened.headers.get("location") ?? "";
  expect(anew).toMatch(/^\/orders\/[\w-]{32}$/);
  expect(anew).not.toBe(link);
  expect(await (await ask(shop.url, anew)).text()).toContain("account@example.com");

  for (const [email, confirmed] of [
    ["another@example.com", true],
    ["typed@example.com", false],
  ] as const) {
    const stranger = await signedIn(email, confirmed);
    const list = await (await ask(shop.url, "/dashboard/orders", { cookie: stranger })).text();
    expect(list).not.toMatch(/\/dashboard\/orders\/[0-9a-f]{8}/);
    for (const path of [page, `${page}/day`, `${page}/credit`]) {
      expect((await ask(shop.url, path, { cookie: stranger })).status, path).toBe(404);
    }
    expect((await send(shop.url, page, {}, { cookie: stranger })).status).toBe(405);
  }
  // Not by a client's own forms either.
  for (const path of [`${page}/day`, `${page}/credit`]) {
    expect((await ask(shop.url, path, { cookie })).status, path).toBe(404);
  }
});

test("what was changed in the browser is found out, and nothing is placed", async () => {
  const before = await shop.db.$count(orders);
  const last = await review("tampered@example.com");
  const place = (fields: Record<string, string>) =>
    post("/checkout", { ...last, ...fields, intent: "place" });
  const cheap = await place({ [`price.${product.id}`]: "0.01" });
  expect(cheap.status).toBe(409);
  expect(await cheap.text()).toContain("Changed since you looked");
  const another = await insertServedZone(shop.db, { prefixes: ["V5K"] });
  const refused = [
    await place({ day: runKey(another.id, dayIn(6)) }),
    await place({ day: "", postalCode: "V5K0A1" }),
    await place({ way: "card" }),
    await place({ email: "nobody" }),
    await place({ website: "https://robot.example" }),
    await place({ [`quantity.${product.id}`]: "-1" }),
  ];
  for (const [index, { status }] of refused.entries()) expect(status, String(index)).toBe(400);
  expect(await shop.db.$count(orders)).toBe(before);
  expect((await place({})).status).toBe(302);
});
