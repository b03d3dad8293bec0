import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { lockNeverLeft, putBack, type ToPutBack } from "#app/domain/claims/never-left.server.ts";
import { creditNoteTerms } from "#app/domain/documents/invoice-terms.ts";
import {
  CreditRefusedError,
  issueCreditNote,
} from "#app/domain/documents/issuing/issue-credit-note.server.ts";
import { judgeRefund, partsInWords } from "#app/domain/door/till/refund-ways.ts";
import {
  lockTakeBackAtTill,
  recordTakeBackAtTill,
} from "#app/domain/door/till/take-back-at-till.server.ts";
import { askedAtTill, judgeTenders, tillMethodText } from "#app/domain/door/till/till.ts";
import {
  giveBack,
  isTaken,
  receiptsOfOrders,
  type TillReceipt,
  takeBackReceipt,
  takeTenders,
} from "#app/domain/door/till/till-receipts.server.ts";
import { expectedOf, lockOpenSession, lockSession } from "#app/domain/door/till/tills.server.ts";
import { refundsOf, settle } from "#app/domain/ledger/allocations.server.ts";
import { markPaid, orderOfDeposit } from "#app/domain/ledger/deposits.server.ts";
import { lineTotalCents, sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { formatDateTime, pacificDay } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, lockName, lockOrders, transactionWithRetry } from "#db/locks.ts";
import { documents } from "#db/schema/money/documents.ts";
import { orders } from "#db/schema/orders.ts";
import { dueOf } from "./pickups.server.ts";
import {
  type GivenPart,
  givenParts,
  meatInWords,
  refundCents,
  soldEarlierText,
  type TypedRefund,
  type TypedWrongTender,
} from "./refund.ts";
import { readSold, type SoldSale } from "./sold.server.ts";

/**
 * Refunds lines of a counter sale, or some of their pounds: issues a credit note and pays it out of
 * a till, by the methods in which it was paid. More than a method took, or than the drawer should
 * hold, needs a reason; more than was paid, or than a card paid, is refused. Partial refunds add up
 * to what was paid. Meat that the customer had is never sold again; meat that never left the
 * counter goes back to its lot, only on the day of the sale. Idempotent. For staff who take money.
 * @throws Refusal
 */
export function refundSale(
  db: Database,
  staff: Staff<"till">,
  orderId: string,
  { requestId, sessionId, lines, parts, reference, meat, reason, otherwise }: TypedRefund,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    await lockName(tx, `till refund ${requestId}`);
    // First of all, because a refund that was made stays valid after its drawer is counted.
    if (await isTaken(tx, requestId, orderId, "refund")) return;
    const inCash = parts.find(({ method }) => method === "cash")?.cents ?? 0;
    // Cash needs an exclusive lock, so that two people can't pay out the drawer's last cash.
    const session = await lockOpenSession(tx, sessionId, inCash > 0 ? "update" : "share");
    const sold = await lockSold(tx, orderId);
    if (sold.sheet.onAccountOf !== null) {
      throw new Refusal(
        "on account",
        "This went on a client’s account. The office credits it there.",
      );
    }
    const customerId = await payerOf(tx, sold);
    const { given, problem } = givenParts(sold.creditable, lines);
    if (problem) throw new Refusal("changed", `${problem} Look at the sale again.`);
    const judged = judgeRefund(refundCents(sold, given), parts, sold.paidBy);
    const unusual = [...(judged.unusual ?? [])];
    if (inCash > 0 && inCash > (await expectedOf(tx, session))) {
      unusual.push("There is not so much in the drawer by the books.");
    }
    refuseAtOnce({
      amount: judged.accepted ? "" : judged.problem,
      otherwise:
        unusual.length > 0 && otherwise === ""
          ? `${unusual.join(" ")} Say why it goes back so`
          : "",
      meat: meat === "counter" && !sold.isOfToday ? soldEarlierText : "",
    });
    if (!judged.accepted) throw new Error("The amounts of the refund were not judged");
    const stayed =
      meat === "counter"
        ? await lockNeverLeft(
            tx,
            given.map(({ line, lb }) => ({ ...pick(line, "orderItemId", "description"), lb })),
          )
        : [];
    const note = await issueCreditNote(
      tx,
      {
        invoiceId: sold.documentId,
        reason,
        issuedBy: staff.userId,
        isToTheCent: true,
        lines: given.map(toCredit),
      },
      creditNoteTerms(shop),
    ).catch((error: unknown) => {
      throw error instanceof CreditRefusedError ? changed() : error;
    });
    await putBack(tx, staff, stayed, {
      orderId,
      creditNoteId: note.id,
      reason: `Sale ${sold.sheet.documentNumber ?? sold.sheet.slip ?? ""} keyed wrongly, never left the counter: ${reason}`,
    });
    const taken = {
      requestId,
      session,
      customerId,
      orderId,
      creditNoteId: note.id,
      staff,
      otherwise: unusual.length > 0 ? otherwise : "",
      takenAt: new Date(),
      occurredOn: pacificDay(new Date()),
    };
    await giveBack(
      tx,
      taken,
      judged.accepted.map((part) => ({
        ...part,
        reference: part.method === "cash" ? "" : reference,
      })),
    );
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: "refunded at the counter",
      after: {
        creditNote: note.documentNumber,
        amount: toDollars(sumCents(parts, ({ cents }) => cents)),
        method: partsInWords(parts),
        reason,
        meat: meatInWords(meat === "counter"),
        ...(stayed.length > 0 && { backInStock: backInWords(stayed) }),
        ...(unusual.length > 0 && { note: `${unusual.join(" ")} ${otherwise}` }),
      },
    });
  });
}

