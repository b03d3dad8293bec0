import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { createDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { balanceOf } from "#app/domain/ledger/accounts.server.ts";
import { openOrderLink } from "#app/domain/orders/links/order-links.server.ts";
import {
  getOrderForAdmin,
  listOrdersForAdmin,
} from "#app/domain/orders/lists/orders-admin.server.ts";
import { exportOrders } from "#app/domain/orders/lists/orders-export.server.ts";
import { storedCosts } from "#app/domain/orders/order-costs.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { updatePaymentSettings } from "#app/domain/settings/payments/payment-settings.server.ts";
import { answerCheckout } from "#app/features/checkout/checkout.server.ts";
import { readCheckout } from "#app/features/checkout/checkout-form.ts";
import { createGuestProofs } from "#app/features/checkout/guest-proof.server.ts";
import { countClients } from "#app/features/clients/clients-admin.server.ts";
import { ordersToPack } from "#app/features/packing/packing-day.server.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { runs, zonePrefixes } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orderLinks, payments } from "#db/schema/money/payments.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askFor, invoicedOrder, orderTraces, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { changeLinkedOrder, costsOfLinkedChange } from "../changing/change-order.server.ts";
import { changeLinkedDay } from "../delivery/change-day.server.ts";
import { movePacked } from "../delivery/move-packed.server.ts";
import { getLinkedOrder } from "../links/linked-order.server.ts";
import { OrderRefusedError, PriceChangedError } from "../placing/order-rules.ts";
import { cancelLinkedOrder } from "../transition/cancel-order.server.ts";
import { fulfilOrder } from "../transition/finish-order.server.ts";
import { placeRetailOrder, type RetailOrder } from "./place-retail-order.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Awaited<ReturnType<typeof signedInAdmin>>;
let roast: typeof products.$inferSelect;
const ways = {
  takesCard: false,
  takesDoor: true,
  takesEtransfer: true,
  etransferEmail: "pay@example.com",
  etransferNote: "We have autodeposit.",
};

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  roast = await insertProduct(db, { pricePerLb: "10.00" });
  await updatePaymentSettings(db, admin, ways);
});
afterEach(async () => {
  await db.update(products).set({ pricePerLb: "10.00" });
  await db.delete(zonePrefixes);
});
afterAll(() => database.close());

const contact = {
  name: "Jo Cook",
  email: "jo@example.com",
  phone: "604-555-0155",
  address: "12 Sample Street, Abbotsford",
  postalCode: "V3G1A2",
  driverNotes: "Side door",
};

let people = 0;

/** An order of a new person each time, since the orders per address are limited. */
function order(zoneId: string | null, more: Partial<RetailOrder> = {}, pounds = "10"): RetailOrder {
  people += 1;
  return {
    requestId: randomUUID(),
    lines: [askFor(roast, pounds)],
    notes: "",
    allowsSubstitutes: false,
    day: zoneId === null ? "" : runKey(zoneId, dayIn(7)),
    contact: { ...contact, email: `jo-${people}@example.com` },
    way: "door",
    ...more,
  };
}

const rules = { shop, minOrderCents: 0, guest: { network: "", isProved: false } };
const place = (asked: RetailOrder) => placeRetailOrder(db, asked, { ...rules, hasCard: false });

const delivered = async (day: object = {}) =>
  (await insertServedZone(db, { prefixes: ["V3G"], day })).id;
const counter = async (more: object = {}) =>
  (await insertServedZone(db, { kind: "pickup", place: "100 Sample Road", ...more })).id;

async function mailsTo(recipient: string) {
  const rows = await db
    .select({ subject: mailOutbox.subject, text: mailOutbox.text })
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, recipient))
    .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id));
  return rows;
}

const tokenOf = (path: string) => path.replace("/orders/", "");

async function openLink(path: string) {
  const link = await openOrderLink(db, tokenOf(path));
  if (!link) throw new Error("The link opens nothing");
  return link;
}

async function refusalOf(attempt: () => Promise<unknown>) {
  const before = await orderTraces(db);
  const people = await db.$count(customers);
  const error: unknown = await attempt().then(
    () => new Error("It was accepted"),
    (reason) => reason,
  );
  expect(await orderTraces(db)).toEqual(before);
  expect(await db.$count(customers)).toBe(people);
  return error;
}

