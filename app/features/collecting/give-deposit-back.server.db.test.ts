import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin, Client, Staff } from "#app/domain/access/capability.ts";
import { readStatement } from "#app/domain/documents/statements/statement.server.ts";
import { statementJob } from "#app/domain/documents/statements/statement-words.ts";
import { receiptsOfSession } from "#app/domain/door/till/till-receipts.server.ts";
import { addTill, openTill } from "#app/domain/door/till/tills.server.ts";
import { openItems, settle } from "#app/domain/ledger/allocations.server.ts";
import { askDeposit, shownDeposit } from "#app/domain/ordering/holding/deposit.server.ts";
import {
  cancelOrder,
  cancelOwnOrder,
} from "#app/domain/ordering/transition/cancel-order.server.ts";
import { transitionOrder } from "#app/domain/ordering/transition/order-transition.server.ts";
import { holdsOf as allHoldsOf } from "#app/domain/orders/holds.server.ts";
import { correctTender } from "#app/features/counter/refund.server.ts";
import { getSession } from "#app/features/counter/session.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orderHolds } from "#db/schema/orders.ts";
import { adjust } from "#tests/setup/booking.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { invoicedOrder, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient, staffAs } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { reversePayment, settleWithCredit, takeBack } from "./by-hand.server.ts";
import { depositToGiveBack, giveDepositBack } from "./give-deposit-back.server.ts";
import { afterGivingBack, givenBackSince, type TypedDepositBack } from "./give-deposit-back.ts";
import { debtOfOrder, takePayment } from "./pay-order.server.ts";
import type { OrderPayment } from "./pay-order.ts";
import { paymentsOfOrder } from "./payments-of-order.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
/** May keep the books, but not take money at the counter. */
let bookkeeper: Staff<"money">;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  bookkeeper = staffAs(admin, "bookkeeper", "money");
});
afterAll(() => database.close());

/** Orders 10 lb at $24.99, at most $274.89, with a paid deposit. */
async function paidAhead(cents: number, payment: Partial<OrderPayment> = {}, by?: Client) {
  const client = by ?? (await signedInClient(db));
  const { id, number } = await insertOrder(db, client.customerId);
  await insertOrderItem(db, id);
  await askDeposit(db, admin, id, cents, shop);
  const typed = { requestId: randomUUID(), amount: cents, method: "etransfer", reference: "" };
  await takePayment(db, admin, id, { ...(typed as OrderPayment), ...payment }, shop);
  await db.delete(mailOutbox);
  return { id, number, client };
}

async function newDrawer(float = 100_00) {
  const tillId = randomUUID();
  await addTill(db, admin, { requestId: tillId, name: "By the door" });
  return openTill(db, admin, tillId, { requestId: randomUUID(), float });
}

const typed = (amount: number, more: Partial<TypedDepositBack> = {}): TypedDepositBack => ({
  requestId: randomUUID(),
  amount,
  method: "etransfer",
  reference: "",
  reason: "They changed their mind",
  ...more,
});

const giveBack = (id: string, back: TypedDepositBack, staff: Staff<"money"> = admin) =>
  giveDepositBack(db, staff, id, back, shop);

const holdsOf = async (id: string) =>
  (await db.select().from(orderHolds).where(eq(orderHolds.orderId, id))).flatMap(
    ({ reason, releasedAt }) => (releasedAt ? [] : [reason]),
  );

const told = async () =>
  (await db.select({ text: mailOutbox.text }).from(mailOutbox)).map(({ text }) =>
    text.replaceAll(/\s+/g, " "),
  );

it("a deposit given back in full is not requested again, as the email and the order's page say", async () => {
  const { id, number, client } = await paidAhead(50_00);
  expect(await depositToGiveBack(db, admin, id)).toMatchObject({ freeCents: 50_00, holds: [] });
  const once = typed(50_00);
  await Promise.all([1, 2].map(() => giveBack(id, once)));
  await giveBack(id, once);
  expect(await openItems(db, client.customerId, "credits")).toEqual([]);
  expect(await openItems(db, client.customerId)).toEqual([]);
  expect(await holdsOf(id)).toEqual([]);
  const holds = await allHoldsOf(db, id);
  const [hold] = holds;
  if (!hold) throw new Error("unreachable");
  const paid = await paymentsOfOrder(db, admin, id);
  expect(givenBackSince(hold, holds, paid)).toMatch(/^\$50\.00 was given back on \w+/);
  expect((await debtOfOrder(db, admin, id))?.depositCents).toBe(0);
  expect(await told()).toEqual([
    expect.stringContaining(
      `We have given your deposit for order ${number}, $50.00, back to you by e-transfer. Nothing is asked for in its place. We cut the order as planned.`,
    ),
  ]);
  expect(await paymentsOfOrder(db, admin, id)).toMatchObject([
    { cents: -50_00, method: "etransfer", note: expect.stringContaining("They changed") },
    { cents: 50_00, takenBack: null },
  ]);
  await expect(giveBack(id, typed(1))).rejects.toThrow("Nothing is left of this order’s deposit");
  // Another one can be asked for.
  await askDeposit(db, admin, id, 20_00, shop);
  expect(await holdsOf(id)).toEqual(["deposit"]);
});

