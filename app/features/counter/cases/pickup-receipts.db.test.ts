import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { billDifference } from "#app/domain/documents/debits/debits.server.ts";
import { correctionsAmong } from "#app/domain/door/till/corrections.ts";
import { askedAtTill } from "#app/domain/door/till/till.ts";
import { unsettle } from "#app/domain/ledger/allocations.server.ts";
import { bookByHand } from "#app/features/collecting/by-hand.server.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { allocations } from "#db/schema/money/ledger.ts";
import { creditFor } from "#tests/setup/factories/orders.ts";
import { by, openForCounter, raise, shop } from "#tests/setup/rooms/counter-tests.ts";
import { getHandedOver, packedLines } from "../handed-over.server.ts";
import { mailReceipt } from "../receipt-mail.server.ts";
import { correctTender } from "../refund.server.ts";
import { settlingRows } from "../sale.ts";

let db: Database;
let admin: Admin;
let staff: Staff<"till">;
const { pickup, take, expectedNow } = openForCounter((opened) => {
  ({ db, admin, staff } = opened);
});

describe("a pickup", () => {
  it("has a receipt that can be mailed once it is handed over, and shows a corrected payment method", async () => {
    const { id, cents } = await pickup();
    expect(await getHandedOver(db, staff, id)).toBeNull();
    const [line] = await packedLines(db, staff, id);
    expect(line).toMatchObject({ name: "Ribeye Steak" });
    const asked = askedAtTill(cents, "cash");
    await take(id, cents, { tenders: [{ ...by("cash", asked), tenderedCents: 400_00 }] });
    const handed = await getHandedOver(db, staff, id);
    expect(handed?.sheet).toMatchObject({
      slip: null,
      openCents: 0,
      otherwisePaidCents: 0,
      roundingCents: asked - cents,
      order: { number: handed?.number, name: handed?.name },
      tenders: [{ method: "cash", cents: asked, tenderedCents: 400_00 }],
      totals: { totalCents: cents },
    });
    await mailReceipt(db, staff, id, "pickup@example.com", shop);
    expect(await db.$count(mailOutbox, eq(mailOutbox.recipient, "pickup@example.com"))).toBe(1);
    await correctTender(db, staff, id, {
      requestId: randomUUID(),
      receiptId: handed?.receipts[0]?.id ?? "",
      method: "terminal",
      reason: "It was the card",
    });
    // The customer sees how it was paid; who corrected it and why is only on the staff's page.
    const corrected = await getHandedOver(db, staff, id);
    expect(corrected?.sheet).toMatchObject({
      openCents: 0,
      roundingCents: 0,
      tenders: [{ method: "terminal", cents, isCorrected: true }],
    });
    expect(correctionsAmong(corrected?.receipts ?? [])).toMatchObject([
      {
        was: { method: "cash", cents: asked },
        now: [{ method: "terminal", cents }],
        by: staff.email,
        why: "It was the card",
      },
    ]);
    await mailReceipt(db, staff, id, "corrected@example.com", shop);
    const [mailed] = await db
      .select({ text: mailOutbox.text })
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, "corrected@example.com"));
    expect(mailed?.text).toContain("Paid by card terminal (corrected)");
    expect(mailed?.text).not.toContain("It was the card");
    expect(mailed?.text).not.toContain(staff.email);
    expect(await expectedNow()).toBe(0);
    const [noted] = await db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "handed over at the till")));
    expect(noted?.after).toMatchObject({ method: `${formatCents(asked)} in cash` });
  });

  it("has a payment corrected for the amount that it settled, even if more of the invoice is open since", async () => {
    const { id, cents } = await pickup();
    const tenders = [by("etransfer", 10_03), by("terminal", cents - 10_03)];
    await take(id, cents, { tenders });
    const { receipts = [] } = (await getHandedOver(db, staff, id)) ?? {};
    const entryOf = (method: string) => receipts.find((one) => one.method === method)?.entryId;
    const creditId = entryOf("terminal") ?? "";
    const [settled] = await db.select().from(allocations).where(eq(allocations.creditId, creditId));
    const { customerId = "", debitId = "" } = settled ?? {};
    await db.transaction((tx) => unsettle(tx, staff, { customerId, creditId, debitId }));
    await correctTender(db, staff, id, {
      requestId: randomUUID(),
      method: "cash",
      reason: "It was cash",
      receiptId: receipts.find(({ method }) => method === "etransfer")?.id ?? "",
    });
    const handed = await getHandedOver(db, staff, id);
    expect(handed?.sheet).toMatchObject({ openCents: cents - 10_03, roundingCents: 2 });
  });

  it("has a receipt that separates payments for its invoice from those for another", async () => {
    const { id, cents, invoice } = await pickup();
    const { customerId, id: documentId } = invoice;
    await bookByHand(db, admin, {
      customerId,
      kind: "payment",
      cents: -cents,
      method: "etransfer",
      settles: { documents: [documentId], rest: "nothing yet" },
    });
    const bill = { id: documentId, number: invoice.documentNumber, orderId: id };
    const what = { position: null, description: "Second delivery", unit: "each" as const };
    const sum = { packed: "1.00", unitPrice: "12.00", amount: "12.00", taxCode: "Z" as const };
    const typed = { requestId: randomUUID(), reason: "Came again", lines: [{ ...what, ...sum }] };
    await billDifference(db, admin, bill, typed, shop);
    await take(id, 12_00, { tenders: [by("terminal", 12_00)] });
    const handed = await getHandedOver(db, staff, id);
    expect(handed?.sheet).toMatchObject({
      documentNumber: invoice.documentNumber,
      openCents: 0,
      forOthersCents: 12_00,
      otherwisePaidCents: cents,
      tenders: [{ method: "terminal", cents: 12_00 }],
    });
  });

  it("has a receipt that separates later credits from payments made elsewhere", async () => {
    const { id, cents, invoice } = await pickup();
    const { customerId, id: invoiceId } = invoice;
    await db
      .update(customers)
      .set({ termsKind: "net", termsDays: 14 })
      .where(eq(customers.id, customerId));
    await bookByHand(db, admin, {
      customerId,
      kind: "payment",
      cents: -20_00,
      method: "etransfer",
      settles: { documents: [invoiceId], rest: "nothing yet" },
    });
    await take(id, cents - 20_00, { tenders: [by("cash", 30_00)], rest: "account" });
    const before = await getHandedOver(db, staff, id);
    expect(before?.sheet).toMatchObject({ otherwisePaidCents: 20_00, creditedCents: 0 });
    await creditFor(db, invoiceId, toDollars(cents));
    const handed = await getHandedOver(db, staff, id);
    expect(handed?.sheet).toMatchObject({
      otherwisePaidCents: 20_00,
      creditedCents: cents - 50_00,
      openCents: 0,
      tenders: [{ method: "cash", cents: 30_00 }],
    });
    await mailReceipt(db, staff, id, "settled@example.com", shop);
    const [mailed] = await db
      .select({ text: mailOutbox.text })
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, "settled@example.com"));
    for (const { label, cents: part } of settlingRows(handed?.sheet ?? raise())) {
      expect(mailed?.text).toMatch(new RegExp(`${label}.*\\${formatCents(part)}`, "s"));
    }
    expect(mailed?.text).toContain("Paid elsewhere");
    expect(mailed?.text).toContain("Settled by credit");
  });

  it("has a receipt that lists as credited only what a credit settled", async () => {
    const sheetOf = async (orderId: string) =>
      (await getHandedOver(db, staff, orderId))?.sheet ?? raise();
    // Credited before payment: the credit settles a part, the payment the rest.
    const before = await pickup();
    await creditFor(db, before.invoice.id, "20.00");
    const rest = before.cents - 20_00;
    await take(before.id, rest, { tenders: [by("terminal", rest)] });
    const settled = { creditedCents: 20_00, otherwisePaidCents: 0, openCents: 0, keptCents: 0 };
    expect(await sheetOf(before.id)).toMatchObject(settled);
    // Credited after payment: the credit is the client's, also once it was paid back in cash.
    const after = await pickup();
    await take(after.id, after.cents, { tenders: [by("terminal", after.cents)] });
    const { id: invoiceId, customerId } = after.invoice;
    await creditFor(db, invoiceId, "20.00");
    const paid = { creditedCents: 0, otherwisePaidCents: 0, openCents: 0, forOthersCents: 0 };
    expect(await sheetOf(after.id)).toMatchObject(paid);
    const refund = { customerId, kind: "refund", cents: 20_00, method: "cash" } as const;
    await bookByHand(db, admin, { ...refund, settles: "oldest first" });
    expect(await sheetOf(after.id)).toMatchObject(paid);
    // Partly paid: the open part isn't credited.
    const part = await pickup();
    await db
      .update(customers)
      .set({ termsKind: "net", termsDays: 14 })
      .where(eq(customers.id, part.invoice.customerId));
    await take(part.id, part.cents, { tenders: [by("cash", 30_00)], rest: "account" });
    expect(await sheetOf(part.id)).toMatchObject({
      creditedCents: 0,
      otherwisePaidCents: 0,
      openCents: part.cents - 30_00,
    });
  });
});