describe("an order without an account", () => {
  it("gets its own customer and day, and is emailed with a link", async () => {
    const zoneId = await delivered({ fee: "12.00" });
    const asked = order(zoneId, { contact: { ...contact, email: "one@example.com" } });
    const { id, path } = await place(asked);
    const [stored] = await db.select().from(orders).where(eq(orders.id, id));
    expect(stored).toMatchObject({
      channel: "retail",
      paymentWay: "door",
      status: "pending",
      placedBy: null,
      totalPrice: "112.00",
      isNewClient: false,
      deliveryName: "Jo Cook",
      deliveryAddress: contact.address,
      deliveryPostalCode: "V3G1A2",
      deliveryNotes: "Side door",
    });
    const held = await getLinkedOrder(db, await openLink(path));
    expect(held).toMatchObject({ id, name: "Jo Cook", email: "one@example.com", openCents: null });
    const [mail] = await mailsTo("one@example.com");
    const [, mailed = ""] = /orders\/([\w-]{32})/.exec(mail?.text ?? "") ?? [];
    expect((await openOrderLink(db, mailed))?.orderId).toBe(id);
    expect(mail?.text.replace(/\s+/g, " ")).toContain("Whoever has this link can see the order");
    expect(await auditEntries(db, "order", id)).toMatchObject([{ action: "placed" }]);
    const links = await db.select().from(orderLinks).where(eq(orderLinks.orderId, id));
    expect(JSON.stringify(links)).not.toContain(tokenOf(path));
  });

  it("is placed once per request, with a working link each time", async () => {
    const asked = order(await counter());
    const answers = await Promise.all([place(asked), place(asked), place(asked)]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(new Set(answers.map(({ path }) => path)).size).toBe(3);
    for (const { path } of answers) expect((await openLink(path)).orderId).toBe(answers[0]?.id);
    const other = await place({ ...asked, lines: [askFor(roast, "4")] });
    expect(other).toMatchObject({ id: answers[0]?.id, isOther: true });
    const stranger = { ...asked, contact: { ...contact, email: "eve@example.com" } };
    expect(await refusalOf(() => place(stranger))).toBeInstanceOf(OrderRefusedError);
  });

  it("is refused if a concurrent one takes the day's last place", async () => {
    const zoneId = await counter({ day: { capStops: 1 } });
    const both = await Promise.allSettled([place(order(zoneId)), place(order(zoneId))]);
    const [lost] = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(lost).toBeInstanceOf(DayRefusedError);
    expect(lost.reason).toBe("full");
    expect(lost.next).toHaveLength(2);
    const [run] = await db.select().from(runs).where(eq(runs.zoneId, zoneId));
    expect(run?.bookedStops).toBe(1);
  });

  it("costs the catalogue's prices, whatever the browser sends", async () => {
    const zoneId = await counter();
    const cheap = order(zoneId, { lines: [askFor(roast, "10", "0.01")] });
    expect(await refusalOf(() => place(cheap))).toBeInstanceOf(PriceChangedError);
    await db.update(products).set({ pricePerLb: "11.00" });
    expect(await refusalOf(() => place(order(zoneId)))).toBeInstanceOf(PriceChangedError);
    const seen = order(zoneId, { lines: [askFor(roast, "10", "11.00")] });
    const { id } = await place(seen);
    const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    expect(line).toMatchObject({ pricePerLb: "11.00", subtotal: "110.00" });
  });

  it("leaves nothing behind when it is refused", async () => {
    const zoneId = await delivered({ minOrder: "150.00" });
    const pickup = await counter({ wholesaleOnly: true });
    const refusals = [
      order(zoneId),
      order(zoneId, { contact: { ...contact, postalCode: "V5K0A1" } }, "20"),
      order(zoneId, { contact: { ...contact, address: "" } }, "20"),
      order(pickup),
      order(null),
      order(zoneId, { way: "card" }, "20"),
      order(zoneId, { lines: [] }),
      order(zoneId, { requestId: "1" }),
    ];
    const fields = [];
    for (const asked of refusals) {
      const error = await refusalOf(() => place(asked));
      expect(error).toBeInstanceOf(OrderRefusedError);
      fields.push((error as OrderRefusedError).problems[0]?.field);
    }
    expect(fields).toEqual(["lines", "day", "address", "day", "day", "way", "lines", "requestId"]);
  });

  it("can only be paid in ways that are switched on", async () => {
    const zoneId = await counter();
    await updatePaymentSettings(db, admin, { ...ways, takesDoor: false });
    expect(await refusalOf(() => place(order(zoneId)))).toBeInstanceOf(OrderRefusedError);
    expect(await place(order(zoneId, { way: "etransfer" }))).toHaveProperty("id");
    await updatePaymentSettings(db, admin, ways);
  });
});

describe("the holder of the order's link", () => {
  const wanted = (version: number, lineId: string, quantity: string) => ({
    version,
    notes: "Thin, please",
    lines: [{ lineId, quantity, isRemoved: false, seenPricePerLb: "10.00" }],
  });

  it("changes quantities, once per version that was seen", async () => {
    const zoneId = await delivered({ minOrder: "50.00", fee: "12.00", freeFrom: "150.00" });
    const { path } = await place(order(zoneId));
    const link = await openLink(path);
    const { items, version } = await getLinkedOrder(db, link);
    const line = items[0]?.id ?? "";
    const sum = await costsOfLinkedChange(db, link, wanted(version, line, "20"), rules);
    expect(await getLinkedOrder(db, link)).toMatchObject({
      version,
      items: [{ quantity: "10.00" }],
    });
    await changeLinkedOrder(db, link, wanted(version, line, "20"), rules);
    const now = await getLinkedOrder(db, link);
    expect(storedCosts(sum)).toEqual(storedCosts(now));
    expect(now).toMatchObject({ totalPrice: "200.00", notes: "Thin, please", charges: [] });
    const stale = () => changeLinkedOrder(db, link, wanted(version, line, "5"), rules);
    expect(await refusalOf(stale)).toMatchObject({ code: "changed" });
    const little = () => changeLinkedOrder(db, link, wanted(now.version, line, "1"), rules);
    const asked = () => costsOfLinkedChange(db, link, wanted(now.version, line, "1"), rules);
    expect(await refusalOf(asked)).toEqual(await refusalOf(little));
    expect(await refusalOf(little)).toMatchObject({
      answer: { errors: { lines: [expect.stringContaining("minimum order")] } },
    });
    const [run] = await db.select().from(runs).where(eq(runs.zoneId, zoneId));
    expect(run).toMatchObject({ bookedStops: 1, bookedLb: toDollars(2200) });
  });

  it("must reach the shop's minimum, with a day and without", async () => {
    const least = { shop, minOrderCents: 60_00 };
    // Orders without a day are older than the zones.
    const noDay = {
      runId: null,
      stopId: null,
      deliveryKind: null,
      deliveryDay: null,
      deliveryFrom: null,
      deliveryTo: null,
    };
    for (const day of [null, noDay]) {
      const { id, path } = await place(order(await counter({ day: { minOrder: "10.00" } })));
      if (day) await db.update(orders).set(day).where(eq(orders.id, id));
      const link = await openLink(path);
      const { items, version } = await getLinkedOrder(db, link);
      const to = (lb: string) => wanted(version, items[0]?.id ?? "", lb);
      const tooLittle = () => changeLinkedOrder(db, link, to("5.99"), least);
      expect(await refusalOf(tooLittle)).toMatchObject({
        answer: { errors: { lines: [expect.stringContaining("minimum order")] } },
      });
      await changeLinkedOrder(db, link, to("6"), least);
      expect(await getLinkedOrder(db, link)).toMatchObject({ totalPrice: "60.00" });
    }
    const { path } = await place(order(await counter(), {}, "2"));
    const link = await openLink(path);
    const day = { day: { zoneId: await counter(), date: dayIn(8) }, siteId: null };
    const moves = () => changeLinkedDay(db, link, { ...day, override: "", seenPrices: "" }, least);
    expect(await refusalOf(moves)).toBeInstanceOf(OrderRefusedError);
  });

  it("moves the order to another open day, but not to one for wholesale clients", async () => {
    const zoneId = await counter();
    const closed = await counter({ wholesaleOnly: true });
    const { path } = await place(order(zoneId));
    const link = await openLink(path);
    const to = (zone: string) => ({
      day: { zoneId: zone, date: dayIn(8) },
      siteId: null,
      override: "",
      seenPrices: "",
    });
    await changeLinkedDay(db, link, to(zoneId), rules);
    expect((await getLinkedOrder(db, link)).deliveryDay).toBe(dayIn(8));
    expect(await refusalOf(() => changeLinkedDay(db, link, to(closed), rules))).toBeInstanceOf(
      OrderRefusedError,
    );
  });

  it("moves the order from pickup to delivery only with an address", async () => {
    const [zoneId, bringing] = [await counter(), await delivered()];
    const to = { day: { zoneId: bringing, date: dayIn(8) }, siteId: null };
    const wish = { ...to, override: "", seenPrices: "" };
    const homeless = { ...contact, address: "" };
    const without = await openLink((await place(order(zoneId, { contact: homeless }))).path);
    const error = await refusalOf(() => changeLinkedDay(db, without, wish, rules));
    expect(error).toMatchObject({ problems: [{ field: "day" }] });
    const having = await openLink((await place(order(zoneId))).path);
    await changeLinkedDay(db, having, wish, rules);
    expect((await getLinkedOrder(db, having)).delivery.address).toBe(contact.address);
  });

  it("cancels the order once, and no longer after the cut-off", async () => {
    const zoneId = await counter();
    const [one, late] = [await place(order(zoneId)), await place(order(zoneId))];
    const link = await openLink(one.path);
    await cancelLinkedOrder(db, link, shop);
    expect(await getLinkedOrder(db, link)).toMatchObject({ status: "cancelled" });
    expect(await refusalOf(() => cancelLinkedOrder(db, link, shop))).toMatchObject({
      code: "not pending",
    });
    await db.update(runs).set({ cutOffAt: new Date(Date.now() - 1000) });
    const lateHolder = await openLink(late.path);
    const tooLate = () => cancelLinkedOrder(db, lateHolder, shop);
    expect(await refusalOf(tooLate)).toMatchObject({ code: "day", cause: { reason: "late" } });
  });

  it("gets payment instructions by email once the order is packed", async () => {
    const asked = order(await counter(), {
      way: "etransfer",
      contact: { ...contact, email: "packed@example.com" },
    });
    const { id, path } = await place(asked);
    const { invoiceNumber } = await invoicedOrder(db, admin, id, shop);
    const held = await getLinkedOrder(db, await openLink(path));
    expect(held).toMatchObject({ status: "fulfilled", openCents: 10_000, invoiceNumber });
    const [mail] = await mailsTo("packed@example.com");
    const text = mail?.text.replace(/\s+/g, " ");
    expect(text).toContain(
      `Send an Interac e-Transfer of $100.00 to pay@example.com, with ${invoiceNumber} in the message.`,
    );
    expect(text).toContain("We have autodeposit.");
    expect(text).toMatch(/\/orders\/[\w-]{32}/);
    expect(text).not.toContain("/dashboard/");
  });

  it("sees the order as paid once staff record the payment, which counts once for repeated requests", async () => {
    const { id, path } = await place(order(await counter(), { way: "etransfer" }));
    const { invoiceNumber } = await invoicedOrder(db, admin, id, shop);
    const link = await openLink(path);
    const { customerId } = link;
    const paid = {
      customerId,
      requestId: randomUUID(),
      cents: 60_00,
      method: "etransfer" as const,
      receivedOn: dayIn(0),
      reference: invoiceNumber ?? "",
      note: "",
      settles: "oldest first" as const,
    };
    await bookPayment(db, admin, paid);
    await bookPayment(db, admin, paid);
    expect(await getLinkedOrder(db, link)).toMatchObject({ openCents: 40_00 });
    await bookPayment(db, admin, { ...paid, requestId: randomUUID(), cents: 45_00 });
    expect(await getLinkedOrder(db, link)).toMatchObject({ openCents: 0 });
    expect(await balanceOf(db, customerId)).toMatchObject({
      balanceCents: -5_00,
      creditCents: 5_00,
    });
  });
});

describe("the maximum on the last screen", () => {
  it("is the amount held on the card, to the cent, for any cart", { timeout: 60_000 }, async () => {
    await updatePaymentSettings(db, admin, { ...ways, takesCard: true });
    const codes = ["Z", "G", "GP", "E"] as const;
    const sold = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        insertProduct(db, {
          pricePerLb: toDollars(999 + at * 373),
          taxCode: codes[at % codes.length],
          overCapPct: [null, 0, 7, 30][at % 3],
          ...(at % 2 === 1 && { soldBy: "piece", typicalPieceLb: toDollars(125 + at * 31) }),
        }),
      ),
    );
    const zoneIds = await Promise.all([
      counter({ day: { fee: "12.37" } }),
      counter({ day: { fee: "7.77", feeTaxCode: "G" } }),
      counter({ day: { fee: "9.99", freeFrom: "200.00", feeTaxCode: "GP" } }),
    ]);
    const memory = createDeliveryRules(db, silentLog);
    const context = {
      db,
      shop,
      minOrderCents: 0,
      clientAddress: "192.0.2.7",
      log: silentLog,
      deliveryRules: memory,
      limits: { takeAll: async () => null },
      guestProofs: createGuestProofs("a secret of tests"),
      cardPayments: { isLive: false, prepare: async () => null, refresh: async () => null },
    } as unknown as Parameters<typeof answerCheckout>[0];
    const line = fc.record({ of: fc.nat(7), much: fc.integer({ min: 1, max: 4999 }) });
    const cart = fc.record({
      lines: fc.uniqueArray(line, { minLength: 1, maxLength: 8, selector: ({ of }) => of }),
      zone: fc.nat(2),
    });
    const isHeld = async ({
      lines,
      zone,
    }: {
      lines: { of: number; much: number }[];
      zone: number;
    }) => {
      const form = new FormData();
      form.set("requestId", randomUUID());
      for (const { of, much } of lines) {
        const product = sold[of];
        if (!product) throw new Error("No such product");
        const isPiece = product.soldBy === "piece";
        form.set(`quantity.${product.id}`, isPiece ? String(1 + (much % 40)) : toDollars(much));
        form.set(`unit.${product.id}`, unitOf(product));
        form.set(`price.${product.id}`, product.pricePerLb);
        form.set(`name.${product.id}`, product.name);
      }
      form.set("day", runKey(zoneIds[zone] ?? "", dayIn(5)));
      for (const [name, value] of Object.entries({ ...contact, way: "card" }))
        form.set(name, value);
      const send = (intent: string) => {
        form.set("intent", intent);
        return answerCheckout(context, readCheckout(form), "");
      };
      const shown = await send("review");
      const placed = await send("place");
      if (!("view" in shown) || !("placed" in placed)) throw new Error("It was not placed");
      const [payment] = await db
        .select({ cents: payments.cents })
        .from(payments)
        .where(eq(payments.orderId, placed.placed.id));
      expect(payment?.cents).toBe(shown.view?.costs.mostCents);
    };
    await fc.assert(fc.asyncProperty(cart, isHeld), { numRuns: 40 });
    await updatePaymentSettings(db, admin, ways);
  });
});