it("the invoice uses the rest of a deposit given back in part", async () => {
  const { id, client } = await paidAhead(50_00);
  await expect(giveBack(id, typed(50_01))).rejects.toThrow("Only $50.00 of the deposit is left");
  await expect(giveBack(id, typed(20_00, { askAgain: "yes" }))).rejects.toThrow(
    "Give all of it back, $50.00, to ask for it again.",
  );
  await giveBack(id, typed(20_00, { method: "cash" }));
  const [mail] = await told();
  expect(mail).toContain("We have given $20.00 of your deposit");
  expect(mail).toContain("$30.00 of it stays paid.");
  const order = { id, number: 1, status: "pending" };
  expect(await shownDeposit(db, order, shop, { isGuest: false })).toMatchObject({ cents: 30_00 });
  await invoicedOrder(db, admin, id, shop);
  expect(await openItems(db, client.customerId)).toMatchObject([{ openCents: 219_90 }]);
  await expect(giveBack(id, typed(30_00))).rejects.toThrow("Nothing is left");
});

it("a deposit given back is requested again if staff choose so", async () => {
  const { id, client } = await paidAhead(50_00);
  await giveBack(id, typed(50_00, { askAgain: "yes" }));
  expect(await holdsOf(id)).toEqual(["deposit"]);
  expect(await told()).toEqual([
    expect.stringMatching(/back to you by e-transfer, so \$50\.00 is open again/),
  ]);
  const again = { requestId: randomUUID(), amount: 50_00, method: "cash", reference: "" } as const;
  await takePayment(db, admin, id, again, shop);
  expect(await openItems(db, client.customerId, "credits")).toMatchObject([{ openCents: 50_00 }]);
  expect((await paymentsOfOrder(db, admin, id)).map(({ cents }) => cents)).toEqual([
    50_00, -50_00, 50_00,
  ]);
  const holds = await allHoldsOf(db, id);
  const all = await paymentsOfOrder(db, admin, id);
  expect(holds.map((hold) => givenBackSince(hold, holds, all))).toEqual([
    expect.stringContaining("$50.00 was given back"),
    "",
  ]);
});

it("a cash deposit goes back out of an open drawer, with the amount that was paid", async () => {
  const drawer = await newDrawer();
  const inCash = { amount: 50_05, method: "cash", drawer } as const;
  const { id, client } = await paidAhead(50_03, inCash);
  const down = await paidAhead(60_02, { amount: 60_00, method: "cash", drawer }, client);
  const back = typed(50_05, { method: "cash", drawer });
  expect(await depositToGiveBack(db, admin, id)).toMatchObject({ drawer });
  await expect(giveBack(id, back, bookkeeper)).rejects.toMatchObject({ status: 403 });
  await giveBack(id, back);
  await giveBack(down.id, typed(60_00, { method: "cash", drawer }));
  expect(await openItems(db, client.customerId, "credits")).toEqual([]);
  expect(await openItems(db, client.customerId)).toEqual([]);
  const report = await getSession(db, admin, drawer);
  expect(report?.ways.cash).toEqual({ takenCents: 110_05, givenBackCents: 110_05, netCents: 0 });
  expect(report?.expectedCents).toBe(100_00);
  expect(report?.totals).toMatchObject({ takenCents: 110_05, givenBackCents: 110_05 });
});

