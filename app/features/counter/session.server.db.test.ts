import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { cashAtTills, placesOfCash } from "#app/domain/door/till/take-back-at-till.server.ts";
import { receiptsOfSession } from "#app/domain/door/till/till-receipts.server.ts";
import { reversePayment } from "#app/features/collecting/by-hand.server.ts";
import { takePayment } from "#app/features/collecting/pay-order.server.ts";
import { paymentsOfOrder } from "#app/features/collecting/payments-of-order.server.ts";
import type { Database } from "#db/database.ts";
import { tillMoves, tillTakeBacks } from "#db/schema/money/tills.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { saidBy } from "#tests/setup/reason-of.ts";
import { openForCounter, shop } from "#tests/setup/rooms/counter-tests.ts";
import { staffAs } from "#tests/setup/signed-in.ts";
import { correctTender, countedPayments } from "./refund.server.ts";
import { sell } from "./sell.server.ts";
import { closedSessions, getSession } from "./session.server.ts";
import { readSold } from "./sold.server.ts";

let db: Database;
let admin: Admin;
let staff: Staff<"till">;
let sessionId: string;
let customerId: string;
const { line, sale, openedTill, close, walkInBalance, expectedNow } = openForCounter((opened) => {
  ({ db, admin, staff, sessionId } = opened);
});
beforeEach(async () => {
  customerId = (await insertClient(db)).user.id;
});

const opened = async (float = 100_00) => (await openedTill(float)).sessionId;

/** Takes $86.40 in cash into a drawer; returns the ledger entry. */
async function paidInto(drawer: string) {
  const order = await insertFilledOrder(db, customerId, {
    status: "fulfilled",
    totalPrice: "86.40",
  });
  await issueFor(db, order);
  const typed = { requestId: randomUUID(), amount: 86_40, method: "cash" as const, reference: "" };
  await takePayment(db, admin, order.id, { ...typed, drawer }, shop);
  return (await receiptsOfSession(db, drawer)).at(-1)?.entryId ?? "";
}

const takeBack = (paymentId: string, cash?: string) =>
  reversePayment(
    db,
    admin,
    { customerId, paymentId, note: "A mistake", ...(cash && { cash }) },
    shop,
  );

describe("a payment that is taken back after its drawer was counted", () => {
  it("leaves the signed figures unchanged; cash given back out of another drawer is counted there", async () => {
    const [drawer, later] = [await opened(), await opened(200_00)];
    const paymentId = await paidInto(drawer);
    await close(drawer, 186_40);
    const signed = await getSession(db, admin, drawer);
    await expect(takeBack(paymentId)).rejects.toMatchObject({
      answer: { errors: { cash: [expect.any(String)] } },
    });
    await expect(takeBack(paymentId, drawer)).rejects.toThrow("was closed on");
    await takeBack(paymentId, later);
    const { since, ...figures } = (await getSession(db, admin, drawer)) ?? {};
    expect(figures).toEqual({ ...signed, since: undefined });
    expect(since).toMatchObject({
      expectedCents: 186_40,
      takenBack: [{ was: { method: "cash", cents: 86_40 }, why: "A mistake", now: [] }],
    });
    const where =
      /^Its cash was given back out of the drawer of till \d+ \(By the window\), opened on/;
    expect(since?.takenBack[0]?.cash).toMatch(where);
    // The account's history and the order's payments name it too.
    expect((await placesOfCash(db, [paymentId]))[paymentId]).toMatch(where);
    const orderId = (await receiptsOfSession(db, drawer))[0]?.orderId ?? "";
    expect((await paymentsOfOrder(db, admin, orderId))[0]?.takenBack?.cash).toMatch(where);
    expect((await getSession(db, admin, later))?.expectedCents).toBe(113_60);
    const [moved] = await db.select().from(tillMoves).where(eq(tillMoves.sessionId, later));
    expect(moved?.reason).toMatch(/^Given back for order \d+, payment taken back: A mistake$/);
    // Only once, and no more than the drawer should hold.
    expect(await takeBack(paymentId, later)).toEqual({ refused: "changed meanwhile" });
    expect(await db.$count(tillMoves, eq(tillMoves.sessionId, later))).toBe(1);
  });

  it("changes the difference if its cash was never received, but not if the cash is still here", async () => {
    const drawer = await opened();
    const [never, here] = [await paidInto(drawer), await paidInto(drawer)];
    await close(drawer, 186_40, "One is missing");
    const difference = async () =>
      (await closedSessions(db, admin)).find(({ id }) => id === drawer)?.difference;
    expect(await difference()).toBe("$86.40 short");
    await takeBack(here, "still here");
    expect(await difference()).toBe("$86.40 short");
    await takeBack(never, "never received");
    expect(await difference()).toBe("Exactly right (when counted: $86.40 short)");
    const report = await getSession(db, admin, drawer);
    expect(report).toMatchObject({ expectedCents: 272_80, totals: { forOrdersCents: 172_80 } });
    expect(report?.since).toMatchObject({ expectedCents: 186_40 });
    expect(await db.$count(tillTakeBacks, sql`move_id is null`)).toBe(2);
  });

  it("needs no answer about its cash while its drawer is open, and isn't counted in it", async () => {
    const drawer = await opened();
    const paymentId = await paidInto(drawer);
    expect((await cashAtTills(db, admin, [paymentId]))[paymentId]?.isCounted).toBe(false);
    await takeBack(paymentId);
    expect((await getSession(db, admin, drawer))?.expectedCents).toBe(100_00);
    await close(drawer, 100_00);
    expect((await getSession(db, admin, drawer))?.since).toMatchObject({ takenBack: [] });
  });

  it("is not paid out of a drawer that doesn't hold that much", async () => {
    const [drawer, small] = [await opened(), await opened(50_00)];
    const paymentId = await paidInto(drawer);
    await close(drawer, 186_40);
    await expect(takeBack(paymentId, small)).rejects.toThrow("There is not so much in the drawer");
    expect(await takeBack(paymentId, "never received")).toHaveProperty("entryId");
  });
});

