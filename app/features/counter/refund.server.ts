import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { creditNoteTerms } from "#app/domain/documents/invoice-terms.ts";
import {
  CreditRefusedError,
  creditableLines,
  issueCreditNote,
} from "#app/domain/documents/issuing/issue-credit-note.server.ts";
import { askedAtTill, judgeTenders, tillMethodText } from "#app/domain/door/till/till.ts";
import {
  giveBack,
  isTaken,
  receiptsOfOrders,
  takeBackReceipt,
  takeTenders,
} from "#app/domain/door/till/till-receipts.server.ts";
import { lockOpenSession } from "#app/domain/door/till/tills.server.ts";
import { formatCents, toCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatDateTime, pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, lockName, lockOrders, transactionWithRetry } from "#db/locks.ts";
import { documents } from "#db/schema/money/documents.ts";
import { dueOf } from "./pickups.server.ts";
import type { TypedRefund, TypedWrongTender } from "./refund.ts";
import { readSold, type SoldSale } from "./sold.server.ts";

/**
 * Gives money back for lines of a counter sale: a credit note for all that is left of them, and a refund
 * out of a till that uses it up. The meat is never sold again, so no stock comes back. Sent twice, it is
 * given back once. For staff who take money.
 *
 * @throws Refusal
 */
export function refundSale(
  db: Database,
  staff: Staff<"till">,
  orderId: string,
  { requestId, sessionId, lines, method, reference, reason }: TypedRefund,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    await lockName(tx, `till refund ${requestId}`);
    const session = await lockOpenSession(tx, sessionId);
    if (await isTaken(tx, requestId)) return;
    const sold = await lockSold(tx, orderId);
    if (sold.sheet.onAccountOf !== null) {
      throw new Refusal(
        "on account",
        "This went on a client’s account. The office credits it there.",
      );
    }
    const customerId = await payerOf(tx, sold);
    const left = await creditableLines(tx, sold.documentId);
    const chosen = left.filter(({ position }) => lines.includes(position));
    if (chosen.length < lines.length || chosen.some((line) => toCents(line.leftAmount) <= 0)) {
      throw given();
    }
    const note = await issueCreditNote(
      tx,
      {
        ...{ invoiceId: sold.documentId, reason, issuedBy: staff.userId },
        lines: chosen.map(({ position, unit, leftLb, leftAmount }) =>
          unit === "lb" && Number(leftLb) > 0
            ? { position, remark: "", lb: leftLb }
            : { position, remark: "", amount: leftAmount },
        ),
      },
      creditNoteTerms(shop),
    ).catch((error: unknown) => {
      throw error instanceof CreditRefusedError ? given() : error;
    });
    const credited = toCents(note.total);
    const cents = askedAtTill(credited, method);
    const taken = {
      ...{ requestId, session, customerId, orderId, creditNoteId: note.id, staff },
      ...{ takenAt: new Date(), occurredOn: pacificDay(new Date()) },
    };
    if (cents === 0)
      throw new Refusal("amount", `${formatCents(credited)} can’t be given in cash.`);
    await giveBack(tx, taken, { method, cents, roundingCents: credited - cents, reference });
    await recordAudit(tx, staff, {
      ...{ entity: "order", entityId: orderId, action: "refunded at the counter" },
      after: {
        ...{ creditNote: note.documentNumber, amount: toDollars(cents) },
        ...{ method: tillMethodText[method].title, reason },
      },
    });
  });
}

const given = () =>
  new Refusal("changed", "Some of this was given back already. Look at the sale again.");

/**
 * Says in which way a payment of a sale, or of an order that was handed over, really came: it is taken back as a whole and taken anew, at the same
 * till, while that is not counted. Sent twice, it is done once. For staff who take money.
 *
 * @throws Refusal
 */
export function correctTender(
  db: Database,
  staff: Staff<"till">,
  orderId: string,
  { requestId, receiptId, method, reason }: TypedWrongTender,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    await lockName(tx, `till tender ${requestId}`);
    const receipts = isUuid(orderId) ? await receiptsOfOrders(tx, orderId) : [];
    const receipt = receipts.find(({ id }) => id === receiptId);
    if (!receipt) throw new Refusal("gone", "There is no such payment.");
    const session = await lockOpenSession(tx, receipt.sessionId);
    if (await isTaken(tx, requestId)) return;
    await lockOrders(tx, orderId);
    await lockCustomer(tx, receipt.customerId);
    if (receipt.cents < 0 || receipt.method === method) {
      throw new Refusal("invalid", "Choose another way of paying.", { field: "method" });
    }
    if (!(await takeBackReceipt(tx, staff, receipt, reason))) {
      throw new Refusal("changed", "This payment was taken back already. Nothing was changed.");
    }
    // What is due without what cash was rounded by.
    const dueCents = receipt.cents - receipt.roundingCents;
    const cents = askedAtTill(dueCents, method);
    const tender = { method, cents, tenderedCents: null, reference: "" };
    const { accepted, problem } = judgeTenders(dueCents, [tender]);
    if (!accepted) throw new Refusal("amount", problem);
    const { documentIds: open } = await dueOf(tx, orderId, receipt.customerId);
    const documentIds = [...new Set([receipt.documentId, ...open])].filter((id) => id !== null);
    await takeTenders(
      tx,
      {
        ...{ requestId, session, customerId: receipt.customerId, orderId, documentIds, staff },
        ...{ takenAt: receipt.takenAt, occurredOn: pacificDay(receipt.takenAt) },
      },
      accepted,
    );
    await recordAudit(tx, staff, {
      ...{ entity: "order", entityId: orderId, action: "way of paying corrected" },
      before: { method: tillMethodText[receipt.method].title, amount: toDollars(receipt.cents) },
      after: {
        ...{ method: tillMethodText[method].title, amount: toDollars(cents), reason },
        note: `Taken on ${formatDateTime(receipt.takenAt)}`,
      },
    });
  });
}

async function lockSold(tx: Transaction, orderId: string): Promise<SoldSale> {
  if (isUuid(orderId)) await lockOrders(tx, orderId);
  const sold = isUuid(orderId) ? await readSold(tx, orderId) : null;
  if (!sold) throw new Refusal("gone", "There is no such sale.");
  return sold;
}

/** Whose account the sale is on, locked. */
async function payerOf(tx: Transaction, { documentId }: SoldSale): Promise<string> {
  const [sold] = await tx
    .select({ customerId: documents.customerId })
    .from(documents)
    .where(eq(documents.id, documentId));
  if (!sold) throw new Error("The sale has no document");
  await lockCustomer(tx, sold.customerId);
  return sold.customerId;
}