it("a transferred deposit goes back in cash without pennies, and only from a drawer with enough cash", async () => {
  const drawer = await newDrawer(40_00);
  const { id, client } = await paidAhead(50_03);
  const inCash = (amount: number) => giveBack(id, typed(amount, { method: "cash", drawer }));
  await expect(inCash(50_05)).rejects.toThrow("There is not so much in the drawer");
  await expect(inCash(30_02)).rejects.toThrow("There are no pennies: $30.02 is $30.00 in cash");
  await expect(giveBack(id, typed(30_02, { method: "cash" }))).rejects.toThrow("no pennies");
  await inCash(30_00);
  expect((await told())[0]).toContain("We have given $30.00 of your deposit");
  expect(await openItems(db, client.customerId, "credits")).toMatchObject([{ openCents: 20_03 }]);
  await giveBack(id, typed(20_03, { method: "cash" }));
  expect(await openItems(db, client.customerId, "credits")).toEqual([]);
  const again = await paidAhead(20_03, {}, client);
  await expect(giveBack(again.id, typed(20_03, { method: "cash", drawer }))).rejects.toThrow(
    "no pennies",
  );
  await giveBack(again.id, typed(20_05, { method: "cash", drawer: await newDrawer() }));
  expect(await openItems(db, client.customerId, "credits")).toEqual([]);
  expect(await openItems(db, client.customerId)).toEqual([]);
});

it("a deposit stays given back when its payment method is corrected", async () => {
  const drawer = await newDrawer();
  const { id, client } = await paidAhead(50_00, { method: "cash", drawer });
  await giveBack(id, typed(50_00));
  const [receipt] = await receiptsOfSession(db, drawer);
  const wrong = { requestId: randomUUID(), receiptId: receipt?.id ?? "", reason: "Typed wrong" };
  await correctTender(db, admin, id, { ...wrong, method: "terminal" });
  expect(await openItems(db, client.customerId, "credits")).toEqual([]);
  expect(await openItems(db, client.customerId)).toEqual([]);
});

it("giving back a deposit holds a prepaid order again", async () => {
  const client = await signedInClient(db);
  await db
    .update(customers)
    .set({ termsKind: "prepay", termsDays: 0 })
    .where(eq(customers.id, client.customerId));
  const { id } = await insertOrder(db, client.customerId);
  await insertOrderItem(db, id);
  await db.insert(orderHolds).values({ orderId: id, reason: "prepay" });
  await askDeposit(db, admin, id, 274_89, shop);
  const paid = { requestId: randomUUID(), amount: 274_89, method: "eft", reference: "" } as const;
  await takePayment(db, admin, id, paid, shop);
  expect(await holdsOf(id)).toEqual([]);
  const deposit = await depositToGiveBack(db, admin, id);
  expect(deposit && afterGivingBack(deposit)).toMatch(/goes on hold until it is paid/);
  await giveBack(id, typed(274_89));
  expect(await holdsOf(id)).toEqual(["prepay"]);
  expect((await told()).at(-1)).toContain("It is on hold until it is paid");
});

it("a cancelled order's deposit stays as credit until it is given back, as the confirmation and the email say", async () => {
  const { id, client } = await paidAhead(50_00);
  const services = { db, shop, mailFolder: null, log: { error: () => undefined } };
  const asked = { change: "cancel", id, isConfirmed: false, seenDay: "" } as const;
  const { answer } = await transitionOrder(services, admin, asked);
  expect(answer).toMatchObject({ kind: "question", order: { paidAheadCents: 50_00 } });
  await cancelOrder(db, admin, id, shop);
  expect((await told()).at(-1)).toContain(
    "You had paid a deposit of $50.00. The order is cancelled, so it went to your account as credit.",
  );
  await giveBack(id, typed(50_00), bookkeeper);
  expect(await openItems(db, client.customerId, "credits")).toEqual([]);
  const [mail] = (await told()).slice(-1);
  expect(mail).toContain("Nothing is asked for in its place. ");
  expect(mail).not.toContain("We cut the order");
});

it("a deposit paid by card terminal counts for the chosen till, and is given back there", async () => {
  const drawer = await newDrawer();
  const { id } = await paidAhead(50_03, { method: "terminal", drawer });
  const elsewhere = await paidAhead(50_03);
  expect(await depositToGiveBack(db, admin, elsewhere.id)).toMatchObject({ drawer: null });
  const report = () => getSession(db, admin, drawer);
  expect((await report())?.ways.terminal.netCents).toBe(50_03);
  await giveBack(id, typed(50_03, { method: "terminal", drawer }));
  expect((await report())?.ways.terminal).toMatchObject({ takenCents: 50_03, netCents: 0 });
});