it("a bookkeeper can correct a payment only once its drawer was counted", async () => {
  const bookkeeper = staffAs(admin, "bookkeeper", "money");
  const drawer = await opened();
  await paidInto(drawer);
  const [receipt] = await receiptsOfSession(db, drawer);
  const [orderId, receiptId] = [receipt?.orderId ?? "", receipt?.id ?? ""];
  const wrong = { requestId: randomUUID(), receiptId, method: "terminal" as const, reason: "Card" };
  await expect(correctTender(db, bookkeeper, orderId, wrong)).rejects.toThrow("is still open");
  expect(await countedPayments(db, bookkeeper, orderId)).toEqual([]);
  await close(drawer, 186_40);
  expect(await countedPayments(db, bookkeeper, orderId)).toMatchObject([{ id: receiptId }]);
  await correctTender(db, bookkeeper, orderId, { ...wrong, cash: "never received" });
  expect(await paymentsOfOrder(db, admin, orderId)).toMatchObject([
    { method: "terminal", isCounted: true },
    { method: "cash", isCounted: false, takenBack: { cash: "Its cash was never received." } },
  ]);
});

describe("the expected cash of a drawer", () => {
  it("follows the correction of a wrong payment method, without its cash rounding", async () => {
    const { id } = await sell(db, staff, sale([line("2.03")]), shop);
    const receiptId = (await readSold(db, id))?.receipts[0]?.id ?? "";
    const wrong = {
      requestId: randomUUID(),
      receiptId,
      method: "terminal" as const,
      reason: "Card",
    };
    await Promise.all([1, 2].map(() => correctTender(db, staff, id, wrong)));
    const sold = await readSold(db, id);
    expect(
      sold?.receipts.map(({ method, cents, isTakenBack }) => [method, cents, isTakenBack]),
    ).toEqual([
      ["cash", 50_75, true],
      ["terminal", 50_73, false],
    ]);
    expect(await expectedNow()).toBe(0);
    expect(await walkInBalance()).toBe(0);
  });

  it("can be corrected after the count by staff who keep the books", async () => {
    const { id } = await sell(db, staff, sale([line("2.03")]), shop);
    const receiptId = (await readSold(db, id))?.receipts[0]?.id ?? "";
    const counted = (await getSession(db, staff, sessionId))?.expectedCents ?? 0;
    await close(sessionId, counted);
    const signed = await getSession(db, staff, sessionId);
    const wrong = {
      requestId: randomUUID(),
      receiptId,
      method: "terminal" as const,
      reason: "Card",
    };
    expect(await saidBy(correctTender(db, staff, id, wrong))).toContain("was closed on");
    await expect(correctTender(db, admin, id, wrong)).rejects.toMatchObject({
      answer: { errors: { cash: [expect.any(String)] } },
    });
    const never = { ...wrong, cash: "never received" };
    await Promise.all([1, 2].map(() => correctTender(db, admin, id, never)));
    const sold = await readSold(db, id);
    expect(
      sold?.receipts.map(({ method, cents, isTakenBack }) => [method, cents, isTakenBack]),
    ).toEqual([
      ["cash", 50_75, true],
      ["terminal", 50_73, false],
    ]);
    expect(await walkInBalance()).toBe(0);
    const { since, ...figures } = (await getSession(db, staff, sessionId)) ?? {};
    expect(figures).toEqual({ ...signed, since: undefined });
    expect(since).toMatchObject({
      late: [],
      expectedCents: counted - 50_75,
      terminalCents: (signed?.ways.terminal.netCents ?? 0) + 50_73,
      takenBack: [{ was: { cents: 50_75 }, now: [{ method: "terminal", cents: 50_73 }] }],
    });
  });
});
