import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { bookStop } from "#app/domain/delivery/booking.server.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { addPackage } from "#app/domain/packages/packages.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { customerPrices } from "#db/schema/money/prices.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { dayIn, insertServedZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { insertProduct, numberOfOrder } from "#tests/setup/factories.ts";
import { askedOrder, askFor, orderTraces, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { repricedOn } from "../delivery/day-prices.server.ts";
import { officeSettings } from "../office-limits.ts";
import { placeOrder } from "../placing/place-order.server.ts";
import { cancelOrder, cancelOwnOrder } from "../transition/cancel-order.server.ts";
import type { WantedChange } from "./change-form.ts";
import { changeOrder, changeOwnOrder, costsOfOwnChange } from "./change-order.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;
let ribeye: typeof products.$inferSelect;
let stew: typeof products.$inferSelect;
let orderId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  client = await signedInClient(db, { companyName: "Sample Bistro" });
});
beforeEach(async () => {
  await removeZones(db);
  ribeye = await insertProduct(db);
  stew = await insertProduct(db, { name: "Beef Stew", pricePerLb: "9.35" });
  const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
  const input = { ...askedOrder(askFor(ribeye), askFor(stew, "4")), notes: "Back door." };
  orderId = (await placeOrder(db, client, input, rules)).id;
  await db.delete(mailOutbox);
});
afterAll(() => database.close());

const linesOf = () =>
  db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));

async function stored() {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error("The order is gone");
  return order;
}

/** Returns a change to these quantities, by the lines' position; undefined leaves a line out. */
async function wanting(
  quantities: (string | undefined)[],
  overrides: Partial<WantedChange> = {},
): Promise<WantedChange> {
  const lines = await linesOf();
  const { version, notes } = await stored();
  return {
    version,
    notes,
    products: [],
    lines: lines.flatMap(({ id: lineId, productId }, at) => {
      const quantity = quantities[at];
      const seenPricePerLb = productId === ribeye.id ? ribeye.pricePerLb : stew.pricePerLb;
      return quantity === undefined ? [] : [{ lineId, quantity, isRemoved: false, seenPricePerLb }];
    }),
    ...overrides,
  };
}

const change = (wanted: WantedChange, id = orderId) =>
  changeOrder(db, admin, id, wanted, shop, officeSettings.defaults);

async function pack() {
  const [line] = await linesOf();
  const scan = { source: "typed", rawScan: "", serial: null, lotId: null, boxId: null } as const;
  const op = { kind: "package", requestId: randomUUID(), itemId: line?.id ?? "" } as const;
  const reading = { value: "1.000", unit: "lb", isNet: true, isSure: true, pieces: null } as const;
  await addPackage(db, admin, orderId, { ...op, ...scan, ...reading });
}

it("changes lines and notes, and the order's total", async () => {
  const sold = { productId: stew.id, seenPricePerLb: stew.pricePerLb, seenUnit: "lb" };
  const wanted = await wanting(["12.5", "0"], {
    notes: "Front door.\r\nRing.",
    products: [{ row: "1", quantity: "2", ...sold }],
  });
  const before = await stored();
  expect(await change(wanted)).toMatchObject({ estimates: { from: "287.30", to: "331.08" } });
  // 12.5 × 24.99 = 312.375, half up; 2 × 9.35.
  const after = await stored();
  expect(after).toMatchObject({
    totalPrice: "331.08",
    estimatedTotal: "331.08",
    notes: "Front door.\nRing.",
    version: before.version + 1,
    status: "pending",
  });
  expect(await linesOf()).toMatchObject([
    { productId: ribeye.id, quantity: "12.50", pricePerLb: "24.99" },
    { productId: stew.id, quantity: "2.00", packState: "open" },
  ]);
  expect(await getOrder(db, client, orderId)).toMatchObject({ totalPrice: "331.08" });
});

