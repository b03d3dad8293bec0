import { randomUUID } from "node:crypto";
import { eq, like } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { openOrderLink, proveGuest } from "#app/domain/orders/links/order-links.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { runs, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { paymentSettings, payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askFor, shop } from "#tests/setup/ordering.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { getLinkedOrder } from "../links/linked-order.server.ts";
import { placeRetailOrder } from "../retail/place-retail-order.server.ts";
import { answerAddressForm } from "./change-address.server.ts";

let database: OpenDatabase;
let db: Database;
let near: string;
let far: string;
let counter: string;
let product: Awaited<ReturnType<typeof insertProduct>>;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  product = await insertProduct(db, { pricePerLb: "10.00", overCapPct: 10 });
  await db.update(paymentSettings).set({ takesDoor: true, takesCard: true });
  near = (await insertServedZone(db, { prefixes: ["V3G", "V2S"], day: { fee: "12.00" } })).id;
  far = (await insertServedZone(db, { prefixes: ["V5K"], day: { fee: "25.00" } })).id;
  counter = (await insertServedZone(db, { kind: "pickup", place: "100 Sample Road" })).id;
  await insertServedZone(db, { prefixes: ["V8A"], wholesaleOnly: true });
});
afterAll(() => database.close());

async function placed({
  zone = near,
  way = "door" as "door" | "card",
  notes = "",
  name = "Jo Cook",
  email = "jo@example.com",
  network = "",
} = {}) {
  const { id, path } = await placeRetailOrder(
    db,
    {
      requestId: randomUUID(),
      lines: [askFor(product, "10")],
      notes,
      way,
      allowsSubstitutes: false,
      day: runKey(zone, dayIn(3)),
      contact: {
        name,
        email,
        phone: "604-555-0155",
        driverNotes: "",
        address: "12 Sample Street",
        postalCode: "V3G1A2",
      },
    },
    { shop, minOrderCents: 0, hasCard: true, guest: { network, isProved: false } },
  );
  const token = path.split("/").at(-1) ?? "";
  const link = await openOrderLink(db, token);
  if (!link) throw new Error("The link opens nothing");
  const now = () => getLinkedOrder(db, link);
  const send = async (fields: Record<string, string>, minOrderCents = 0) => {
    const { version } = await now();
    const context = {
      db,
      shop,
      minOrderCents,
      clientAddress: "192.0.2.9",
      log: silentLog,
      deliveryRules: createDeliveryRules(db, silentLog),
      limits: { takeAll: async () => null },
    } as unknown as Parameters<typeof answerAddressForm>[0];
    const typed = {
      phone: "604-555-0155",
      address: "12 Sample Street",
      city: "Abbotsford",
      postalCode: "V3G 1A2",
    };
    const form = { version: String(version), driverNotes: "", ...typed, ...fields };
    return answerAddressForm(context, link, zone !== counter, form);
  };
  return { id, now, send };
}

const actionsOn = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.id)).map(
    ({ action }) => action,
  );

it("changes the address for the order's own day, and emails guest and company", async () => {
  const { id, now, send } = await placed();
  const to = { address: "9 Sample Lane", postalCode: "V2S 0A0", phone: "604-555-0199" };
  expect(await send({ ...to, driverNotes: "Blue door" })).toBe("changed");
  const { delivery, totalPrice } = await now();
  expect(delivery).toMatchObject({
    address: "9 Sample Lane, Abbotsford",
    postalCode: "V2S0A0",
  });
  expect(delivery).toMatchObject({ phone: "604-555-0199", notes: "Blue door" });
  expect(delivery.day).toMatchObject({ zoneId: near, date: dayIn(3) });
  expect(totalPrice).toBe("112.00");
  expect(await actionsOn(id)).toEqual(["placed", "address changed"]);
  const [run] = await db.select().from(runs).where(eq(runs.zoneId, near));
  expect(run).toMatchObject({ bookedStops: 1, bookedLb: "11.00" });
  const mails = await db
    .select()
    .from(mailOutbox)
    .where(like(mailOutbox.subject, "%delivery details%"));
  expect(mails).toHaveLength(2);
  // Emails to an unproved address leave out typed text.
  const phones = mails.map(({ recipient, text }) => [recipient, text.includes("604-555-0199")]);
  expect(new Map(phones as [string, boolean][])).toEqual(
    new Map([
      ["jo@example.com", false],
      [shop.company.email, true],
    ]),
  );
});

