import { asc, eq, inArray } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { may } from "#app/domain/access/capability.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { creditNoteTerms } from "#app/domain/documents/invoice-terms.ts";
import {
  CreditRefusedError,
  issueCreditNote,
} from "#app/domain/documents/issuing/issue-credit-note.server.ts";
import { type OrderMailFacts, tellOfOrder } from "#app/domain/orders/order-recipient.server.ts";
import { refundCreditNote } from "#app/domain/payments/refunds.server.ts";
import { formatCents, formatDollars, toCents } from "#app/lib/amounts/money.ts";
import { formatLb, sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, lockOrders, transactionWithRetry } from "#db/locks.ts";
import { customers, ofGuest } from "#db/schema/customers.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { documentLines } from "#db/schema/money/documents.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import type { CreditReason } from "#db/schema/values/money.ts";
import { claimedInvoice, linesOfClaim } from "./claimed-invoice.server.ts";
import { askedAndGranted, noGuestBalance, reasonText } from "./credit.ts";
import type { Decision } from "./credit-form.ts";
import { creditDeclinedMail, creditNoteMail, type NotedLine } from "./credit-mails.ts";
import { claimedName, isClaimedDocumentLine, isOpenAtDoor } from "./credit-requests.server.ts";

/**
 * Decides an open request: approval issues the credit note, which settles its invoice. The client
 * is emailed. For staff who keep the books.
 *
 * @throws Refusal, with status 409 if a colleague decided it in the meantime
 */
export function decideCredit(
  db: Database,
  staff: Staff<"money">,
  id: string,
  decision: Decision,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    await lockCreditedOrder(tx, id);
    const request = await lockRequest(tx, id);
    if (decision.intent === "decline") {
      await close(tx, staff, id, { status: "declined", decisionNote: decision.note });
      await recordAudit(tx, staff, {
        entity: "credit",
        entityId: id,
        action: "credit declined",
        after: { note: decision.note },
      });
      await tell(tx, request, shop, (order) => creditDeclinedMail(order, decision.note, shop));
      return;
    }
    if (request.isGuest && decision.payout === "balance") {
      throw new Refusal("invalid", noGuestBalance, { field: "payout" });
    }
    await approve(
      tx,
      staff,
      [id],
      { ...request, ...(await linesToCredit(tx, id, decision)) },
      decision,
      shop,
    );
  });
}

/**
 * Credits all open requests for what came back from an order's door in one credit note, as
 * reported, since the goods may be weighed later. For staff who keep the books.
 *
 * @param id one of the open requests
 * @throws Refusal if no other one is open, or the order isn't invoiced yet
 */
export function creditTogether(
  db: Database,
  staff: Staff<"money">,
  id: string,
  shop: Shop,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    await lockCreditedOrder(tx, id);
    const request = await lockRequest(tx, id);
    const ids = await openAtDoor(tx, request.orderId);
    if (!ids.includes(id) || ids.length < 2) {
      throw new Refusal(
        "refused",
        "No other refused goods of this order wait. Please load it again.",
      );
    }
    await creditTogetherWithin(tx, staff, ids, "", shop);
  });
}

/**
 * Credits open requests of one order in one credit note, each as it was claimed. The caller holds
 * the locks of the order and its customer, and has checked the capability.
 *
 * @param note our answer, which the client reads
 * @throws Refusal if one was decided in the meantime, or the order isn't invoiced yet
 */
export async function creditTogetherWithin(
  tx: Transaction,
  staff: Actor,
  ids: readonly string[],
  note: string,
  shop: Shop,
): Promise<void> {
  const requests: Awaited<ReturnType<typeof lockRequest>>[] = [];
  for (const id of ids) requests.push(await lockRequest(tx, id));
  const [request] = requests;
  if (!request) return;
  const claimed = await claimsOf(tx, ids);
  const { invoice, lines } = await toInvoiceLines(
    tx,
    claimed.map((claim) => ({ grant: { lb: claim.lb, amount: claim.amount }, claim })),
  );
  // A line that was refused twice, or came back in two lots, is credited once.
  const together = [...Map.groupBy(lines, ({ position }) => position).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const lb = toPounds(sumLb(same.map((line) => line.lb ?? "0")));
    const remark = [...new Set(same.map((line) => line.remark))].filter(Boolean).join("; ");
    return [{ position: first.position, reason: first.reason, remark, lb }];
  });
  const decided = claimed.map((claim) => ({
    ...claim,
    granted: pick(claim, "lb", "amount"),
  }));
  await approve(tx, staff, ids, { ...request, invoice, lines: together, decided }, { note }, shop);
}