it("keeps the price and promise of what was ordered, and adds at today's price", async () => {
  const [first] = await linesOf();
  await db
    .update(products)
    .set({ pricePerLb: "30.00", overCapPct: 5 })
    .where(eq(products.id, ribeye.id));
  const wanted = await wanting(["11", "3"]);
  const line = wanted.lines[0];
  if (line) line.seenPricePerLb = "30.00";
  await change(wanted);
  expect(await linesOf()).toMatchObject([
    { id: first?.id, quantity: "10.00", pricePerLb: "24.99", promisedAmount: "274.89" },
    { quantity: "3.00", pricePerLb: "9.35" },
    { productId: ribeye.id, quantity: "1.00", pricePerLb: "30.00", promisedAmount: "31.50" },
  ]);
  expect((await stored()).totalPrice).toBe("307.95");
});

it("is audited with old and new values, and emailed to the client", async () => {
  await change(await wanting(["8", undefined], { notes: "" }));
  const entries = await auditEntries(db, "order", orderId);
  expect(entries).toContainEqual({
    actorId: admin.userId,
    actorEmail: admin.email,
    action: "order changed",
    before: {
      lines: "Ribeye Steak: 10 lb at $24.99/lb",
      notes: "Back door.",
      totalPrice: "287.30",
    },
    after: { lines: "Ribeye Steak: 8 lb at $24.99/lb", notes: "", totalPrice: "237.32" },
  });
  const mails = await db.select().from(mailOutbox);
  expect(mails).toMatchObject([
    { recipient: client.email, subject: `Order ${await numberOfOrder(db, orderId)} was changed` },
  ]);
  const text = mails[0]?.text ?? "";
  expect(text).toContain("8 lb at $24.99/lb, was 10 lb at $24.99/lb");
  expect(text).toContain("$237.32, was $287.30");
  expect(text).toContain("The notes were removed.");
});

describe("several changes in one email", () => {
  const texts = async () =>
    (await db.select().from(mailOutbox)).map(({ text }) => text.replaceAll(/\s+/g, " "));

  /** Adds 5 lb of ribeye at a higher price, as a line of its own. */
  async function addDearer() {
    await db.update(products).set({ pricePerLb: "30.00" }).where(eq(products.id, ribeye.id));
    const sold = { productId: ribeye.id, seenPricePerLb: "30.00", seenUnit: "lb" };
    await change(await wanting(["10", "4"], { products: [{ row: "1", quantity: "5", ...sold }] }));
  }

  it("keep the lines of one product apart", async () => {
    await addDearer();
    await change(await wanting(["8", "4", "5"]));
    const [text] = await texts();
    expect(text).toContain("8 lb at $24.99/lb, was 10 lb at $24.99/lb");
    expect(text).toContain("Added: 5 lb at $30.00/lb");
    await change(await wanting(["8", "4", "0"]));
    expect((await texts())[0]).not.toContain("$30.00");
    expect((await texts())[0]).toContain("8 lb at $24.99/lb, was 10 lb at $24.99/lb");
  });

  it("tell a removed line beside a lowered one", async () => {
    await addDearer();
    await db.delete(mailOutbox);
    await change(await wanting(["8", "4", "5"]));
    await change(await wanting(["8", "4", "0"]));
    const [text] = await texts();
    expect(text).toContain("8 lb at $24.99/lb, was 10 lb at $24.99/lb");
    expect(text).toContain("Removed: 5 lb at $30.00/lb");
  });

  it("say that a price was set even if a later change set none", async () => {
    const wanted = await wanting(["10"]);
    const price = { pricePerLb: "20", reason: "As agreed" };
    await change({ ...wanted, lines: wanted.lines.map((line) => ({ ...line, price })) });
    await change(await wanting(["8"]));
    const [text] = await texts();
    expect(text).toContain("8 lb at $20.00/lb, was 10 lb at $24.99/lb");
    expect(text).toContain("but what we priced anew");
  });
});

it("adds a product at the customer's own price", async () => {
  const { customerId } = await stored();
  const startsOn = dayIn(-1);
  await db
    .insert(customerPrices)
    .values({ customerId, productId: stew.id, pricePerLb: "8.00", startsOn });
  const wanted = await wanting([undefined, "6"]);
  const line = wanted.lines[0];
  if (line) line.seenPricePerLb = "8.00";
  await change(wanted);
  expect((await linesOf()).at(-1)).toMatchObject({
    quantity: "2.00",
    pricePerLb: "8.00",
    priceSource: "customer",
    basePricePerLb: "9.35",
  });
});