it("asks for a day and for consent to the fee if the address is in another zone", async () => {
  const { now, send } = await placed();
  const before = await now();
  const to = { address: "1 Sample Quay", postalCode: "V5K 0A1" };
  expect(await send(to)).toMatchObject({ status: 409, refused: { needsDay: true, costs: null } });
  const day = { day: runKey(far, dayIn(4)) };
  expect(await send({ ...to, ...day })).toMatchObject({
    status: 409,
    refused: { costs: { from: "112.00", to: "125.00" } },
  });
  expect(await now()).toEqual(before);
  // A day of the old zone doesn't count.
  const stale = { day: runKey(near, dayIn(4)), seenTotal: "125.00" };
  expect(await send({ ...to, ...stale })).toMatchObject({ refused: { needsDay: true } });
  expect(await send({ ...to, ...day, seenTotal: "125.00" })).toBe("changed");
  expect(await now()).toMatchObject({ totalPrice: "125.00", deliveryDay: dayIn(4) });
  const [left] = await db.select().from(runs).where(eq(runs.zoneId, near));
  expect(left?.bookedStops).toBe(1);
});

it("limits how much of the new zone's day unproved guests of one network can order", async () => {
  await insertServedZone(db, { prefixes: ["V9Z"], day: { capStops: 4 } });
  const [zone] = await db.select().from(zonePrefixes).where(eq(zonePrefixes.prefix, "V9Z"));
  const day = runKey(zone?.zoneId ?? "", dayIn(4));
  const to = { address: "1 Sample Quay", postalCode: "V9Z 0A1", day, seenTotal: "100.00" };
  const network = "n".repeat(43);
  const first = await placed({ network, email: "first@example.com" });
  const second = await placed({ network, email: "second@example.com" });
  expect(await first.send(to)).toBe("changed");
  const before = await second.now();
  const refused = await second.send(to);
  expect(refused).toMatchObject({ status: 409, refused: { needsDay: false } });
  expect(JSON.stringify(refused)).toContain("Much of this day was ordered from your network");
  expect(await second.now()).toEqual(before);
});

it("authorizes the card again only if the promise rises", async () => {
  const { id, now, send } = await placed({ way: "card" });
  await db.update(orders).set({ status: "pending", awaitsUntil: null }).where(eq(orders.id, id));
  const [held] = await db
    .update(payments)
    .set({ state: "held", heldCents: 122_00, payerRef: "cus_1", cardRef: "pm_1" })
    .where(eq(payments.orderId, id))
    .returning();
  expect(held?.cents).toBe(122_00);
  expect(await send({ phone: "604-555-0133" })).toBe("changed");
  const all = () => db.select().from(payments).where(eq(payments.orderId, id));
  expect(await all()).toHaveLength(1);
  const to = { postalCode: "V5K 0A1", day: runKey(far, dayIn(4)), seenTotal: "125.00" };
  expect(await send(to)).toBe("changed");
  expect((await all()).find(({ replacesId }) => replacesId === held?.id)).toMatchObject({
    state: "holding",
    cents: 135_00,
    isCurrent: false,
  });
  expect((await now()).delivery.phone).toBe("604-555-0155");
});

it("refuses invalid changes and changes nothing", async () => {
  const { id, now, send } = await placed();
  const before = await now();
  const cases: [Record<string, string>, number, string][] = [
    [{ postalCode: "V0N 1B0" }, 400, "postalCode"],
    [{ postalCode: "V8A 1A1" }, 400, "postalCode"],
    [{ postalCode: "" }, 400, "postalCode"],
    [{ postalCode: "90210" }, 400, "postalCode"],
    [{ address: " " }, 400, "address"],
    [{ city: " " }, 400, "city"],
    [{ phone: "call me" }, 400, "phone"],
    [{ address: "x".repeat(501) }, 400, "address"],
    [{ version: "99" }, 409, ""],
    [{ version: "__proto__" }, 409, ""],
  ];
  for (const [fields, status, field] of cases) {
    const answer = await send(fields);
    const name = JSON.stringify(fields).slice(0, 60);
    expect(answer, name).toMatchObject({ status });
    if (field && answer !== "changed") expect(answer.refused.errors, name).toHaveProperty(field);
  }
  expect(await send({ address: "9 Sample Lane" }, 500_00)).toMatchObject({ status: 409 });
  expect(await now()).toEqual(before);
  await db.update(runs).set({ cutOffAt: new Date(Date.now() - 1000) });
  expect(await send({ phone: "604-555-0111" })).toMatchObject({ status: 409 });
  expect(await now()).toMatchObject({ delivery: { phone: "604-555-0155" } });
  await db.update(runs).set({ cutOffAt: new Date(Date.now() + 3600_000) });
  await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, id));
  expect(await send({ phone: "604-555-0111" })).toMatchObject({ status: 409 });
});

