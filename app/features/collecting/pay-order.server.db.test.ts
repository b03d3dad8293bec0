import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { debtOfOrder, takePayment } from "./pay-order.server.ts";
import type { OrderPayment } from "./pay-order.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let counter: Staff<"till">;
let customerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  const { userId, email } = admin;
  const account = { userId, email, isAdmin: false, staffRole: "counter" as const };
  const made = capabilitiesOf({ ...account, membership: null }, "other@example.com").staff;
  if (!made) throw new Error("Whoever stands at the counter is on the staff");
  counter = made as Staff<"till">;
});
beforeEach(async () => {
  customerId = (await insertClient(db)).user.id;
});
afterAll(() => database.close());

/** An order of $86.40 with an invoice of its own. */
async function billedOrder() {
  const order = await insertFilledOrder(db, customerId, {
    ...{ status: "fulfilled", totalPrice: "86.40" },
  });
  await issueFor(db, order);
  return order.id;
}

const typed = (amount: number, requestId: string = randomUUID()): OrderPayment => ({
  ...{ requestId, amount, method: "cash", reference: "" },
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
  it("settles its invoice, in parts too, and says who took it", async () => {
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

  it("is booked once, pressed twice or by two at the same time", async () => {
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

  it("is no more than is open, and leaves other invoices alone", async () => {
    const [id, other] = [await billedOrder(), await billedOrder()];
    await expect(takePayment(db, counter, id, typed(86_41))).rejects.toMatchObject({
      code: "more than the amount",
      message: expect.stringContaining("Only $86.40 is open"),
    });
    await takePayment(db, counter, id, typed(86_40));
    await expect(takePayment(db, counter, id, typed(1))).rejects.toThrow("Nothing is open");
    expect(await openOf(other)).toEqual([86_40]);
  });

  it("is not taken for an order without an invoice of its own, nor for an unknown one", async () => {
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
