import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runKey } from "#app/domain/delivery/rules.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { user } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/customers.ts";
import { deliveryDemand, runs, zones } from "#db/schema/deliveries.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { waysIn, waysInAll, waysOffered } from "#tests/payments/ways-of-paying.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { dayIn, impossibleDays, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

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
    ...person(email),
    intent: "review",
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

test("the checkout is open only while a payment method is enabled", async () => {
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

test("all enabled payment methods are offered, but cards only with the provider's keys", async () => {
  for (const way of waysInAll) {
    await offer({ ...way, etransferEmail: "pay@example.com" });
    const expected = waysOffered(way, { hasCard: false });
    expect(await isOpen(), JSON.stringify(way)).toBe(expected.length > 0);
    const answer = await post("/checkout", {
      ...lines(),
      day: runKey(zoneId, dayIn(6)),
      intent: "contact",
    });
    expect(answer.status, JSON.stringify(way)).toBe(expected.length > 0 ? 200 : 404);
    expect(waysIn(await answer.text()), JSON.stringify(way)).toEqual(expected);
  }
  await offer({ takesDoor: true });
});

test("an order is placed by plain forms, and opened only by its link", async () => {
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

test("the cart gets the most that the checkout computes, and nothing without a checkout", async () => {
  const most = async (fields: Record<string, string>) => {
    const answer = await post("/api/checkout", fields);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    return (await answer.json()).most;
  };
  const zone = await insertServedZone(shop.db, {
    name: "Island",
    prefixes: ["V9Z"],
    day: { fee: "13.37" },
  });
  const postalCode = "V9Z 1A2";
  const where = await post("/checkout", { ...lines(), postalCode, intent: "where" });
  const contact = await post("/checkout", {
    ...fieldsOf(await where.text()),
    day: runKey(zone.id, dayIn(6)),
    intent: "contact",
  });
  const typed = { ...fieldsOf(await contact.text()), ...person("cart@example.com") };
  const elsewhere = await post("/checkout", {
    ...typed,
    address: "1 Sample Quay, V6B 1A1",
    city: "Vancouver",
    intent: "review",
  });
  expect(elsewhere.status).toBe(400);
  expect(await elsewhere.text()).toContain("This address is in V6B 1A1, but you chose a day for");
  for (const city of ["", " ", "V9Z 1A2"]) {
    const nowhere = { ...typed, address: "1 Sample Road", city, intent: "review" };
    const refused = await post("/checkout", nowhere);
    expect(refused.status, city).toBe(400);
    expect(await refused.text(), city).toMatch(/Please enter the (city|name of the city)/);
  }
  const last = await post("/checkout", {
    ...typed,
    address: "1 Sample Road",
    city: "Sooke",
    intent: "review",
  });
  const html = await last.text();
  expect(html).toContain("1 Sample Road, Sooke, V9Z 1A2");
  const [, figure] = /You pay for the weight we pack, at most (\$[\d,.]+)\./.exec(html) ?? [];
  expect(figure).toBeDefined();
  expect(html.includes("$13.37")).toBe(true);
  const told = {
    words: `With tax and delivery ($13.37), at most ${figure}.`,
    to: expect.stringMatching(/^Earliest delivery to V9Z 1A2: /),
    goal: null,
    lacks: [],
  };
  expect(await most({ ...lines(), postalCode })).toEqual(told);
  // A made-up price and day from the browser change nothing.
  expect(await most({ ...lines("0.01"), postalCode, day: "x 2026-99-99" })).toEqual(told);
  expect((await most(lines()))?.words).toMatch(/^With tax, before any delivery fee, at most \$/);
  expect(await most({})).toBeNull();
  expect(await most({ "quantity.é": "1e400", postalCode: "V".repeat(10_000) })).toBeNull();
  await offer({});
  expect(await most({ ...lines(), postalCode })).toBeNull();
  await offer({ takesDoor: true });
  await shop.db.update(zones).set({ isActive: false }).where(eq(zones.id, zone.id));
});

test("one order's link can't change another's", async () => {
  const mine = await placed("mine@example.com");
  const theirs = await placed("theirs@example.com");
  const page = await (await fetch(`${shop.url}${theirs}/change`)).text();
  const [, line = ""] = /name="quantity\.([0-9a-f-]{36})"/.exec(page) ?? [];
  const [, version = ""] = /name="version" value="(\d+)"/.exec(page) ?? [];
  expect(line).not.toBe("");
  await post(`${mine}/change`, { version, notes: "", [`quantity.${line}`]: "1" });
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

test("an account that has confirmed the address sees the order, and no other account does", async () => {
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

test("values changed in the browser are detected, and nothing is placed", async () => {
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

test("an unavailable day must be replaced, on every screen and by an order's link", async () => {
  const last = await review("impossible@example.com");
  const path = await placed("possible@example.com");
  const before = await shop.db.$count(orders);
  for (const date of impossibleDays) {
    const day = runKey(zoneId, date);
    for (const intent of ["where", "days", "contact", "review", "place"]) {
      const answer = await post("/checkout", { ...last, day, intent });
      expect(answer.status, `${intent} ${date}`).toBe(/where|days/.test(intent) ? 200 : 400);
      expect(await answer.text()).toContain("Where and when");
    }
    const most = await post("/api/checkout", { ...last, day });
    expect(most.status, date).toBe(200);
    const moved = await post(`${path}/day`, { day });
    expect(moved.status, date).toBe(400);
    expect(await moved.text()).toContain("Choose a day.");
  }
  expect(await shop.db.$count(orders)).toBe(before);
});

test("a guest who picks up may live anywhere, and needs no postal code", async () => {
  for (const postalCode of ["M5V 2T6", "", " "]) {
    const days = await post("/checkout", { ...lines(), postalCode, intent: "days" });
    expect(days.status, postalCode).toBe(200);
    const shown = await days.text();
    expect(shown).not.toContain("Enter your postal code");
    // Nobody becomes a pickup without choosing it.
    expect(fieldsOf(shown).day).toBeUndefined();
    const unasked = await post("/checkout", { ...fieldsOf(shown), intent: "contact" });
    expect(unasked.status).toBe(400);
    const last = await post("/checkout", {
      ...fieldsOf(shown),
      ...person("far@example.com"),
      intent: "review",
      day: runKey(zoneId, dayIn(6)),
      postalCode,
    });
    expect(last.status, postalCode).toBe(200);
    const done = await post("/checkout", { ...fieldsOf(await last.text()), intent: "place" });
    expect(done.status, postalCode).toBe(302);
  }
});

test("the chosen day is kept while another postal code is tried, and none is preselected", async () => {
  const zone = await insertServedZone(shop.db, { prefixes: ["V9X"] });
  const day = runKey(zone.id, dayIn(4));
  const days = async (fields: Record<string, string>, postalCode: string) => {
    const answer = await post("/checkout", { ...fields, postalCode, intent: "days" });
    return fieldsOf(await answer.text());
  };
  const first = async () => (await days(lines(), "v9x1a2")).day ?? "";
  await expect.poll(first, { timeout: 20_000 }).toContain(zone.id);
  expect(await days({ ...lines(), day }, "v9x1a2")).toMatchObject({ day, postalCode: "V9X 1A2" });
  const elsewhere = await days({ ...lines(), day }, "V0S 1M0");
  const refused = await post("/checkout", { ...elsewhere, intent: "contact" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(
    "We do not deliver to V0S 1M0 yet. Choose a day to pick it up, or another postal code.",
  );
  expect((await days(elsewhere, "V9X 1A2")).day).toBe(day);
  const undecided = { ...lines(), postalCode: "V9X 1A2", intent: "contact" };
  const asked = await (await post("/checkout", undecided)).text();
  expect(asked).toContain("Choose a day.");
  expect(fieldsOf(asked).day).toBeUndefined();
  await shop.db.update(zones).set({ isActive: false }).where(eq(zones.id, zone.id));
});

test("below a day's minimum, suitable days are offered, and choosing one continues", async () => {
  const minOrder = "100000.00";
  const zone = await insertServedZone(shop.db, { prefixes: ["V9Y"], day: { minOrder } });
  const far = { ...lines(), postalCode: "V9Y 1A2", day: runKey(zone.id, dayIn(6)) };
  const refuse = async () => {
    const refused = await post("/checkout", { ...far, intent: "contact" });
    expect(refused.status).toBe(400);
    return refused.text();
  };
  await expect.poll(refuse).toContain("The minimum order is $100,000.00.");
  const first = await (await post("/checkout", { ...far, intent: "where" })).text();
  expect(first).toContain("The minimum order is $100,000.00.");
  expect(first).toMatch(/To pick it up, (there is no minimum|\$[\d.]+ is enough)\./);
  const html = await refuse();
  expect(html).toContain("Or take another day.");
  const [button = ""] = /<button[^>]*name="takeDay"[^>]*>/.exec(html) ?? [];
  const [, takeDay = ""] = /value="([^"]+)"/.exec(button) ?? [];
  expect(takeDay.startsWith(zoneId)).toBe(true);
  const taken = await post("/checkout", { ...far, takeDay });
  expect(taken.status).toBe(200);
  const contact = await taken.text();
  expect(contact).toContain("Your details");
  expect(fieldsOf(contact).day).toBe(takeDay);
  const known = { ...far, ...person("taken@example.com"), takeDay };
  expect(await (await post("/checkout", known)).text()).toContain("What happens when");
  await shop.db.update(zones).set({ isActive: false }).where(eq(zones.id, zone.id));
});

test("a postal code without a zone is counted once its days are requested", async () => {
  const asked = async () => {
    const rows = await shop.db.select().from(deliveryDemand).where(eq(deliveryDemand.fsa, "V0T"));
    return rows.map(({ count }) => count);
  };
  for (const intent of ["where", "days", "contact"]) {
    await post("/checkout", { ...lines(), postalCode: "V0T 1M0", intent });
  }
  // Counts are written every few seconds.
  await expect.poll(asked, { timeout: 20_000 }).toEqual([1]);
});

test("an order placed before there were delivery days needs a postal code when its address changes", async () => {
  await shop.db.update(zones).set({ isActive: false });
  const begin = {
    ...lines(),
    ...person("dayless@example.com"),
    address: "1 Sample Road",
    city: "Mission",
  };
  const review = () => post("/checkout", { ...begin, intent: "review" });
  const text = async (answer: Promise<Response>) => (await answer).text();
  await expect.poll(() => text(review())).toContain("We call you to arrange the delivery.");
  const fields = fieldsOf(await text(review()));
  const done = await post("/checkout", { ...fields, intent: "place" });
  const [path = ""] = (done.headers.get("location") ?? "").split("?");
  const code = async () => {
    const html = (await text(fetch(`${shop.url}${path}/address`))).replaceAll("<!-- -->", "");
    return /Postal code[\s\S]*?<\/label>/.exec(html)?.[0];
  };
  expect(await code()).toContain("optional");
  await shop.db.update(zones).set({ isActive: true }).where(eq(zones.id, zoneId));
  await expect.poll(code).not.toContain("optional");
  const sent = {
    version: "0",
    address: "2 Sample Road",
    city: "Mission",
    phone: "604-555-0155",
    postalCode: "",
  };
  expect((await post(`${path}/address`, sent)).status).toBe(400);
});

test("ordering again lists what is left out, and why", async () => {
  const path = await placed("again@example.com");
  const again = () => post(path, { intent: "again" });
  const whole = await again();
  expect([whole.status, whole.headers.get("location")]).toEqual([302, "/cart"]);
  const mine = eq(products.id, product.id);
  await shop.db.update(products).set({ isActive: false }).where(mine);
  try {
    const answer = await again();
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("We no longer sell anything from this order");
  } finally {
    await shop.db.update(products).set({ isActive: true }).where(mine);
  }
});

test("a cart placed in two tabs is one order, and the second tab shows that", async () => {
  const last = await review("tabs@example.com");
  const before = await shop.db.$count(orders);
  const [first, second] = [
    await post("/checkout", { ...last, intent: "place" }),
    await post("/checkout", { ...last, intent: "place" }),
  ];
  expect(first.headers.get("location")).toMatch(/\?placed$/);
  expect(second.headers.get("location")).toMatch(/\?again$/);
  const told = await (await fetch(shop.url + second.headers.get("location"))).text();
  expect(told).toContain("You have already placed this order");
  expect(await shop.db.$count(orders)).toBe(before + 1);
});

test("an unchangeable order shows the reason instead of a form", async () => {
  const path = await placed("late@example.com");
  const own = eq(orders.deliveryDay, dayIn(6));
  const shown = async (page: string) => (await fetch(`${shop.url}${path}${page}`)).text();
  for (const page of ["/change", "/day", "/address"])
    expect(await shown(page)).toContain("Keep it");
  await shop.db.update(runs).set({ cutOffAt: new Date(Date.now() - 1000) });
  for (const page of ["", "/change", "/day", "/address"]) {
    const text = await shown(page);
    expect(text, page).toMatch(/The cut-off for .* has passed/);
    expect(text, page).not.toContain("Keep it");
  }
  await shop.db.update(orders).set({ status: "cancelled" }).where(own);
  for (const page of ["/change", "/day", "/address"]) {
    expect(await shown(page), page).toContain("This order is already cancelled");
  }
});

describe("the cart of a browser without JavaScript", () => {
  const cookieOf = (answer: Response) => (answer.headers.get("set-cookie") ?? "").split(";", 1)[0];
  const cartOf = async (cookie: string) => {
    const answer = await fetch(`${shop.url}/cart`, { headers: { cookie } });
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    return { status: answer.status, html: await answer.text(), kept: cookieOf(answer) };
  };
  const change = (fields: Record<string, string>, cookie = "") =>
    fetch(`${shop.url}/cart`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Origin: shop.url, cookie },
      redirect: "manual",
    });

  test("is in its cookie, and changed by plain forms", async () => {
    const added = await change({ add: product.id, qty: "2" });
    expect(added.status).toBe(302);
    const again = await change({ add: product.id, qty: "3" }, cookieOf(added));
    const { html } = await cartOf(cookieOf(again) ?? "");
    expect(html).toContain("Your Cart (5 items)");
    const emptied = await change({ [`amount.${product.id}`]: "0" }, cookieOf(again));
    expect(cookieOf(emptied)).toBe("cart=");
  });

  test.each([
    ["an amount that is none", { qty: "two" }, "was not added"],
    ["a negative amount", { qty: "-5" }, "was not added"],
    ["less than a pound", { qty: "0.25" }, "was not added"],
    ["far too much", { qty: "1e9" }, "was not added"],
    ["no amount", {}, "was not added"],
    ["no product of ours", { add: "00000000-0000-4000-8000-000000000000" }, "no longer sold"],
    ["no product at all", { add: "'; drop table products; --" }, "no longer sold"],
  ])("%s is refused, and nothing is kept", async (_, fields, said) => {
    const answer = await change({ add: product.id, ...fields });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(await answer.text()).toContain(said);
  });

  test("is empty with a notice if its cookie is invalid, which is replaced", async () => {
    const kept = cookieOf(await change({ add: product.id, qty: "2" })) ?? "";
    for (const junk of ["<script>alert(1)</script>", "x".repeat(9_000), "%00", "a.b.c"]) {
      const { status, html, kept } = await cartOf(`cart=${junk}`);
      expect(status).toBe(200);
      expect(html).toContain("could not be read");
      expect(html).not.toContain("alert(1)");
      expect(kept).toBe("cart=");
    }
    // The readable part stays.
    expect((await cartOf(`${kept}.junk`)).kept).toBe(kept);
    // A well-formed id of no product: 00000000-0000-4000-8000-000000000000.
    const nobodys = "cart=AAAAAAAAQACAAAAAAAAAAA100";
    expect((await cartOf(nobodys)).html).toContain("could not be read");
    const data = await fetch(`${shop.url}/api/cart?cookie`, { headers: { cookie: nobodys } });
    expect(await data.json()).toEqual([]);
    expect(data.headers.get("cache-control")).toBe("no-store");
  });

  test("names and removes products that are no longer sold", async () => {
    const kept = cookieOf(await change({ add: product.id, qty: "2" })) ?? "";
    await shop.db.update(products).set({ isActive: false }).where(eq(products.id, product.id));
    const { html, kept: left } = await cartOf(kept);
    await shop.db.update(products).set({ isActive: true }).where(eq(products.id, product.id));
    expect(html.replaceAll("<!-- -->", "")).toContain(`taken out of your cart: ${product.name}.`);
    expect(left).toBe("cart=");
  });

  test("is placed once by two tabs that began separately, and the next one is another order", async () => {
    await offer({ takesDoor: true });
    const cart = cookieOf(await change({ add: product.id, qty: "40" })) ?? "";
    const begin = async (cookie: string) => {
      const answer = await fetch(`${shop.url}/checkout`, { headers: { cookie } });
      return { fields: fieldsOf(await answer.text()), kept: cookieOf(answer) ?? "" };
    };
    const first = await begin(cart);
    expect(first.kept).toMatch(/^cart-request=[0-9a-f-]{36}$/);
    const second = await begin(`${cart}; ${first.kept}`);
    expect(second.fields.requestId).toBe(first.fields.requestId);
    const place = async (fields: Record<string, string>) => {
      // Another day than the one above, whose cut-off has passed.
      const day = runKey(zoneId, dayIn(5));
      const who = { ...person("two-tabs@example.com"), day, intent: "review" };
      const last = fieldsOf(await (await post("/checkout", { ...fields, ...who })).text());
      return post("/checkout", { ...last, intent: "place" });
    };
    const before = await shop.db.$count(orders);
    const placed = await place(first.fields);
    expect(placed.headers.get("location")).toMatch(/\?placed$/);
    expect(placed.headers.getSetCookie().join()).toMatch(/cart=;.*cart-request=;/);
    expect((await place(second.fields)).headers.get("location")).toMatch(/\?again$/);
    expect(await shop.db.$count(orders)).toBe(before + 1);
    const next = await place((await begin(cart)).fields);
    expect(next.headers.get("location")).toMatch(/\?placed$/);
    expect(await shop.db.$count(orders)).toBe(before + 2);
  });

  test("begins the checkout, and public pages are the same for everybody", async () => {
    await offer({ takesDoor: true });
    const cookie = cookieOf(await change({ add: product.id, qty: "40" })) ?? "";
    const begun = await fetch(`${shop.url}/checkout`, { headers: { cookie } });
    expect(begun.headers.get("cache-control")).toBe("private, no-store");
    expect(fieldsOf(await begun.text())).toMatchObject({
      [`quantity.${product.id}`]: "40",
      [`price.${product.id}`]: product.pricePerLb,
    });
    for (const path of ["/", "/shop", `/shop/${product.category}/${product.slug}`]) {
      const answers = [undefined, { cookie }].map(async (headers) => {
        const answer = await fetch(shop.url + path, headers ? { headers } : {});
        expect(answer.headers.get("set-cookie")).toBeNull();
        return { etag: answer.headers.get("etag"), html: await answer.text() };
      });
      const [one, other] = await Promise.all(answers);
      expect(other).toEqual(one);
    }
  });
});
