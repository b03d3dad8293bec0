import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client, Staff } from "#app/domain/access/capability.ts";
import { invoiceNow } from "#app/domain/documents/monthly/monthly-invoices.server.ts";
import { drawerVersion } from "#app/domain/door/till/till.ts";
import { receiptsOfSession } from "#app/domain/door/till/till-receipts.server.ts";
import { addTill, closeTill, openTill } from "#app/domain/door/till/tills.server.ts";
import { getAccount } from "#app/domain/ledger/accounts.server.ts";
import { openItems, settle } from "#app/domain/ledger/allocations.server.ts";
import { book, reverse } from "#app/domain/ledger/book-entries.server.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { askDeposit, shownDeposit } from "#app/domain/ordering/holding/deposit.server.ts";
import { releaseOrder } from "#app/domain/ordering/holding/release-order.server.ts";
import { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { orderHolds } from "#db/schema/orders.ts";
import { insertFilledOrder, insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { invoicedOrder, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient, staffAs } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { reversePayment } from "./by-hand.server.ts";
import { debtOfOrder, takePayment as take } from "./pay-order.server.ts";
import type { OrderPayment } from "./pay-order.ts";
import { paymentsOfOrder } from "./payments-of-order.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let counter: Staff<"till">;
let customerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  counter = staffAs(admin, "counter", "till");
});
beforeEach(async () => {
  customerId = (await insertClient(db)).user.id;
});
afterAll(() => database.close());

async function billedOrder() {
  const order = await insertFilledOrder(db, customerId, {
    status: "fulfilled",
    totalPrice: "86.40",
  });
  await issueFor(db, order);
  return order.id;
}

const takePayment = (who: Database, by: Staff<"till">, id: string, payment: OrderPayment) =>
  take(who, by, id, payment, shop);

const typed = (amount: number, requestId: string = randomUUID()): OrderPayment => ({
  requestId,
  amount,
  method: "cash",
  reference: "",
});

const openOf = async (orderId: string) =>
  (await debtOfOrder(db, counter, orderId))?.debts.map(({ openCents }) => openCents);

const booked = () =>
  db
    .select({ cents: ledgerEntries.cents, settled: ledgerEntries.allocatedCents })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.customerId, customerId))
    .orderBy(ledgerEntries.createdAt);