it("changes nothing if nothing differs", async () => {
  const before = [await orderTraces(db), await stored(), await linesOf()];
  expect(await change(await wanting(["10", "4.00"]))).toBeNull();
  expect([await orderTraces(db), await stored(), await linesOf()]).toEqual(before);
});

describe("a price that staff set for a line", () => {
  const reason = "Last week's price, as agreed";
  const priced = async (pricePerLb: string, quantity = "10"): Promise<WantedChange> => {
    const wanted = await wanting([quantity]);
    return {
      ...wanted,
      lines: wanted.lines.map((one) => ({ ...one, price: { pricePerLb, reason } })),
    };
  };

  it("applies to the whole line including additions, with its reason on the order and in the email", async () => {
    await change(await priced("20", "12"));
    expect(await stored()).toMatchObject({ totalPrice: "277.40", estimatedTotal: "277.40" });
    expect(await linesOf()).toMatchObject([
      {
        quantity: "12.00",
        pricePerLb: "20.00",
        basePricePerLb: "24.99",
        priceSource: "desk",
        priceSourceName: reason,
        promisedAmount: "264.00",
      },
      { pricePerLb: "9.35", priceSource: "base" },
    ]);
    const [entry] = (await auditEntries(db, "order", orderId)).filter(
      ({ action }) => action === "order changed",
    );
    expect(entry?.after).toMatchObject({
      lines: `Ribeye Steak: 12 lb at $20.00/lb (${reason})`,
    });
    const [mail] = await db.select().from(mailOutbox);
    const text = mail?.text.replaceAll(/\s+/g, " ");
    expect(text).toContain(`12 lb at $20.00/lb (${reason}), was 10 lb at $24.99/lb`);
    expect(text).toContain("everything else but what we priced anew keeps the price it had");
    expect(await getOrder(db, client, orderId)).toMatchObject({
      items: [{ reason: { source: "desk", sourceName: reason } }, {}],
    });
  });

  it("stays when the order moves to a day with other prices; later additions cost that day's price", async () => {
    await change(await priced("20"));
    const order = await stored();
    await db.update(products).set({ pricePerLb: "26.00" }).where(eq(products.id, ribeye.id));
    expect(await repricedOn(db, order, [dayIn(4)])).toEqual([]);
    const more = await wanting(["11"]);
    await change({
      ...more,
      lines: more.lines.map((one) => ({ ...one, seenPricePerLb: "26.00" })),
    });
    expect(await linesOf()).toMatchObject([
      { quantity: "10.00", pricePerLb: "20.00", priceSource: "desk" },
      { productId: stew.id },
      { quantity: "1.00", pricePerLb: "26.00", priceSource: "base" },
    ]);
  });

  it("must be within the office's limit, and needs a reason", async () => {
    const office = { ...admin, staffRole: "office" } as const;
    const asOffice = (wanted: WantedChange, changePricePct: number) =>
      changeOrder(db, office, orderId, wanted, shop, { changePricePct });
    const field = `ownPrice.${(await linesOf())[0]?.id}`;
    for (const [price, pct] of [
      ["22.48", 10],
      ["24.98", 0],
    ] as const) {
      await expect(asOffice(await priced(price), pct)).rejects.toMatchObject({
        code: "invalid",
        answer: { errors: { [field]: [expect.stringContaining("ask an owner")] } },
      });
    }
    const blank = await priced("24.00");
    for (const line of blank.lines) line.price = { pricePerLb: "24.00", reason: " " };
    await expect(asOffice(blank, 10)).rejects.toMatchObject({ code: "invalid" });
    expect((await linesOf())[0]?.priceSource).toBe("base");
    await asOffice(await priced("22.49"), 10);
    expect((await linesOf())[0]).toMatchObject({ pricePerLb: "22.49", priceSource: "desk" });
  });

  it("can't be set by a client", async () => {
    const rules = { shop, minOrderCents: 0 };
    expect(await changeOwnOrder(db, client, orderId, await priced("0.01"), rules)).toBeNull();
    await changeOwnOrder(db, client, orderId, await priced("0.01", "9"), rules);
    expect((await linesOf())[0]).toMatchObject({ quantity: "9.00", pricePerLb: "24.99" });
  });
});