it("changes the phone number of a pickup, and accepts one of two concurrent changes", async () => {
  const { now, send } = await placed({ zone: counter });
  expect(await send({ phone: "604-555-0122", address: "", postalCode: "" })).toBe("changed");
  expect((await now()).delivery).toMatchObject({
    phone: "604-555-0122",
    address: "100 Sample Road",
  });
  const answers = await Promise.all(
    ["604-555-0123", "604-555-0124"].map((phone) => send({ phone })),
  );
  expect(answers.filter((answer) => answer === "changed")).toHaveLength(1);
});

it("changes the address of an order without a day if no days are offered", async () => {
  const { id, now, send } = await placed();
  const noDay = { runId: null, stopId: null, deliveryKind: null, deliveryDay: null };
  await db
    .update(orders)
    .set({ ...noDay, deliveryFrom: null, deliveryTo: null })
    .where(eq(orders.id, id));
  await db.update(zones).set({ isActive: false });
  expect(await send({ address: "9 Sample Lane", postalCode: "" })).toBe("changed");
  expect((await now()).delivery).toMatchObject({
    address: "9 Sample Lane, Abbotsford",
    day: null,
  });
});

it("sends one email for changes within minutes, without typed text until the address is proved", async () => {
  const phishing = "https://evil.example.net/pay www.evil.example.net";
  await db.delete(mailOutbox);
  await db.update(zones).set({ isActive: true });
  const { id, now, send } = await placed({
    notes: phishing,
    name: phishing,
    email: "new@example.com",
  });
  for (let nr = 10; nr < 40; nr += 1) {
    const fields = { phone: `604-555-01${nr}`, driverNotes: `${nr} ${phishing}` };
    expect(await send({ ...fields, address: `${nr} Evil.example.net Street` })).toBe("changed");
  }
  const mails = await db.select().from(mailOutbox);
  const toGuest = mails.filter(({ recipient }) => recipient === "new@example.com");
  expect(mails).toHaveLength(4);
  expect(toGuest).toHaveLength(2);
  for (const { subject, text, html } of mails) {
    for (const part of [subject, text, html ?? ""]) {
      expect(part).not.toMatch(/evil\.example|https:\/\/evil/i);
    }
  }
  for (const { text } of toGuest) expect(text).not.toContain("evil");
  const [last] = toGuest.filter(({ topic }) => topic);
  expect(last?.sendAfter?.getTime()).toBeGreaterThan(Date.now() + 60_000);

  // The mailed link proves the address, so later emails include everything.
  const mailed = /\/orders\/([\w-]{32})/.exec(last?.text ?? "")?.[1] ?? "";
  expect(await openOrderLink(db, mailed)).toMatchObject({ isMailed: true, isProved: false });
  await proveGuest(db, (await openOrderLink(db, mailed))?.customerId ?? "");
  expect(await send({ phone: "604-555-0177", driverNotes: "Ring twice" })).toBe("changed");
  const [told] = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.id, last?.id ?? ""));
  expect(told?.text).toContain("Ring twice");
  expect((await now()).id).toBe(id);
});

it("sends at most eight emails to an unproved address", async () => {
  await db.delete(mailOutbox);
  for (let nr = 0; nr < 10; nr += 1) {
    const { id } = await placed({ email: "victim@example.com" });
    // The number of open orders is limited.
    await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, id));
  }
  const toVictim = eq(mailOutbox.recipient, "victim@example.com");
  expect(await db.$count(mailOutbox, toVictim)).toBe(8);
});
