import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { may } from "#app/domain/access/capability.ts";
import type { Actor } from "#app/domain/audit/record-audit.server.ts";
import { debitMail } from "#app/domain/documents/debits/debit-mail.ts";
import { standingInvoiceOf } from "#app/domain/documents/invoices.server.ts";
import type { IssuedInvoice } from "#app/domain/documents/issuing/issue.server.ts";
import { takeBackCredit } from "#app/domain/documents/issuing/take-back-credit.server.ts";
import { tellOfOrder } from "#app/domain/orders/order-recipient.server.ts";
import {
  hundredthsLb,
  isNoWeight,
  lbLess,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import type { Database, Transaction } from "#db/database.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { isLiveReturn, returnedGoods } from "#db/schema/money/door.ts";
import type { CreditReason } from "#db/schema/values/money.ts";
import { weighedByMistakeNote } from "./credit.ts";
import { claimPounds, declineTakenBack, insertCreditRequest } from "./credit-requests.server.ts";
import { creditTogetherWithin } from "./decide-credit.server.ts";

interface Returned {
  orderId: string;
  customerId: string;
  orderItemId: string;
  /** Pounds still to credit; "0.00" if they were all credited ahead (`creditedAhead`). */
  lb: string;
  reason: CreditReason;
  note: string;
  requestId: string;
}

/**
 * Claims the credit of goods that came back, in the request from the driver's report, or else in a
 * new one; `creditReturned` credits it. The caller holds the order's lock, stores what came back
 * before it claims more of it, and has checked the capability.
 *
 * @param claimed the requests claimed just before, to be credited with this one
 * @returns the request's id; if nothing is claimed, of one that was credited ahead
 */
export async function claimReturned(
  tx: Transaction,
  by: Actor,
  returned: Returned,
  claimed: readonly string[],
): Promise<string> {
  const { orderItemId, lb } = returned;
  const asked = (await claimsOfItems(tx, [orderItemId])).filter(({ source }) => source === "door");
  if (isNoWeight(lb)) {
    const settled = asked.find(
      ({ status, creditedLb, backLb }) => status === "approved" && lbLess(creditedLb, backLb) > 0,
    );
    if (!settled) throw new Error(`Nothing of ${orderItemId} was credited ahead`);
    return settled.id;
  }
  const waiting = asked.filter(({ status }) => status === "open");
  // If a line was refused twice, each weighing answers its own report.
  const open = waiting.find(({ id }) => !claimed.includes(id)) ?? waiting[0];
  if (!open) return record(tx, by, returned);
  // A waiting request covers everything that came back so far, e.g. of several lots.
  await claimPounds(tx, open.id, toPounds(sumLb([open.ownLb, lb])));
  return open.id;
}

/**
 * Credits claimed returns of an order in one note; they stay open until the order is invoiced. The
 * caller holds the locks of the order and its customer, and has checked the capability.
 *
 * @param note our answer, which the client reads
 * @returns whether they are credited
 * @throws Refusal for more than can be credited
 */
export async function creditReturned(
  tx: Transaction,
  by: Actor,
  {
    orderId,
    creditRequestIds,
    note,
  }: { orderId: string; creditRequestIds: readonly string[]; note: string },
  shop: Shop,
): Promise<boolean> {
  if (!(await standingInvoiceOf(tx, orderId))) return false;
  await creditTogetherWithin(tx, by, [...new Set(creditRequestIds)], note, shop);
  return true;
}

/**
 * Returns, by line, the pounds reported at the door that were credited and have not come back yet.
 * The caller must have checked access.
 */
export async function creditedAhead(
  db: Database | Transaction,
  orderItemIds: readonly string[],
): Promise<Map<string, string>> {
  const claimed = await claimsOfItems(db, orderItemIds);
  return new Map(
    orderItemIds.map((id) => {
      const ahead = claimed
        .filter(({ orderItemId }) => orderItemId === id)
        .reduce((sum, { source, status, creditedLb, weighedLb, usedLb }) => {
          const isCredited = source === "door" && status === "approved";
          const credited = isCredited ? Math.max(0, lbLess(creditedLb, weighedLb)) : 0;
          return sum + credited - toHundredthsLb(usedLb);
        }, 0);
      return [id, toPounds(hundredthsLb(Math.max(0, ahead)))];
    }),
  );
}

interface TakenBack {
  /** The weighing's row. */
  id: string;
  creditRequestId: string;
  orderItemId: string;
  /** The pounds that the weighing added to its credit. */
  creditedLb: string;
  /** For the client, on the invoice. */
  reason: string;
  requestId: string;
}

/**
 * Takes back the credit of a mistaken weighing; other weighings of the same request keep theirs. An
 * open claim is lowered to what the driver reported at the door, else declined; what was credited
 * is billed again, and the client is told. The caller holds the locks of the order and its
 * customer, stores the result before it claims more, and has checked the capability.
 *
 * @returns the pounds taken off the credit, and the invoice, if something had been credited
 */
export async function takeBackReturned(
  tx: Transaction,
  by: Actor,
  order: { id: string; number: number; customerId: string; placedBy: string | null },
  { id, creditRequestId, orderItemId, creditedLb, reason, requestId }: TakenBack,
  shop: Shop,
): Promise<{ takenLb: string; debit: IssuedInvoice | null }> {
  const nothing = { takenLb: "0.00", debit: null };
  const [asked] = await claims(tx, eq(creditRequests.id, creditRequestId));
  if (!asked || toHundredthsLb(creditedLb) === 0) return nothing;
  const others = await tx
    .select({ creditedLb: returnedGoods.creditedLb })
    .from(returnedGoods)
    .where(
      and(eq(returnedGoods.creditRequestId, asked.id), ne(returnedGoods.id, id), isLiveReturn),
    );
  const otherLb = sumLb(others.map((one) => one.creditedLb));
  if (asked.status === "open") {
    const left = toPounds(hundredthsLb(Math.min(otherLb, toHundredthsLb(asked.claimedLb ?? "0"))));
    if (otherLb > 0) await claimPounds(tx, asked.id, left);
    else if (asked.reportedLb !== null) await claimPounds(tx, asked.id, asked.reportedLb);
    else await declineTakenBack(tx, [asked.requestId], by.userId, weighedByMistakeNote);
    return nothing;
  }
  const takenLb = toPounds(hundredthsLb(Math.max(0, toHundredthsLb(asked.creditedLb) - otherLb)));
  if (asked.noteId === null || toHundredthsLb(takenLb) === 0) return nothing;
  const isAll = otherLb === 0;
  const taken = await takeBackCredit(
    tx,
    { noteId: asked.noteId, orderItemId, lb: takenLb, isAll, reason, requestId },
    shop,
  );
  if (!taken) return nothing;
  const { issued, corrects } = taken;
  await tellOfOrder(
    tx,
    order,
    shop,
    ({ role }) => {
      const url = may({ role }, "see invoices") ? issued.url : null;
      return debitMail({ ...issued, url, corrects, bills: "credit" }, shop);
    },
    { hasInvoice: true },
  );
  return { takenLb, debit: issued };
}

/** Returns lines' requests, with the pounds credited and come back. */
function claimsOfItems(tx: Database | Transaction, orderItemIds: readonly string[]) {
  return claims(tx, inArray(creditRequestLines.orderItemId, [...orderItemIds]));
}

function claims(tx: Database | Transaction, which: SQL | undefined) {
  return tx
    .select({
      orderItemId: creditRequestLines.orderItemId,
      id: creditRequests.id,
      source: creditRequests.source,
      status: creditRequests.status,
      requestId: creditRequests.requestId,
      noteId: creditRequests.creditNoteId,
      claimedLb: creditRequestLines.lb,
      /** Pounds of the report at the door; null for none. */
      reportedLb: sql<string | null>`(select refused_lb::text from stop_events
          where stop_events.request_id = ${creditRequests.requestId})`,
      // A note for several requests credits each as it was claimed, less what was taken back since.
      creditedLb: sql<string>`(coalesce((
          select sum(packed) from document_lines
          where document_lines.document_id = ${creditRequests.creditNoteId} and unit = 'lb'
            and not exists (select from credit_requests as other
              where other.credit_note_id = ${creditRequests.creditNoteId}
                and other.id <> ${creditRequests.id})
        ), ${creditRequestLines.lb}, 0.00) + coalesce((
          select sum(credited_lb) from returned_goods
          where credit_request_id = ${creditRequests.id} and reverses_id is not null
        ), 0.00))::text`,
      backLb: sql<string>`coalesce((
          select sum(lb) from returned_goods
          where credit_request_id = ${creditRequests.id} and ${isLiveReturn}
        ), 0.00)::text`,
      /** The pounds that weighings added to the credit, also those lost on the way. */
      weighedLb: sql<string>`coalesce((
          select sum(credited_lb) from returned_goods
          where credit_request_id = ${creditRequests.id} and ${isLiveReturn}
        ), 0.00)::text`,
      /** The part of `backLb` that was credited ahead. */
      usedLb: sql<string>`coalesce((
          select sum(greatest(0.00, lb - coalesce(credited_lb, 0.00))) from returned_goods
          where credit_request_id = ${creditRequests.id} and ${isLiveReturn}
        ), 0.00)::text`,
      /** The part of `backLb` that was not credited ahead. */
      ownLb: sql<string>`coalesce((
          select sum(least(lb, credited_lb)) from returned_goods
          where credit_request_id = ${creditRequests.id} and ${isLiveReturn}
        ), 0.00)::text`,
    })
    .from(creditRequests)
    .innerJoin(creditRequestLines, eq(creditRequestLines.creditRequestId, creditRequests.id))
    .where(which)
    .orderBy(asc(creditRequests.createdAt), asc(creditRequests.id));
}

async function record(tx: Transaction, by: Actor, returned: Returned): Promise<string> {
  const { orderId, customerId, orderItemId, lb, reason, note, requestId } = returned;
  const invoice = await standingInvoiceOf(tx, orderId);
  const stored = await insertCreditRequest(
    tx,
    {
      orderId,
      customerId,
      source: "staff",
      requestId,
      note,
      requestedBy: by.userId,
      invoiceId: invoice?.id ?? null,
    },
    () => [{ orderItemId, lb, reason, note }],
  );
  if (stored === null) throw new Error("The request of a new return was stored before");
  return stored;
}