describe("a change is refused or ignored, and nothing is changed,", () => {
  async function refused(wanted: Promise<WantedChange>, code: string, id = orderId) {
    const asked = await wanted;
    const before = [await orderTraces(db), await stored(), await linesOf()];
    await expect(change(asked, id)).rejects.toMatchObject({ code });
    expect([await orderTraces(db), await stored(), await linesOf()]).toEqual(before);
  }

  it("for an unknown order", async () => {
    for (const id of ["", "nothing", "' or 1=1", randomUUID()]) {
      await refused(wanting(["1"]), "gone", id);
    }
  });

  it("for an order that is not pending", async () => {
    await cancelOrder(db, admin, orderId, shop);
    await refused(wanting(["1"]), "not pending");
  });

  it("for an outdated version", async () => {
    await refused(wanting(["1"], { version: 99 }), "changed");
    await refused(wanting(["1"], { version: -1 }), "changed");
  });

  it("if it leaves no line, or is invalid", async () => {
    await refused(wanting(["0", "0"]), "invalid");
    await refused(wanting(["-5"]), "invalid");
    await refused(wanting(["1"], { notes: "n".repeat(5_001) }), "invalid");
    const product = { row: "1", productId: randomUUID(), quantity: "1" };
    const unknown = [{ ...product, seenPricePerLb: "1.00", seenUnit: "lb" }];
    await refused(wanting([], { products: unknown }), "invalid");
  });

  it("for a line that isn't the order's", async () => {
    const { lines, ...rest } = await wanting(["1"]);
    const foreign = lines.map((line) => ({ ...line, lineId: randomUUID() }));
    expect(await change({ ...rest, lines: foreign })).toBeNull();
  });

  it("once packing has begun, even if it was undone", async () => {
    const wanted = wanting(["1"]);
    await pack();
    await refused(wanted, "being packed");
    await db.update(packages).set({ voidedAt: new Date(), voidedBy: admin.userId });
    await refused(wanting(["1"]), "being packed");
  });

  it("once a line was marked as unavailable", async () => {
    const [line] = await linesOf();
    await db
      .update(orderItems)
      .set({ packState: "dropped" })
      .where(eq(orderItems.id, line?.id ?? ""));
    await refused(wanting(["1"]), "being packed");
  });
});

describe("concurrent changes", () => {
  it("by two staff: one succeeds and the other is refused", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await wanting([`${11 + round}`]), await wanting([undefined, "9"])];
      const answers = await Promise.allSettled([change(one), change(other)]);
      const lost = answers.filter(({ status }) => status === "rejected");
      expect(lost).toMatchObject([{ reason: { code: "changed" } }]);
      const sum = (await linesOf()).reduce((cents, line) => cents + Number(line.subtotal), 0);
      expect((await stored()).totalPrice).toBe(sum.toFixed(2));
      await db
        .update(orderItems)
        .set({ quantity: "4.00" })
        .where(eq(orderItems.productId, stew.id));
    }
  });

  it("and packing take effect one after the other, never half of each", async () => {
    const wanted = await wanting(["5", "0"]);
    const [changed, packed] = await Promise.allSettled([change(wanted), pack()]);
    expect(packed.status).toBe("fulfilled");
    const quantities = (await linesOf()).map(({ quantity }) => quantity);
    if (changed.status === "fulfilled") expect(quantities).toEqual(["5.00"]);
    else {
      expect(changed.reason).toMatchObject({ code: "being packed" });
      expect(quantities).toEqual(["10.00", "4.00"]);
    }
    await expect(change(await wanting(["6"]))).rejects.toMatchObject({ code: "being packed" });
  });
});

it("books the changed pounds on the order's run, even above its capacity, at the day's fee", async () => {
  const { id: zoneId } = await insertServedZone(db, {
    day: { capLb: "20.00", fee: "12.00", freeFrom: "400.00" },
  });
  const { customerId, shipToId } = await stored();
  await db.transaction(async (tx) => {
    const load = { customerId, shipToId, lb: "15.40", boxes: 1 };
    const { columns } = await bookStop(tx, { zoneId, date: dayIn(3) }, load);
    await tx.update(orders).set(columns).where(eq(orders.id, orderId));
  });
  await change(await wanting(["11"]));
  // 11 × 24.99, 4 × 9.35 and the day's fee.
  expect(await stored()).toMatchObject({ totalPrice: "324.29", bookedLb: "16.50" });
  await change(await wanting(["20", "0"]));
  const { bookedLb, runId, totalPrice } = await stored();
  // Free from $400.
  expect({ bookedLb, totalPrice }).toEqual({ bookedLb: "22.00", totalPrice: "499.80" });
  const [run] = await db
    .select()
    .from(runs)
    .where(eq(runs.id, runId ?? ""));
  expect(run).toMatchObject({ bookedLb: "22.00", bookedStops: 1 });
});

