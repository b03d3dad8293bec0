import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { type Client, may, type Staff } from "#app/domain/access/capability.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { OrderLink } from "#app/domain/orders/links/order-links.server.ts";
import type { NamedOrder } from "#app/domain/orders/order.ts";
import { lineTotalCents, sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatDollars, toCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatLb, lbLess, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { ended, wasOrWere } from "#app/lib/in-words.ts";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers, ofAccount, ofGuest } from "#db/schema/customers.ts";
import { attachments, creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { documentOrders, documents, isStandingDocument } from "#db/schema/money/documents.ts";
import { paidByCard } from "#db/schema/money/payments.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { invoicesOfOrder, invoiceToCredit, linesOfClaim } from "./claimed-invoice.server.ts";
import {
  askableUntil,
  type ClaimableLine,
  type CreditTerms,
  claimInWords,
  creditRoute,
  linesOfWholeOrder,
  noGuestBalance,
  reasonText,
} from "./credit.ts";
import { alsoField, type CreditAsk, wholeOrder } from "./credit-form.ts";
import { insertCreditRequest } from "./credit-requests.server.ts";

/** More requests per order are a mistake, or a flood. */
const maxPerOrder = 30;

export interface ClaimableOrder extends NamedOrder {
  customerId: string;
  /** Null if the order isn't invoiced or delivered yet, or the member may not ask. */
  until: Date | null;
  /** True if a credit can be refunded to the card that paid the order. */
  isByCard: boolean;
  isGuest: boolean;
  lines: ClaimableLine[];
}

/** Returns the client's own order with its lines, or null for any other id. */
export async function claimableOrder(
  db: Database,
  client: Client,
  orderId: string,
  terms: CreditTerms,
): Promise<ClaimableOrder | null> {
  const order = await findOrder(db, orderId, client);
  if (!order) return null;
  const until = may(client, "order") ? askableUntil(order, terms) : null;
  return { ...order, until, lines: await linesOf(db, order.id) };
}

/** Returns any order with its lines, or null for an unknown id. For staff who keep the books. */
export async function claimableOrderForAdmin(
  db: Database,
  _staff: Staff<"money">,
  orderId: string,
  terms: CreditTerms,
): Promise<ClaimableOrder | null> {
  const order = await findOrder(db, orderId, null);
  return (
    order && { ...order, until: askableUntil(order, terms), lines: await linesOf(db, order.id) }
  );
}

/** Returns the order of a link, with its lines. */
export async function claimableLinkedOrder(
  db: Database,
  { orderId }: OrderLink,
  terms: CreditTerms,
): Promise<ClaimableOrder | null> {
  const order = await findOrder(db, orderId, null);
  if (!order) return null;
  return { ...order, until: askableUntil(order, terms), lines: await linesOf(db, order.id) };
}

/** Requests a credit for a retail order, as `askCredit`, for the link's holder. @throws Refusal */
export function askCreditByLink(
  db: Database,
  { orderId, email }: OrderLink,
  ask: CreditAsk,
  terms: CreditTerms,
): Promise<string> {
  return db.transaction(async (tx) => {
    const order = await findOrder(tx, orderId, null);
    if (!order) throw new Refusal("refused", "Credits can’t be requested for this order.");
    const earlier = await priorClaim(tx, order.id, ask.requestId);
    if (earlier) return earlier;
    refuseLate(order, terms);
    return insertClaim(tx, { userId: null, email }, order, { ...ask, photoId: null }, "client");
  });
}

/**
 * Requests a credit for the client's own order, within the period of the terms. Idempotent.
 *
 * @returns the request's id
 * @throws Refusal
 */
export function askCredit(
  db: Database,
  client: Client,
  orderId: string,
  ask: CreditAsk,
  terms: CreditTerms,
): Promise<string> {
  return db.transaction(async (tx) => {
    const order = await findOrder(tx, orderId, client);
    if (!order) throw new Refusal("gone", "There is no such order in this account.");
    if (!may(client, "order")) {
      throw new Refusal(
        "forbidden",
        "Your login can’t request credits. Please ask the account’s owner.",
      );
    }
    const earlier = await priorClaim(tx, order.id, ask.requestId);
    if (earlier) return earlier;
    refuseLate(order, terms);
    return insertClaim(tx, client, order, ask, "client");
  });
}

/**
 * Records a credit request for any packed order, at any time, e.g. after a phone call. For staff
 * who keep the books.
 *
 * @returns the request's id
 * @throws Refusal
 */
export function askCreditByStaff(
  db: Database,
  staff: Staff<"money">,
  orderId: string,
  ask: CreditAsk,
): Promise<string> {
  return db.transaction(async (tx) => {
    const order = await findOrder(tx, orderId, null);
    if (!order) throw new Refusal("gone", "There is no such order.");
    const earlier = await priorClaim(tx, order.id, ask.requestId);
    if (earlier) return earlier;
    if (!order.deliveredAt && !order.invoicedAt)
      throw new Refusal("refused", "This order is not packed yet.");
    // Counter sales belong to the till's own customer, where nobody could use a credit.
    if (order.isOfTill)
      throw new Refusal("refused", "This was paid at the counter. Give the money back there.");
    return insertClaim(tx, staff, order, ask, "staff");
  });
}

function refuseLate(order: Parameters<typeof askableUntil>[0], terms: CreditTerms): void {
  const until = askableUntil(order, terms);
  if (!until) throw new Refusal("refused", "This order is not packed yet.");
  if (until >= new Date()) return;
  throw new Refusal(
    "refused",
    `${ended(`The deadline for credits on this order was ${formatDateTime(until)}`)} Please call us.`,
  );
}

async function findOrder(db: Database | Transaction, orderId: string, client: Client | null) {
  if (!isUuid(orderId)) return null;
  const [order] = await db
    .select({
      ...pick(orders, "id", "number", "customerId", "deliveredAt", "deliveryDay"),
      isByCard: paidByCard,
      isGuest: ofGuest,
      isOfTill: sql<boolean>`${customers.kind} = 'counter'`,
      invoicedAt: sql<Date | null>`(
        select min(documents.issued_at) from ${documents}
          join ${documentOrders} on document_orders.document_id = documents.id
        where document_orders.order_id = orders.id and documents.kind in ('invoice', 'delivery_note')
          and ${isStandingDocument}
      )`.mapWith(documents.issuedAt),
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        eq(orders.id, orderId),
        client ? inArray(orders.customerId, [...client.records]) : undefined,
        client?.sites ? inArray(orders.shipToId, [...client.sites]) : undefined,
        inArray(orders.status, ["pending", "fulfilled", "delivered"]),
      ),
    );
  return order ?? null;
}

/** Returns an order's packed and billed lines, with what can still be credited of them. */
async function linesOf(db: Database | Transaction, orderId: string): Promise<ClaimableLine[]> {
  const invoices = await invoicesOfOrder(db, orderId);
  const packed = await packedLines(db, orderId);
  return packed.flatMap((item): ClaimableLine[] => {
    const claim = { itemId: item.itemId, documentId: null, linePosition: null };
    const invoice = invoiceToCredit(invoices, claim);
    const line = { ...item, invoiceAt: invoice ? invoices.indexOf(invoice) : invoices.length };
    const own = invoice ? linesOfClaim(invoice, claim) : [];
    const leftCents = sumCents(own, ({ leftAmount }) => toCents(leftAmount));
    if (own.length === 0 || leftCents >= toCents(line.amount)) {
      return [{ ...line, isCredited: false, isByPound: Number(line.packedLb) > 0 }];
    }
    if (leftCents <= 0) return [];
    const [first] = own;
    const packedLb = first?.unit === "lb" ? first.leftLb : line.packedLb;
    // After a credit in dollars, the pounds left cost more than the amount left.
    const isByPound =
      first?.unit === "lb" &&
      lineTotalCents(toCents(first.unitPrice), toHundredthsLb(packedLb)) === leftCents;
    // What it weighed over its order may cost nothing, so that less is left without any credit.
    const isCredited = own.some((one) => one.isCredited);
    return [{ ...line, packedLb, amount: toDollars(leftCents), isCredited, isByPound }];
  });
}

function packedLines(db: Database | Transaction, orderId: string) {
  return db
    .select({
      itemId: orderItems.id,
      productName: orderItems.productName,
      packedLb: orderItems.packedLb,
      amount: orderItems.finalAmount,
    })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), gt(orderItems.finalAmount, "0")))
    .orderBy(asc(orderItems.position));
}