describe("the back office", () => {
  it("finds the order by name and address, marked as retail, among orders and in the export", async () => {
    const person = { ...contact, name: "Robin Roast", email: "robin@example.com" };
    const clients = await countClients(db, admin);
    const { id } = await place(order(await counter(), { contact: person }));
    for (const search of ["robin roast", "ROBIN@example", id.slice(0, 8)]) {
      const { rows } = await listOrdersForAdmin(db, admin, { search });
      expect(rows.map((row) => [row.id, row.companyName, row.paymentWay])).toEqual([
        [id, "Robin Roast", "door"],
      ]);
    }
    expect(await countClients(db, admin)).toBe(clients);
    const found = await getOrderForAdmin(db, admin, id);
    expect(found).toMatchObject({ paymentWay: "door", customer: { guestEmail: person.email } });
    const [packed] = (await ordersToPack(db, admin, dayIn(7))).filter((one) => one.id === id);
    expect(packed).toMatchObject({ companyName: "Robin Roast", isRetail: true });
    let csv = "";
    for await (const part of exportOrders(db, admin, { q: "robin@example.com" })) csv += part;
    expect(csv).toContain('"Robin Roast","Robin Roast","robin@example.com"');
    expect(csv).toContain("At pickup");
  });

  it("sends the driver to collect only from those who pay at the door", async () => {
    const zoneId = await delivered();
    for (const way of ["door", "etransfer"] as const) {
      const { id } = await place(order(zoneId, { way }));
      await fulfilOrder(db, admin, id, shop);
    }
    const [run] = await db.select().from(runs).where(eq(runs.zoneId, zoneId));
    const found = await getRun(db, admin, run?.id ?? "");
    const cents = found?.stops.map(({ toCollect }) => toCollect?.cents ?? 0).sort();
    expect(cents).toEqual([0, 10_000]);
  });

  it("shows the sum that the driver collects, with the second delivery", async () => {
    const zoneId = await delivered({ fee: "12.00" });
    const { id, path } = await place(order(zoneId, { way: "door" }));
    const { invoiceNumber } = await invoicedOrder(db, admin, id, shop);
    const [before] = await db.select().from(orders).where(eq(orders.id, id));
    const wanted = {
      day: { zoneId, date: dayIn(9) },
      from: runKey(zoneId, before?.deliveryDay ?? ""),
      chargesFee: true,
      requestId: randomUUID(),
    };
    const fee = await movePacked(db, admin, id, wanted, { shop, secondFee: "ask" });
    const held = await getLinkedOrder(db, await openLink(path));
    expect(held.openCents).toBe(124_00);
    expect(held.invoices).toMatchObject([
      { number: invoiceNumber, openCents: 112_00, isLater: false },
      { number: fee?.invoiceNumber, openCents: 12_00, isLater: true, url: fee?.url },
    ]);
    const [after] = await db.select().from(orders).where(eq(orders.id, id));
    const run = await getRun(db, admin, after?.runId ?? "");
    expect(run?.stops[0]?.toCollect).toEqual({
      cents: held.openCents,
      refusedCents: 0,
      isFinal: true,
    });
  });
});