it("a deposit given back in part can't be taken back, nor can its settlement", async () => {
  const drawer = await newDrawer();
  const { id, client } = await paidAhead(50_00, { method: "cash", drawer });
  const { customerId } = client;
  await giveBack(id, typed(20_00, { method: "cash", drawer }));
  const [refund, payment] = await paymentsOfOrder(db, admin, id);
  const paymentId = payment?.entryId ?? "";
  const back = { customerId, paymentId, note: "Was for another client" };
  await expect(reversePayment(db, admin, back, shop)).rejects.toThrow(
    /^Given back of it: \$20\.00 on .+ So it can’t be taken back/,
  );
  const pair = { customerId, creditId: paymentId, debitId: refund?.entryId ?? "" };
  expect(await takeBack(db, admin, pair)).toEqual({ refused: "changed meanwhile" });
  expect((await getSession(db, admin, drawer))?.expectedCents).toBe(130_00);
  expect(await openItems(db, customerId)).toEqual([]);
  // Nor can the payment that replaced it with the corrected method.
  const [receipt] = await receiptsOfSession(db, drawer);
  const wrong = { requestId: randomUUID(), receiptId: receipt?.id ?? "", reason: "Typed wrong" };
  await correctTender(db, admin, id, { ...wrong, method: "terminal" });
  const corrected = (await paymentsOfOrder(db, admin, id)).find(
    ({ method }) => method === "terminal",
  );
  const again = { ...back, paymentId: corrected?.entryId ?? "" };
  await expect(reversePayment(db, admin, again, shop)).rejects.toThrow("Given back of it: $20.00");
});

it("a deposit settles nothing else while its order is open, and the refusal names that order", async () => {
  const { id, number, client } = await paidAhead(60_00);
  const { customerId } = client;
  const debt = await adjust(db, admin, {
    customerId,
    requestId: randomUUID(),
    cents: 80_00,
    note: "Crates",
  });
  const [deposit] = await openItems(db, customerId, "credits");
  const use = () =>
    settleWithCredit(db, admin, {
      customerId,
      creditId: deposit?.entryId ?? "",
      settles: "oldest first",
    });
  await expect(use()).rejects.toThrow(`This is the deposit of order ${number} and waits`);
  expect(await openItems(db, customerId, "credits")).toMatchObject([{ openCents: 60_00 }]);
  // A deposit that was spent before that was refused.
  const other = await paidAhead(10_00, {}, client);
  const [paid] = await paymentsOfOrder(db, admin, other.id);
  await db.transaction((tx) =>
    settle(tx, admin, { customerId, entryId: paid?.entryId ?? "" }, [
      { entryId: (debt as { entryId: string }).entryId, cents: 10_00 },
    ]),
  );
  const pending = { id: other.id, number: 1, status: "pending" };
  expect(await shownDeposit(db, pending, shop, { isGuest: false })).toMatchObject({
    says: expect.stringContaining("not taken off the invoice any more"),
    ifCancelled: "",
  });
  await cancelOwnOrder(db, client, id, shop);
  expect((await told()).join(" ")).toContain(
    "There is nothing to pack. $60.00 was paid ahead. It stays as credit until it is given back.",
  );
  expect(await use()).toMatchObject({ entryId: deposit?.entryId });
  expect(await openItems(db, customerId)).toMatchObject([{ openCents: 10_00 }]);
});

it("a client's statement doesn't show why staff took back a cash deposit", async () => {
  const drawer = await newDrawer();
  const { id, client } = await paidAhead(60_02, { amount: 60_00, method: "cash", drawer });
  const { customerId } = client;
  const [payment] = await paymentsOfOrder(db, admin, id);
  const note = "Was for another client";
  await reversePayment(db, admin, { customerId, paymentId: payment?.entryId ?? "", note }, shop);
  const day = pacificDay(new Date());
  const statement = await readStatement(db, customerId, { from: day, to: day }, shop);
  if (!statement) throw new Error("unreachable");
  const { rows } = statementJob(statement).sheet as { rows: { what: string; notes: string[] }[] };
  expect(rows.map(({ what, notes }) => [what, ...notes].join(": ")).sort()).toEqual([
    "Charge: Cash rounding",
    "Credit: Cash rounding",
    "Payment by cash",
    "Payment taken back",
  ]);
  expect(JSON.stringify(await told())).not.toContain(note);
});