describe("a client's own order", () => {
  const rules = { shop, minOrderCents: 5_000 };
  const own = (wanted: WantedChange, by = client, id = orderId) =>
    changeOwnOrder(db, by, id, wanted, rules);
  const codeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => "done",
      (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
    );

  /** Puts the order on a run of a new zone, booked as when placed, and returns the run's id. */
  async function onRun(day: object): Promise<string> {
    const { id: zoneId } = await insertServedZone(db, { day });
    const { customerId, shipToId } = await stored();
    return db.transaction(async (tx) => {
      const load = { customerId, shipToId, lb: "15.40", boxes: 1 };
      const { columns } = await bookStop(tx, { zoneId, date: dayIn(3) }, load);
      await tx.update(orders).set(columns).where(eq(orders.id, orderId));
      return columns.runId ?? "";
    });
  }

  afterEach(() =>
    db
      .update(customers)
      .set({ minOrder: null, poMode: "none" })
      .where(eq(customers.id, client.customerId)),
  );

  it("can be changed by the client: lines, another product, notes and PO number, with an email to each side", async () => {
    await db
      .update(customers)
      .set({ poMode: "required" })
      .where(eq(customers.id, client.customerId));
    const brisket = await insertProduct(db, { name: "Brisket", pricePerLb: "8.00" });
    const { id: productId, pricePerLb: seenPricePerLb } = brisket;
    const added = { row: "1", productId, quantity: "3", seenPricePerLb, seenUnit: "lb" };
    const wanted = await wanting(["8"], { products: [added], notes: "Ring.", poNumber: " 4711 " });
    const costs = await costsOfOwnChange(db, client, orderId, wanted, rules);
    expect(costs.items.map(({ subtotal }) => subtotal)).toEqual(["199.92", "37.40", "24.00"]);
    expect(await stored()).toMatchObject({ version: wanted.version, poNumber: "" });

    expect(await own(wanted)).toMatchObject({ poNumber: { from: "", to: "4711" } });
    expect(await stored()).toMatchObject({
      totalPrice: "261.32",
      notes: "Ring.",
      poNumber: "4711",
    });
    const entry = (await auditEntries(db, "order", orderId)).at(-1);
    expect(entry).toMatchObject({
      action: "order changed",
      actorId: client.userId,
      after: { poNumber: "4711" },
    });
    const mails = await db.select().from(mailOutbox);
    const number = await numberOfOrder(db, orderId);
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual(
      expect.arrayContaining([
        [client.email, `Order ${number} was changed`],
        [shop.company.email, `Order ${number} was changed`],
      ]),
    );
    for (const { recipient, text } of mails) {
      expect(text).toContain("4711");
      if (recipient === client.email) expect(text).toContain("You changed the order");
    }
    await expect(own(await wanting([], { poNumber: "" }))).rejects.toMatchObject({
      answer: { errors: { poNumber: ["Please enter your purchase order number."] } },
    });
    expect(await codeOf(own(await wanting([], { poNumber: "4".repeat(101) })))).toContain(
      "invalid",
    );
  });

  it("names the colleague if another member changed or cancelled it", async () => {
    const colleague: Client = { ...client, userId: admin.userId, email: "sous-chef@example.com" };
    await own(await wanting(["9"]), colleague);
    const texts = async () =>
      (await db.select().from(mailOutbox)).map(({ recipient, text }) => `${recipient} ${text}`);
    expect((await texts()).join()).toContain("sous-chef@example.com changed the order you placed");
    expect((await texts()).join()).not.toContain("You changed");
    const replyTo = async () =>
      (await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, shop.company.email))).map(
        (mail) => mail.replyTo,
      );
    expect(await replyTo()).toEqual([colleague.email]);
    await own(await wanting(["8"]));
    expect(await replyTo()).toEqual([client.email]);
    await db.delete(mailOutbox);
    await cancelOwnOrder(db, colleague, orderId, shop);
    const toCompany = (await texts()).find((text) => text.startsWith(shop.company.email));
    expect(toCompany).toContain("sous-chef@example.com cancelled order");
  });

  it("must reach the day's minimum, and the customer's (without one, the shop's)", async () => {
    const small = await wanting(["1", "1"]);
    expect(await codeOf(own(small))).toMatch(/^invalid: .*\$50\.00/);
    await db
      .update(customers)
      .set({ minOrder: "300.00" })
      .where(eq(customers.id, client.customerId));
    expect(await codeOf(own(await wanting(["9"])))).toMatch(/^invalid: .*\$300\.00/);
    await db.update(customers).set({ minOrder: "0.00" }).where(eq(customers.id, client.customerId));
    await onRun({ minOrder: "100.00" });
    expect(await codeOf(own(await wanting(["1", "1"])))).toMatch(/^invalid: .*\$100\.00/);
    expect(await codeOf(own(await wanting(["9"])))).toBe("done");
  });

  it("must fit the day's capacity and cut-off, unless staff change it", async () => {
    const runId = await onRun({ capLb: "20.00", minOrder: "0.00" });
    expect(await codeOf(own(await wanting(["20"])))).toContain("no room for so much");
    // Staff may have overfilled the run: the order adds no stop, and reducing it needs no capacity.
    await db.update(runs).set({ capStops: 1, bookedStops: 2 }).where(eq(runs.id, runId));
    expect(await codeOf(own(await wanting(["11"])))).toBe("done");
    await db.update(runs).set({ capLb: "5.00" }).where(eq(runs.id, runId));
    expect(await codeOf(own(await wanting(["8"])))).toBe("done");
    expect(await codeOf(own(await wanting(["9"])))).toContain("no room for so much");
    const late = { cutOffAt: new Date(Date.now() - 1) };
    await db.update(runs).set(late).where(eq(runs.id, runId));
    expect(await codeOf(own(await wanting(["9"])))).toContain("cut-off");
    expect(await codeOf(cancelOwnOrder(db, client, orderId, shop))).toContain("cut-off");
    expect(await codeOf(change(await wanting(["9"])))).toBe("done");
  });

  it("can't be changed or cancelled by others, or by members who may not order", async () => {
    const stranger = await signedInClient(db, { companyName: "Sample Diner" });
    const viewer: Client = { ...client, role: "viewer" };
    const wanted = await wanting(["9"]);
    for (const id of [orderId, randomUUID(), "x"]) {
      expect(await codeOf(own(wanted, stranger, id))).toMatch(/^gone/);
      expect(await codeOf(cancelOwnOrder(db, stranger, id, shop))).toMatch(/^gone/);
    }
    expect(await codeOf(Promise.resolve().then(() => own(wanted, viewer)))).toContain("placing");
    expect(await codeOf(cancelOwnOrder(db, viewer, orderId, shop))).toContain("placing");
    expect(await stored()).toMatchObject({ status: "pending", version: wanted.version });
  });

  it("can be cancelled by the client before packing begins, with one email each to client and company", async () => {
    await cancelOwnOrder(db, client, orderId, shop);
    expect(await stored()).toMatchObject({ status: "cancelled" });
    expect(await codeOf(cancelOwnOrder(db, client, orderId, shop))).toMatch(/^not pending/);
    const mails = await db.select().from(mailOutbox);
    const number = await numberOfOrder(db, orderId);
    expect(mails.map(({ recipient, subject }) => `${recipient}: ${subject}`).sort()).toEqual(
      [
        `${client.email}: Order ${number} is cancelled`,
        `${shop.company.email}: Order ${number} was cancelled`,
      ].sort(),
    );
  });

  it("can't be changed or cancelled once packing has begun", async () => {
    const wanted = await wanting(["9"]);
    await pack();
    expect(await codeOf(own(wanted))).toMatch(/^being packed/);
    expect(await codeOf(cancelOwnOrder(db, client, orderId, shop))).toMatch(/^being packed/);
  });
});