describe("a payment for an order", () => {
  it("settles the order's invoice, in one or several parts, and is audited", async () => {
    const id = await billedOrder();
    expect(await openOf(id)).toEqual([86_40]);
    await takePayment(db, counter, id, typed(50_00));
    expect(await openOf(id)).toEqual([36_40]);
    await takePayment(db, counter, id, typed(36_40));
    expect(await openOf(id)).toEqual([]);
    expect((await booked()).slice(1)).toEqual([
      { cents: -50_00, settled: 50_00 },
      { cents: -36_40, settled: 36_40 },
    ]);
    const log = await db.select().from(auditLog).where(eq(auditLog.entityId, customerId));
    expect(log.filter(({ action }) => action === "payment booked")).toHaveLength(2);
  });

  it("is booked once if it is submitted repeatedly, or by several people concurrently", async () => {
    const id = await billedOrder();
    const once = typed(86_40);
    await Promise.all([1, 2, 3].map(() => takePayment(db, counter, id, once)));
    await takePayment(db, counter, id, once);
    expect(await booked()).toHaveLength(2);
    const other = await billedOrder();
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => takePayment(db, counter, other, typed(86_40))),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is listed on its order's page and history, with who took it back and why", async () => {
    const tillId = randomUUID();
    await addTill(db, admin, { requestId: tillId, name: "By the door" });
    const drawer = await openTill(db, counter, tillId, { requestId: randomUUID(), float: 0 });
    const id = await billedOrder();
    await takePayment(db, counter, id, { ...typed(50_00), drawer });
    const cheque = { method: "cheque" as const, reference: "117" };
    await takePayment(db, counter, id, { ...typed(36_40), ...cheque });
    expect(await paymentsOfOrder(db, admin, id)).toMatchObject([
      { cents: 36_40, ...cheque, by: counter.email, takenBack: null },
      { cents: 50_00, method: "cash", note: expect.stringMatching(/^At till \d+$/) },
    ]);
    for (const { entryId: paymentId } of await paymentsOfOrder(db, admin, id)) {
      await reversePayment(db, admin, { customerId, paymentId, note: "A mistake" }, shop);
    }
    const takenBack = { by: admin.email, why: "A mistake" };
    expect(await paymentsOfOrder(db, admin, id)).toMatchObject([{ takenBack }, { takenBack }]);
    const log = await db.select().from(auditLog).where(eq(auditLog.entityId, id));
    expect(
      log.flatMap(({ action, after }) => (action.startsWith("payment") ? { action, after } : [])),
    ).toEqual([
      {
        action: "payment booked",
        after: { amount: "50.00", method: "cash", note: expect.stringContaining("At till") },
      },
      {
        action: "payment booked",
        after: { amount: "36.40", method: "cheque", reference: "117" },
      },
      {
        action: "payment taken back",
        after: { amount: "36.40", method: "cheque", note: "A mistake" },
      },
      {
        action: "payment taken back",
        after: { amount: "50.00", method: "cash", note: "A mistake" },
      },
    ]);
    // Another order's page doesn't name them.
    expect(await paymentsOfOrder(db, admin, await billedOrder())).toEqual([]);
    expect(await paymentsOfOrder(db, admin, "x")).toEqual([]);
  });

  it("is at most the open amount, and does not settle other invoices", async () => {
    const [id, other] = [await billedOrder(), await billedOrder()];
    await expect(takePayment(db, counter, id, typed(86_41))).rejects.toMatchObject({
      code: "more than the amount",
      message: expect.stringContaining("Only $86.40 is open"),
    });
    await takePayment(db, counter, id, typed(86_40));
    await expect(takePayment(db, counter, id, typed(1))).rejects.toThrow("Nothing is open");
    expect(await openOf(other)).toEqual([86_40]);
  });

  it("goes into an open drawer in cash, rounded and once, and never into a closed one", async () => {
    const tillId = randomUUID();
    await addTill(db, admin, { requestId: tillId, name: "By the door" });
    const drawer = await openTill(db, counter, tillId, { requestId: randomUUID(), float: 100_00 });
    const order = await insertFilledOrder(db, customerId, {
      status: "fulfilled",
      totalPrice: "86.42",
    });
    await issueFor(db, order);
    const into = (amount: number) => ({ ...typed(amount), drawer });
    await expect(takePayment(db, counter, order.id, into(86_42))).rejects.toThrow(
      "In cash it comes to $86.40. Check the amount.",
    );
    await takePayment(db, counter, order.id, into(50_00));
    const rest = into(36_40);
    await Promise.all([1, 2].map(() => takePayment(db, counter, order.id, rest)));
    // Nor again as cash of no drawer, from the same form.
    await takePayment(db, counter, order.id, { ...rest, drawer: "" });
    expect(await openOf(order.id)).toEqual([]);
    const taken = await receiptsOfSession(db, drawer);
    expect(taken).toMatchObject([
      { orderId: order.id, method: "cash", cents: 50_00, roundingCents: 0 },
      { orderId: order.id, method: "cash", cents: 36_40, roundingCents: -2 },
    ]);
    await expect(takePayment(db, counter, order.id, into(5))).rejects.toThrow("Nothing is open");
    const seen = drawerVersion({ moves: [], money: taken });
    await closeTill(db, counter, { sessionId: drawer, seen, counted: 186_40, reason: "" });
    const late = takePayment(db, counter, await billedOrder(), into(86_40));
    await expect(late).rejects.toThrow("was closed on");
  });

  it("is refused for an order without an invoice, and for an unknown one", async () => {
    const { id } = await insertFilledOrder(db, customerId, { status: "pending" });
    expect(await openOf(id)).toEqual([]);
    await expect(takePayment(db, counter, id, typed(1))).rejects.toThrow("Nothing is open");
    for (const unknown of [randomUUID(), "x"]) {
      expect(await debtOfOrder(db, admin, unknown)).toBeNull();
      const taken = takePayment(db, counter, unknown, typed(1));
      await expect(taken).rejects.toMatchObject({ code: "gone" });
    }
  });
});