async function priorClaim(tx: Transaction, orderId: string, requestId: string) {
  const [earlier] = await tx
    .select({ id: creditRequests.id, orderId: creditRequests.orderId })
    .from(creditRequests)
    .where(eq(creditRequests.requestId, requestId));
  if (earlier && earlier.orderId !== orderId) {
    throw new Refusal("refused", "This form was already sent. Please reload the page.");
  }
  return earlier?.id;
}

async function insertClaim(
  tx: Transaction,
  by: Actor,
  order: { id: string; customerId: string; isByCard: boolean; isGuest: boolean },
  ask: CreditAsk,
  source: "client" | "staff",
): Promise<string> {
  const { requestId, reason, note, payout, photoId } = ask;
  const claimed = claimedLines(await linesOf(tx, order.id), ask);
  const route = creditRoute(order);
  if (order.isGuest && payout === "balance") {
    throw new Refusal("invalid", noGuestBalance, { field: "payout" });
  }
  if ((await tx.$count(creditRequests, eq(creditRequests.orderId, order.id))) >= maxPerOrder) {
    throw new Refusal("refused", "Too many requests about this order. Please call us.");
  }
  const about = { orderId: order.id, customerId: order.customerId };
  const origin = { source, requestId, requestedBy: by.userId };
  const stored = await insertCreditRequest(
    tx,
    { ...about, ...origin, payout: route === "card" ? "refund" : (payout ?? null) },
    async () => {
      const photo = await ownPhoto(tx, by, order.customerId, photoId);
      return claimed.map(({ line, lb, amount }, position) => ({
        orderItemId: line.itemId,
        lb,
        amount,
        reason,
        note,
        attachmentId: position === 0 ? photo : null,
      }));
    },
  );
  // Another tab sent it in the meantime.
  if (stored === null) {
    const earlier = await priorClaim(tx, order.id, requestId);
    if (earlier) return earlier;
    throw new Error("The request was not stored");
  }
  await recordAudit(tx, by, {
    entity: "credit",
    entityId: stored,
    action: "credit asked",
    after: {
      product: claimed
        .map(({ line }) => line.productName)
        .join(", ")
        .slice(0, 2000),
      claimed: claimed.map(claimInWords).join(", ").slice(0, 2000),
      reason: reasonText[reason],
    },
  });
  return stored;
}