function refuseAtOnce(wrong: Record<"amount" | "otherwise" | "meat", string>): void {
  const { amount, ...fields } = wrong;
  const said = Object.entries(fields).filter(([, text]) => text !== "");
  const message = [amount, ...said.map(([, text]) => text)].find((text) => text !== "");
  if (message === undefined) return;
  const code = amount ? "amount" : wrong.otherwise ? "unexplained" : "not today";
  const errors = Object.fromEntries(said.map(([name, text]) => [name, [text]]));
  throw new Refusal(code, message, { errors });
}

/** "2 lb of Ribeye Steak, lot L-17; 1 lb of Chuck, no lot" */
const backInWords = (stayed: readonly ToPutBack[]) =>
  stayed
    .map(({ description, lb, code }) => {
      const lot = code === "" ? "no lot" : `lot ${code}`;
      return `${formatLb(Number(lb))} of ${description}, ${lot}`;
    })
    .join("; ")
    .slice(0, 2000);

const changed = () =>
  new Refusal("changed", "Some of this was given back already. Look at the sale again.");

/** Credits by the pound if that gives the same amount, else by amount, naming the pounds. */
function toCredit({ line: { position, unit, unitPrice }, lb, cents }: GivenPart) {
  const isByPound =
    unit === "lb" && lineTotalCents(toCents(unitPrice), toHundredthsLb(lb)) === cents;
  return isByPound
    ? { position, remark: "", lb }
    : { position, remark: unit === "lb" ? `${lb} lb` : "", amount: toDollars(cents) };
}

/**
 * Corrects the method of a payment for a sale or a handed-over order: takes it back in full and
 * books it again at the same till. Idempotent. For staff who take money or, once the till is
 * counted, for staff who keep the books, who say where cash is. @throws Refusal
 */