/** Locks and returns the open requests for what came back from an order's door, oldest first. */
async function openAtDoor(tx: Transaction, orderId: string): Promise<string[]> {
  const open = await tx
    .select({ id: creditRequests.id })
    .from(creditRequests)
    .where(isOpenAtDoor(orderId))
    .orderBy(asc(creditRequests.createdAt), asc(creditRequests.id))
    .for("update");
  return open.map(({ id }) => id);
}

interface ToApprove extends Awaited<ReturnType<typeof lockRequest>> {
  /** The lines of all requests, with what is credited of each. */
  decided: (NotedLine & { requestId: string })[];
  invoice: { id: string; number: string };
  lines: (Parameters<typeof issueCreditNote>[1]["lines"][number] & { reason: CreditReason })[];
}

async function approve(
  tx: Transaction,
  staff: Actor,
  ids: readonly string[],
  { invoice, lines, decided, ...request }: ToApprove,
  decision: Pick<Extract<Decision, { intent: "approve" }>, "note" | "payout">,
  shop: Shop,
): Promise<void> {
  const reason = [...new Set(lines.map((line) => reasonText[line.reason]))].join(", ");
  const issued = await issueCreditNote(
    tx,
    { invoiceId: invoice.id, reason, lines, issuedBy: staff.userId },
    creditNoteTerms(shop),
  ).catch((error: unknown) => {
    throw error instanceof CreditRefusedError ? tooMuch(error) : error;
  });
  const asked = decision.payout === undefined ? request.payout : decision.payout;
  const payout = request.isGuest ? "refund" : asked;
  const refundedCents = await refundCreditNote(tx, staff, {
    orderId: request.orderId,
    documentId: issued.id,
    payout,
    cents: toCents(issued.total),
  });
  for (const id of ids) {
    await close(tx, staff, id, {
      status: "approved",
      decisionNote: decision.note,
      creditNoteId: issued.id,
      invoiceId: invoice.id,
      payout,
    });
    await recordAudit(tx, staff, {
      entity: "credit",
      entityId: id,
      action: "credit approved",
      after: {
        creditNote: issued.documentNumber,
        credited: formatDollars(issued.total),
        products: decided
          .filter(({ requestId }) => requestId === id)
          .map((line) => `${line.productName}: ${askedAndGranted(line)}`)
          .join("; ")
          .slice(0, 2000),
        ...(refundedCents > 0 && { refunded: formatCents(refundedCents) }),
        note: decision.note,
      },
    });
  }
  await tell(tx, request, shop, (order, seesInvoices) =>
    creditNoteMail(
      order,
      {
        ...issued,
        url: seesInvoices ? issued.url : null,
        corrects: invoice.number,
        refundedCents,
        lines: decided,
      },
      decision.note,
      shop,
    ),
  );
}

/** Locks the order and customer of a request, before anything that its decision changes. */
async function lockCreditedOrder(tx: Transaction, id: string): Promise<void> {
  if (!isUuid(id)) return;
  const [request] = await tx
    .select({ orderId: creditRequests.orderId, customerId: creditRequests.customerId })
    .from(creditRequests)
    .where(eq(creditRequests.id, id));
  if (!request) return;
  await lockOrders(tx, request.orderId);
  await lockCustomer(tx, request.customerId);
}

async function lockRequest(tx: Transaction, id: string) {
  const [request] = isUuid(id)
    ? await tx
        .select({
          ...pick(creditRequests, "status", "orderId", "customerId", "payout"),
          orderNumber: orders.number,
          placedBy: orders.placedBy,
          isGuest: ofGuest,
        })
        .from(creditRequests)
        .innerJoin(customers, eq(customers.id, creditRequests.customerId))
        .innerJoin(orders, eq(orders.id, creditRequests.orderId))
        .where(eq(creditRequests.id, id))
        .for("update", { of: creditRequests })
    : [];
  if (!request) throw new Refusal("gone", "There is no such request.");
  if (request.status !== "open") {
    throw new Refusal("refused", "A colleague has decided this request meanwhile.");
  }
  return request;
}