describe("a deposit", () => {
  const holdsOf = async (id: string) =>
    (await db.select().from(orderHolds).where(eq(orderHolds.orderId, id)))
      .filter(({ releasedAt }) => releasedAt === null)
      .map(({ reason, note }) => `${reason} ${note}`);

  /** Orders 10 lb at $24.99: $249.90, at most $274.89. */
  async function ordered(by?: Client) {
    const client = by ?? (await signedInClient(db));
    const { id } = await insertOrder(db, client.customerId);
    await insertOrderItem(db, id);
    await db.delete(mailOutbox);
    return { id, client };
  }
  const entriesOf = (id: string) =>
    db
      .select({
        kind: ledgerEntries.kind,
        cents: ledgerEntries.cents,
        settled: ledgerEntries.allocatedCents,
      })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.customerId, id))
      .orderBy(ledgerEntries.createdAt);

  it("holds its order until it is paid, is booked once, and is used by the invoice", async () => {
    const { id, client } = await ordered();
    await askDeposit(db, admin, id, 100_00, shop);
    await askDeposit(db, admin, id, 120_00, shop);
    expect(await holdsOf(id)).toEqual(["deposit $120.00"]);
    const [mail] = await db.select().from(mailOutbox);
    expect(mail).toMatchObject({ recipient: client.email });
    expect(mail?.text).toContain("deposit of $100.00");
    expect(await debtOfOrder(db, counter, id)).toMatchObject({ debts: [], depositCents: 120_00 });
    await expect(takePayment(db, counter, id, typed(119_99))).rejects.toMatchObject({
      code: "another amount",
    });
    const once = typed(120_00);
    await Promise.all([1, 2, 3].map(() => takePayment(db, counter, id, once)));
    await takePayment(db, counter, id, once);
    expect(await entriesOf(client.customerId)).toEqual([
      { kind: "payment", cents: -120_00, settled: 0 },
    ]);
    expect(await holdsOf(id)).toEqual([]);
    expect((await db.select().from(mailOutbox)).at(-1)?.subject).toMatch(/We have your deposit/);
    await expect(askDeposit(db, admin, id, 10_00, shop)).rejects.toMatchObject({ code: "paid" });
    // It is credit that waits for its order, and is not offered to be paid back.
    const reserved = async () => (await getAccount(db, admin, client.customerId))?.reservedCents;
    expect(await reserved()).toBe(120_00);

    await invoicedOrder(db, admin, id, shop);
    expect(await entriesOf(client.customerId)).toEqual([
      { kind: "payment", cents: -120_00, settled: 120_00 },
      { kind: "invoice", cents: 249_90, settled: 120_00 },
    ]);
    expect(await openOf(id)).toEqual([129_90]);
    expect(await reserved()).toBe(0);
  });

  it("goes into an open drawer in cash, rounded, and its invoice uses it to the cent", async () => {
    const tillId = randomUUID();
    await addTill(db, admin, { requestId: tillId, name: "By the door" });
    const drawer = await openTill(db, counter, tillId, { requestId: randomUUID(), float: 100_00 });
    const { id, client } = await ordered();
    const other = await ordered(client);
    await askDeposit(db, admin, id, 200_02, shop);
    const into = (amount: number) => ({ ...typed(amount), drawer });
    await expect(takePayment(db, counter, id, into(200_02))).rejects.toThrow(
      "Please take the whole deposit of $200.00.",
    );
    const once = into(200_00);
    await Promise.all([1, 2].map(() => takePayment(db, counter, id, once)));
    const says =
      "It is taken off the invoice. We asked for $200.02; the difference is cash rounding.";
    const order = { id, number: 1042, status: "pending" };
    expect(await shownDeposit(db, order, shop, { isGuest: false })).toMatchObject({
      cents: 200_00,
      says,
    });
    const told = (await db.select({ text: mailOutbox.text }).from(mailOutbox)).at(-1)?.text;
    expect(told?.replaceAll(/\s+/g, " ")).toContain(`Your deposit of $200.00 is here. ${says}`);
    expect(await receiptsOfSession(db, drawer)).toMatchObject([
      { orderId: id, documentNumber: null, cents: 200_00, roundingCents: -2 },
    ]);
    expect(await holdsOf(id)).toEqual([]);
    // Neither part pays another invoice.
    await invoicedOrder(db, admin, other.id, shop);
    expect(await openOf(other.id)).toEqual([249_90]);
    expect(await exposureOf(db, client.customerId)).toMatchObject({ owedCents: 249_90 - 200_02 });
    await invoicedOrder(db, admin, id, shop);
    expect(await openOf(id)).toEqual([49_88]);
    expect(await openItems(db, client.customerId, "credits")).toEqual([]);
  });

  it("paid at a till is requested again once the payment is taken back, which the drawer no longer counts", async () => {
    const tillId = randomUUID();
    await addTill(db, admin, { requestId: tillId, name: "By the door" });
    const drawer = await openTill(db, counter, tillId, { requestId: randomUUID(), float: 0 });
    const { id, client } = await ordered();
    await askDeposit(db, admin, id, 50_03, shop);
    await takePayment(db, counter, id, { ...typed(50_05), drawer });
    const [receipt] = await receiptsOfSession(db, drawer);
    const { customerId } = client;
    const back = { customerId, paymentId: receipt?.entryId ?? "", note: "Another order’s" };
    await reversePayment(db, admin, back, shop);
    expect(await holdsOf(id)).toEqual(["deposit $50.03"]);
    expect(await paymentsOfOrder(db, admin, id)).toMatchObject([
      { cents: 50_05, note: expect.stringContaining("Deposit"), takenBack: { why: back.note } },
    ]);
    expect(await openItems(db, customerId)).toEqual([]);
    expect(await openItems(db, customerId, "credits")).toEqual([]);
    expect((await receiptsOfSession(db, drawer))[0]?.isTakenBack).toBe(true);
  });

  it.each([
    ["given back", "We have given your deposit of $50.00 for order"],
    ["never received", "did not arrive, so $50.00 is open again"],
    ["still here", "We have taken back the payment that we had recorded as your deposit"],
  ])(
    "taken back after its drawer was counted is explained to the client: %s",
    async (cash, words) => {
      const [tillId, otherId] = [randomUUID(), randomUUID()];
      await addTill(db, admin, { requestId: tillId, name: "By the door" });
      await addTill(db, admin, { requestId: otherId, name: "At the back" });
      const drawer = await openTill(db, counter, tillId, { requestId: randomUUID(), float: 0 });
      const other = await openTill(db, counter, otherId, {
        requestId: randomUUID(),
        float: 100_00,
      });
      const { id, client } = await ordered();
      await askDeposit(db, admin, id, 50_00, shop);
      await takePayment(db, counter, id, { ...typed(50_00), drawer });
      const taken = await receiptsOfSession(db, drawer);
      const seen = drawerVersion({ moves: [], money: taken });
      await closeTill(db, counter, { sessionId: drawer, seen, counted: 50_00, reason: "" });
      const back = {
        customerId: client.customerId,
        paymentId: taken[0]?.entryId ?? "",
        note: "So",
      };
      const where = cash === "given back" ? other : cash;
      await reversePayment(db, admin, { ...back, cash: where }, shop);
      const told = (await db.select({ text: mailOutbox.text }).from(mailOutbox)).at(-1)?.text;
      expect(told?.replaceAll(/\s+/g, " ")).toContain(words);
      expect(told).not.toContain("did not come through");
    },
  );

  it("is shown on its order's page, with how to pay it, until it is paid or released", async () => {
    const { id } = await ordered();
    const page = (status = "pending", isGuest = true) =>
      shownDeposit(db, { id, number: 1042, status }, shop, { isGuest });
    expect(await page()).toBeNull();
    await askDeposit(db, admin, id, 100_00, shop);
    expect(await page()).toMatchObject({
      cents: 100_00,
      isPaid: false,
      says: expect.stringContaining(`call ${shop.company.phone.display}`),
    });
    await takePayment(db, counter, id, typed(100_00));
    expect(await page()).toEqual({
      cents: 100_00,
      isPaid: true,
      says: "It is taken off the invoice.",
      ifCancelled: "You paid $100.00 ahead. We give it back to you.",
    });
    expect((await page("pending", false))?.ifCancelled).toBe(
      "You paid $100.00 ahead. It becomes credit on your account until we give it back.",
    );
    expect((await page("cancelled"))?.says).toContain("we give it back to you");
    expect((await page("cancelled", false))?.says).toContain("to your account as credit");
    await invoicedOrder(db, admin, id, shop);
    expect(await page()).toBeNull();
    const other = await ordered();
    await askDeposit(db, admin, other.id, 100_00, shop);
    const release = { id: other.id, reason: "deposit" as const, note: "Not needed" };
    await releaseOrder(db, admin, release, shop, { releaseUpToCents: 0 });
    const released = { id: other.id, number: 1043, status: "pending" };
    expect(await shownDeposit(db, released, shop, { isGuest: true })).toBeNull();
  });

  it("waits for its order's invoice, and is credit once the order is cancelled", async () => {
    const { id, client } = await ordered();
    const other = await ordered(client);
    await askDeposit(db, admin, id, 100_00, shop);
    await takePayment(db, counter, id, typed(100_00));
    await invoicedOrder(db, admin, other.id, shop);
    const [invoice] = await openItems(db, client.customerId);
    const settleOldest = () =>
      db.transaction((tx) =>
        settle(
          tx,
          admin,
          { customerId: client.customerId, entryId: invoice?.entryId ?? "" },
          "oldest first",
        ),
      );
    expect(await settleOldest()).toBe(0);
    await cancelOrder(db, admin, id, shop);
    expect(await settleOldest()).toBe(100_00);
  });

  it("is booked once if two people take it concurrently", async () => {
    const { id, client } = await ordered();
    await askDeposit(db, admin, id, 100_00, shop);
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => takePayment(db, counter, id, typed(100_00))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await entriesOf(client.customerId)).toHaveLength(1);
  });

  it("is no longer requested once its hold is released", async () => {
    const { id } = await ordered();
    await askDeposit(db, admin, id, 100_00, shop);
    const release = { id, reason: "deposit" as const, note: "It came by the bank" };
    await releaseOrder(db, admin, release, shop, { releaseUpToCents: 0 });
    expect(await debtOfOrder(db, counter, id)).toMatchObject({ depositCents: 0 });
    await expect(takePayment(db, counter, id, typed(100_00))).rejects.toThrow();
  });

  it("above the order's total leaves the rest on the account", async () => {
    const { id, client } = await ordered();
    await askDeposit(db, admin, id, 274_89, shop);
    await takePayment(db, counter, id, typed(274_89));
    await invoicedOrder(db, admin, id, shop);
    expect(await entriesOf(client.customerId)).toEqual([
      { kind: "payment", cents: -274_89, settled: 249_90 },
      { kind: "invoice", cents: 249_90, settled: 249_90 },
    ]);
  });

  it("can be requested again after its payment is reversed", async () => {
    const { id, client } = await ordered();
    await askDeposit(db, admin, id, 50_00, shop);
    await takePayment(db, counter, id, typed(50_00));
    const [{ entryId = "" } = {}] = await openItems(db, client.customerId, "credits");
    await db.transaction((tx) =>
      reverse(tx, admin, { kind: "payment", entryIds: [entryId], note: "Bounced" }),
    );
    expect(await debtOfOrder(db, counter, id)).toMatchObject({ depositCents: 0 });
    await askDeposit(db, admin, id, 60_00, shop);
    await takePayment(db, counter, id, typed(60_00));
    await invoicedOrder(db, admin, id, shop);
    expect(await openOf(id)).toEqual([189_90]);
  });

  it("pays no other overdue debt, so the next order is held", async () => {
    const { id, client } = await ordered();
    const { customerId } = client;
    await db.update(customers).set({ graceDays: 0 }).where(eq(customers.id, customerId));
    const yesterday = daysAfter(pacificDay(new Date()), -1);
    const charge = { kind: "adjustment", cents: 80_00, note: "Crates", dueOn: yesterday } as const;
    await db.transaction((tx) => book(tx, admin, { customerId, ...charge, occurredOn: yesterday }));
    await askDeposit(db, admin, id, 100_00, shop);
    await takePayment(db, counter, id, typed(100_00));
    expect(await exposureOf(db, customerId)).toMatchObject({ overdueCents: 80_00 });
    // Once the order is cancelled, the deposit is ordinary credit.
    await cancelOrder(db, admin, id, shop);
    expect(await exposureOf(db, customerId)).toMatchObject({ overdueCents: 0 });
  });

  it("is used by the month's invoice of a client who gets one", async () => {
    const { id, client } = await ordered();
    await db
      .update(customers)
      .set({ invoicePer: "month" })
      .where(eq(customers.id, client.customerId));
    await askDeposit(db, admin, id, 100_00, shop);
    await takePayment(db, counter, id, typed(100_00));
    await invoicedOrder(db, admin, id, shop);
    expect(await entriesOf(client.customerId)).toMatchObject([{ settled: 0 }]);
    await invoiceNow(db, admin, { customerId: client.customerId, upTo: 999_999 }, shop);
    expect(await entriesOf(client.customerId)).toMatchObject([
      { kind: "payment", settled: 100_00 },
      { kind: "invoice", settled: 100_00 },
    ]);
  });

  it("can't exceed the order's maximum, nor be requested for a cancelled or unknown order", async () => {
    const { id } = await ordered();
    await expect(askDeposit(db, admin, id, 274_90, shop)).rejects.toMatchObject({
      code: "more than the order",
    });
    await cancelOrder(db, admin, id, shop);
    await expect(askDeposit(db, admin, id, 1_00, shop)).rejects.toThrow();
    await expect(askDeposit(db, admin, randomUUID(), 1_00, shop)).rejects.toThrow();
  });
});