/**
 * Returns a request's lines, each with its pounds or dollars: the chosen line and others with the
 * same problem, or the whole order.
 *
 * @throws Refusal
 */
function claimedLines(lines: readonly ClaimableLine[], ask: CreditAsk) {
  const whole = linesOfWholeOrder(lines).map(({ itemId }) => ({
    item: itemId,
    lb: null,
    amount: null,
  }));
  const { item, lb, amount, also = [] } = ask;
  const wanted = item === wholeOrder ? whole : [{ item, lb, amount }, ...also];
  if (wanted.length === 0 || new Set(wanted.map((one) => one.item)).size < wanted.length) {
    throw new Refusal("invalid", "Please choose an item.", { field: "item" });
  }
  const lineOf = (id: string) => lines.find(({ itemId }) => itemId === id);
  const invoiceAt = lineOf(wanted[0]?.item ?? "")?.invoiceAt;
  const elsewhere = also.find((one) => (lineOf(one.item)?.invoiceAt ?? invoiceAt) !== invoiceAt);
  if (elsewhere) {
    const message = "It is on another invoice. Please ask for it in a separate request";
    throw new Refusal("invalid", message, { field: alsoField("also", elsewhere.item) });
  }
  return wanted.map((one) => {
    const isFirst = one.item === item;
    const line = lineOf(one.item);
    if (!line) throw new Refusal("invalid", "Please choose an item.", { field: "item" });
    const fieldOf = (name: "lb" | "amount") => (isFirst ? name : alsoField(name, one.item));
    if (one.lb !== null && lbLess(one.lb, line.packedLb) > 0) {
      const most = formatLb(Number(line.packedLb));
      const message = line.isCredited
        ? `Only ${most} of it can still be credited`
        : `Only ${most} of it ${wasOrWere(Number(line.packedLb))} packed`;
      throw new Refusal("invalid", message, { field: fieldOf("lb") });
    }
    if (one.amount !== null && toCents(one.amount) > toCents(line.amount)) {
      const message = line.isCredited
        ? `Only ${formatDollars(line.amount)} of it can still be credited`
        : `At most ${formatDollars(line.amount)}`;
      throw new Refusal("invalid", message, { field: fieldOf("amount") });
    }
    if (one.lb !== null || one.amount !== null) return { line, lb: one.lb, amount: one.amount };
    // Lines billed without a weight, or credited in dollars before, are claimed in dollars.
    return line.isByPound
      ? { line, lb: line.packedLb, amount: null }
      : { line, lb: null, amount: line.amount };
  });
}

/** Returns the photo's id if this user sent it for this customer and no other request has it. */
async function ownPhoto(
  tx: Transaction,
  { userId }: Actor,
  customerId: string,
  photoId: string | null,
): Promise<string | null> {
  if (photoId === null || userId === null) return null;
  const [photo] = await tx
    .select({ id: attachments.id })
    .from(attachments)
    .where(
      and(
        eq(attachments.id, photoId),
        ofAccount(attachments.customerId, customerId),
        eq(attachments.createdBy, userId),
        sql`not exists (select from ${creditRequestLines}
          where credit_request_lines.attachment_id = attachments.id)`,
      ),
    );
  if (!photo) throw new Refusal("invalid", "Please choose the photo again.", { field: "photoId" });
  return photo.id;
}