async function linesToCredit(
  tx: Transaction,
  id: string,
  { lines: granted }: Extract<Decision, { intent: "approve" }>,
) {
  const claimed = await claimsOf(tx, [id]);
  const wanted = granted.map((grant) => {
    const claim = claimed.find(({ position }) => position === grant.position);
    if (!claim) throw new Refusal("refused", "This request has changed. Please load it again.");
    return { grant, claim };
  });
  const decided = claimed.map((claim) => {
    const grant = granted.find(({ position }) => position === claim.position);
    return { ...claim, granted: { lb: grant?.lb ?? null, amount: grant?.amount ?? null } };
  });
  return { ...(await toInvoiceLines(tx, wanted)), decided };
}

function claimsOf(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({
      requestId: creditRequestLines.creditRequestId,
      productName: claimedName,
      position: creditRequestLines.position,
      itemId: creditRequestLines.orderItemId,
      documentId: creditRequestLines.documentId,
      linePosition: creditRequestLines.linePosition,
      lb: creditRequestLines.lb,
      amount: creditRequestLines.amount,
      reason: creditRequestLines.reason,
      note: creditRequestLines.note,
    })
    .from(creditRequestLines)
    .innerJoin(creditRequests, eq(creditRequests.id, creditRequestLines.creditRequestId))
    .leftJoin(orderItems, eq(orderItems.id, creditRequestLines.orderItemId))
    .leftJoin(documentLines, isClaimedDocumentLine)
    .where(inArray(creditRequestLines.creditRequestId, [...ids]))
    .orderBy(asc(creditRequests.createdAt), asc(creditRequestLines.position));
}

interface Wanted {
  grant: { lb: string | null; amount: string | null };
  claim: Awaited<ReturnType<typeof claimsOf>>[number];
}

async function toInvoiceLines(tx: Transaction, wanted: Wanted[]) {
  const [first] = wanted;
  const invoice = first && (await claimedInvoice(tx, first.claim));
  if (!invoice) {
    throw new Refusal("refused", "The order is not invoiced yet. Please approve it once it is.");
  }
  const lines = wanted.map(({ grant, claim }) => {
    const [line] = linesOfClaim(invoice, claim);
    if (!line) throw new Refusal("refused", `It was not billed on invoice ${invoice.number}.`);
    const much = grant.lb === null ? { amount: grant.amount ?? "0" } : { lb: grant.lb };
    return { position: line.position, reason: claim.reason, remark: claim.note, ...much };
  });
  return { invoice, lines };
}

function tooMuch({ line }: CreditRefusedError): Refusal {
  if (!line) {
    return new Refusal("refused", "This is more than the invoice without its earlier credits.");
  }
  const left = [
    line.unit === "lb" ? formatLb(Number(line.leftLb)) : "",
    formatDollars(line.leftAmount),
  ].filter(Boolean);
  const message = `Of ${line.description} only ${left.join(" or ")} can still be credited.`;
  return new Refusal("refused", message);
}

async function close(
  tx: Transaction,
  staff: Actor,
  id: string,
  outcome: Partial<typeof creditRequests.$inferInsert>,
): Promise<void> {
  await tx
    .update(creditRequests)
    .set({ ...outcome, decidedBy: staff.userId, decidedAt: new Date() })
    .where(eq(creditRequests.id, id));
}

async function tell(
  tx: Transaction,
  order: { orderId: string; orderNumber: number; customerId: string; placedBy: string | null },
  shop: Shop,
  mailFor: (
    order: { orderId: string; orderNumber: number; guestUrl: string | null },
    seesInvoices: boolean,
  ) => ReturnType<typeof creditDeclinedMail>,
): Promise<void> {
  const { orderId, orderNumber } = order;
  const compose = ({ guestUrl, role }: OrderMailFacts) =>
    mailFor({ orderId, orderNumber, guestUrl }, may({ role }, "see invoices"));
  await tellOfOrder(tx, { ...order, id: orderId }, shop, compose, { hasInvoice: true });
}