export function correctTender(
  db: Database,
  staff: Staff<"till"> | Staff<"money">,
  orderId: string,
  { requestId, receiptId, method, reason, cash = "" }: TypedWrongTender,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    await lockName(tx, `till tender ${requestId}`);
    if (await isTaken(tx, requestId, orderId)) return;
    const receipts = isUuid(orderId) ? await receiptsOfOrders(tx, orderId) : [];
    const receipt = receipts.find(({ id }) => id === receiptId);
    if (!receipt) throw new Refusal("gone", "There is no such payment.");
    if (receipt.countedAt === null && !staffMay(staff, "till")) {
      const message = "Its drawer is still open: whoever stands at the till corrects it there.";
      throw new Refusal("open", message, { status: 409 });
    }
    const isCounted = receipt.countedAt !== null && staffMay(staff, "money");
    const atTill = isCounted ? await lockTakeBackAtTill(tx, receipt.entryId, cash) : null;
    const counted = atTill && (await lockSession(tx, receipt.sessionId, "share"));
    const session = counted ?? (await lockOpenSession(tx, receipt.sessionId));
    await lockOrders(tx, orderId);
    await lockCustomer(tx, receipt.customerId);
    if (receipt.cents < 0 || receipt.method === method) {
      throw new Refusal("invalid", "Choose another way of paying.", { field: "method" });
    }
    const isDeposit = (await orderOfDeposit(tx, receipt.entryId)) !== null;
    const givenBack = await refundsOf(tx, receipt.entryId);
    if (!(await takeBackReceipt(tx, staff, receipt, reason))) {
      throw new Refusal("changed", "This payment was taken back already. Nothing was changed.");
    }
    if (atTill) await recordTakeBackAtTill(tx, staff, atTill, reason);
    // The amount due before cash rounding.
    const dueCents = receipt.cents - receipt.roundingCents;
    const cents = askedAtTill(dueCents, method);
    const tender = { method, cents, tenderedCents: null, reference: "" };
    const { accepted, problem } = judgeTenders(dueCents, [tender]);
    if (!accepted) throw new Refusal("amount", problem);
    const { documentIds: open } = await dueOf(tx, orderId, receipt.customerId);
    const documentIds = [...new Set([receipt.documentId, ...open])].filter((id) => id !== null);
    const [entryId = ""] = await takeTenders(
      tx,
      {
        requestId,
        session,
        customerId: receipt.customerId,
        orderId,
        // Its refunds come first.
        documentIds: givenBack.length > 0 ? [] : documentIds,
        staff,
        takenAt: receipt.takenAt,
        occurredOn: pacificDay(receipt.takenAt),
      },
      accepted,
    );
    for (const settles of givenBack.length > 0
      ? [givenBack, { documents: documentIds, rest: "nothing yet" as const }]
      : []) {
      await settle(tx, staff, { customerId: receipt.customerId, entryId }, settles);
    }
    if (isDeposit) await markPaid(tx, orderId, entryId);
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: "way of paying corrected",
      before: { method: tillMethodText[receipt.method].title, amount: toDollars(receipt.cents) },
      after: {
        method: tillMethodText[method].title,
        amount: toDollars(cents),
        reason,
        note: `Taken on ${formatDateTime(receipt.takenAt)}`,
      },
    });
  });
}

/** Returns an order's payments counted with a till, or null. For staff who keep the books. */
export async function countedPayments(
  db: Database,
  _staff: Staff<"money">,
  orderId: string,
): Promise<TillReceipt[] | null> {
  if (!isUuid(orderId) || (await db.$count(orders, eq(orders.id, orderId))) === 0) return null;
  return (await receiptsOfOrders(db, orderId)).filter(
    ({ cents, isTakenBack, countedAt }) => cents > 0 && !isTakenBack && countedAt !== null,
  );
}

async function lockSold(tx: Transaction, orderId: string): Promise<SoldSale> {
  if (isUuid(orderId)) await lockOrders(tx, orderId);
  const sold = isUuid(orderId) ? await readSold(tx, orderId) : null;
  if (!sold) throw new Refusal("gone", "There is no such sale.");
  return sold;
}

async function payerOf(tx: Transaction, { documentId }: SoldSale): Promise<string> {
  const [sold] = await tx
    .select({ customerId: documents.customerId })
    .from(documents)
    .where(eq(documents.id, documentId));
  if (!sold) throw new Error("The sale has no document");
  await lockCustomer(tx, sold.customerId);
  return sold.customerId;
}
