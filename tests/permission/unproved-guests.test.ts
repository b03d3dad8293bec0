import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runKey } from "#app/domain/delivery/rules.ts";
import { changeField } from "#app/domain/ordering/changing/change-plan.ts";
import { mostUnproved } from "#app/domain/ordering/retail/guest-limits.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { rateLimits } from "#db/schema/system.ts";
import { send } from "#tests/setup/browserless.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

// Limits for guests who haven't proved that they read the address that they typed.

let shop: ShopWithin;
let product: typeof products.$inferSelect;
beforeAll(async () => {
  shop = await openShopWithin();
  await shop.db
    .update(paymentSettings)
    .set({ takesDoor: true, takesEtransfer: true, etransferEmail: "pay@example.com" });
  const [first] = await shop.db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  if (!first) throw new Error("The shop sells nothing");
  product = first;
});
// The limit per network is reset, since other limits are tested here.
beforeEach(() => shop.db.delete(rateLimits));
afterAll(() => shop.stop());

let guests = 0;
const somebody = () => {
  guests += 1;
  return `unproved-${guests}@example.com`;
};

/** Creates a pickup zone on a day with these limits; returns once the shop knows of it. */
async function zoneWith(day: object = {}) {
  const zone = await insertServedZone(shop.db, { kind: "pickup", place: "100 Sample Road", day });
  const offered = async () => (await order({ ...asked(zone.id, "10"), intent: "where" })).text();
  await expect.poll(offered).toContain(runKey(zone.id, dayIn(4)));
  return zone.id;
}

function asked(zoneId: string, pounds: string, more: Record<string, string> = {}) {
  return {
    [`quantity.${product.id}`]: pounds,
    [`unit.${product.id}`]: unitOf(product),
    [`price.${product.id}`]: product.pricePerLb,
    [`name.${product.id}`]: product.name,
    requestId: randomUUID(),
    name: "Jo Cook",
    phone: "604-555-0155",
    way: "etransfer",
    email: somebody(),
    day: runKey(zoneId, dayIn(4)),
    intent: "place",
    ...more,
  };
}

const order = (fields: Record<string, string>) => send(shop.url, "/checkout", fields);

async function codeFor(email = "") {
  const found = async () =>
    (await mailsTo(shop.dataDir, email)).map(({ subject, text }) => {
      expect(text).not.toContain("Jo Cook");
      return /^(\d{6}) is your code/.exec(subject)?.[1] ?? "";
    });
  await expect.poll(found, { timeout: 20_000 }).not.toEqual([]);
  return (await found()).at(-1) ?? "";
}

const ordersOf = (...emails: string[]) =>
  shop.db
    .select({ id: orders.id, provedAt: customers.guestProvedAt, network: customers.guestNetwork })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(inArray(customers.guestEmail, emails));

const tooDear = () =>
  String(Math.ceil((mostUnproved.cents + 1) / (Number(product.pricePerLb) * 100)));

test("an expensive order is placed once the address is confirmed by the mailed code", async () => {
  const fields = asked(await zoneWith(), tooDear());
  const refused = await order(fields);
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(html).toContain("we ask you to confirm your email address first");
  expect(html).toContain('name="code"');
  expect(await ordersOf(fields.email ?? "")).toEqual([]);
  const code = await codeFor(fields.email);
  const wrong = await order({ ...fields, code: code === "000000" ? "000001" : "000000" });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("This is not the code");
  // Somebody else's order isn't placed by it.
  const other = { ...fields, email: somebody(), code };
  expect((await order(other)).status).toBe(400);
  expect(await ordersOf(fields.email ?? "", other.email)).toEqual([]);
  const placed = await order({ ...fields, code });
  expect(placed.status).toBe(302);
  const [stored, ...more] = await ordersOf(fields.email ?? "");
  expect(more).toEqual([]);
  expect(stored).toMatchObject({ provedAt: expect.any(Date), network: "" });
  // Sent again, also with a code that is no longer valid.
  const again = await order({ ...fields, code: "1" });
  expect(again.headers.get("location")).toMatch(/\?again$/);
});

test("an order can't be made expensive later without a confirmed address", async () => {
  const answer = await order(asked(await zoneWith(), "10"));
  const path = (answer.headers.get("location") ?? "").replace("?placed", "");
  const page = await (await fetch(`${shop.url}${path}/change`)).text();
  const [, line = ""] = /name="quantity\.([0-9a-f-]{36})"/.exec(page) ?? [];
  const [, version = ""] = /name="version" value="(\d+)"/.exec(page) ?? [];
  const changed = {
    version,
    notes: "",
    [changeField.quantity(line)]: tooDear(),
    [changeField.price(line)]: product.pricePerLb,
  };
  const refused = await send(shop.url, `${path}/change`, changed);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("Open the link in our email");
  const links = async () =>
    (await mailsTo(shop.dataDir, `unproved-${guests}@example.com`)).map(({ link }) => link);
  await expect.poll(links, { timeout: 20_000 }).toHaveLength(1);
  const [mailed = ""] = (await links()).map((link) => new URL(link).pathname);
  expect((await send(shop.url, `${mailed}/change`, changed)).status).toBe(302);
});

test("an unconfirmed address has a limited number of open orders, even if they are placed concurrently", async () => {
  const zoneId = await zoneWith();
  const email = somebody();
  const race = Array.from({ length: mostUnproved.orders + 3 }, () =>
    order(asked(zoneId, "10", { email })),
  );
  const answers = await Promise.all(race);
  // Any address may place only five an hour.
  const placed = answers.filter(({ status }) => status === 302);
  expect(placed).toHaveLength(mostUnproved.orders);
  expect(await ordersOf(email)).toHaveLength(mostUnproved.orders);
});

test("unconfirmed guests of one network can book only a share of a day, and confirmed guests more", async () => {
  const zoneId = await zoneWith({ capStops: 12, capLb: "4000.00" });
  const share = 12 * mostUnproved.share;
  const race = Array.from({ length: 8 }, () => asked(zoneId, "10"));
  const answers = await Promise.all(race.map(order));
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(share);
  const refused = race.filter((_, nr) => answers[nr]?.status === 409);
  expect(refused).toHaveLength(8 - share);
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect(await answer.text()).toContain("ordered from your network already");
  }
  // Other guests, such as the restaurants of a street.
  await shop.db.delete(rateLimits);
  for (const fields of refused) {
    const code = await codeFor(fields.email);
    expect((await order({ ...fields, code })).status).toBe(302);
  }
  const [run] = await shop.db.select().from(runs).where(eq(runs.zoneId, zoneId));
  expect(run).toMatchObject({ bookedStops: 8 });
  // Confirmed orders do not count towards the strangers' share, which is still used up.
  expect((await order(asked(zoneId, "10"))).status).toBe(409);
});

test("unconfirmed guests of one network can book only a share of a day's pounds", async () => {
  const zoneId = await zoneWith({ capLb: "100.00" });
  expect((await order(asked(zoneId, "10"))).status).toBe(302);
  const more = asked(zoneId, "18");
  expect((await order(more)).status).toBe(409);
  const code = await codeFor(more.email);
  expect((await order({ ...more, code })).status).toBe(302);
});
