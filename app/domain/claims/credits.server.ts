import { and, asc, desc, eq, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Client, may, type Staff } from "#app/domain/access/capability.ts";
import type { OrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { toPage } from "#app/lib/page-of-rows.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, listedName, ofGuest } from "#db/schema/customers.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { documentLines, documents } from "#db/schema/money/documents.ts";
import { paidByCard } from "#db/schema/money/payments.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import type { DocumentUnit } from "#db/schema/values/money.ts";
import { claimedInvoice, linesOfClaim } from "./claimed-invoice.server.ts";
import type { AdminCreditRequest, ClaimedLine, CreditRequest, Granted } from "./credit.ts";
import { claimedName, isClaimedDocumentLine, isOpenAtDoor } from "./credit-requests.server.ts";

const pageRows = 50;

const ownRows = 20;

const decider = alias(user, "decider");

/** True for a `document_lines as line` about what a request claims. */
const isAskedLine = sql`line.order_item_id in (select asked.order_item_id
  from credit_request_lines as asked where asked.credit_request_id = ${creditRequests.id})`;

const columns = {
  id: creditRequests.id,
  orderId: creditRequests.orderId,
  orderNumber: orders.number,
  status: creditRequests.status,
  source: creditRequests.source,
  note: creditRequests.note,
  createdAt: creditRequests.createdAt,
  decidedAt: creditRequests.decidedAt,
  decisionNote: creditRequests.decisionNote,
  number: documents.documentNumber,
  total: documents.total,
  url: documents.url,
  isShared: sql<boolean>`exists (select from credit_requests as other
    where other.credit_note_id = ${creditRequests.creditNoteId} and other.id <> ${creditRequests.id})`,
  billedAgain: sql<{ number: string; total: string }[]>`coalesce((
    select json_agg(json_build_object('number', again.document_number, 'total', again.total::text)
      order by again.document_number)
    from documents as again
    where again.kind = 'invoice' and again.corrects_id = ${creditRequests.creditNoteId} and exists (
      select from document_lines as line
      where line.document_id = again.id and ${isAskedLine})), '[]')`,
  isBilledAgain: sql<boolean>`exists (
      select from document_lines as line
      where line.document_id = ${creditRequests.creditNoteId} and ${isAskedLine})
    and not exists (
      select from document_lines as line
      where line.document_id = ${creditRequests.creditNoteId} and ${isAskedLine}
        and line.packed > coalesce((select sum(taken.packed) from document_lines as taken
          where taken.corrects_id = line.document_id
            and taken.corrects_position = line.position), 0))`,
};

const adminColumns = {
  ...columns,
  customerId: creditRequests.customerId,
  companyName: listedName,
  requestedBy: sql<string>`coalesce(${user.email}, '')`,
  decidedBy: sql<string>`coalesce(${decider.email}, '')`,
  payout: creditRequests.payout,
  isByCard: paidByCard,
  isGuest: ofGuest,
};

/** Returns the credits requested for an order that the client may see, newest first. */
export function creditsOfOwnOrder(
  db: Database,
  client: Client,
  orderId: string,
): Promise<CreditRequest[]> {
  if (!isUuid(orderId)) return Promise.resolve([]);
  return ownCredits(db, client, eq(creditRequests.orderId, orderId));
}

/** Returns the last 20 credits requested for orders that the client may see, newest first. */
export function listOwnCredits(db: Database, client: Client): Promise<CreditRequest[]> {
  return ownCredits(db, client, undefined);
}

/** Returns the credits requested for the order of a link, newest first. */
export async function creditsOfLinkedOrder(
  db: Database,
  { orderId }: OrderLink,
): Promise<CreditRequest[]> {
  const found = await db
    .select(columns)
    .from(creditRequests)
    .innerJoin(orders, eq(orders.id, creditRequests.orderId))
    .leftJoin(documents, eq(documents.id, creditRequests.creditNoteId))
    .where(eq(creditRequests.orderId, orderId))
    .orderBy(desc(creditRequests.createdAt), desc(creditRequests.id));
  return withLines(db, found, true);
}

async function ownCredits(db: Database, client: Client, which: SQL | undefined) {
  const { records, sites } = client;
  const found = await db
    .select(columns)
    .from(creditRequests)
    .innerJoin(orders, eq(orders.id, creditRequests.orderId))
    .leftJoin(documents, eq(documents.id, creditRequests.creditNoteId))
    .where(
      and(
        inArray(creditRequests.customerId, [...records]),
        sites ? inArray(orders.shipToId, [...sites]) : undefined,
        which,
      ),
    )
    .orderBy(desc(creditRequests.createdAt), desc(creditRequests.id))
    .limit(ownRows);
  return withLines(db, found, may(client, "see invoices"));
}

/** Returns a request, or null for an unknown id. For staff who keep the books. */
export async function getCredit(
  db: Database,
  _staff: Staff<"money">,
  id: string,
): Promise<AdminCreditRequest | null> {
  if (!isUuid(id)) return null;
  const found = await adminCredits(db, eq(creditRequests.id, id));
  const [credit] = await withLines(db, found, true);
  return credit ?? null;
}

/**
 * Counts the requests that `creditTogether` answers with this one, itself included; 0 if there is
 * no other. For staff who keep the books.
 */
export async function countTogether(
  db: Database,
  _staff: Staff<"money">,
  { id, orderId }: Pick<AdminCreditRequest, "id" | "orderId">,
): Promise<number> {
  const open = await db
    .select({ id: creditRequests.id })
    .from(creditRequests)
    .where(isOpenAtDoor(orderId));
  return open.length > 1 && open.some((one) => one.id === id) ? open.length : 0;
}

/** Returns the credits requested for an order, newest first. For staff who see orders. */
export async function creditsOfOrder(
  db: Database,
  _staff: Staff<"orders">,
  orderId: string,
): Promise<AdminCreditRequest[]> {
  if (!isUuid(orderId)) return [];
  const found = await adminCredits(db, eq(creditRequests.orderId, orderId)).orderBy(
    desc(creditRequests.createdAt),
    desc(creditRequests.id),
  );
  return withLines(db, found, true);
}

/** Counts the requests that wait for an answer. For staff who keep the books. */
export function countOpenRequests(db: Database, _staff: Staff<"money">): Promise<number> {
  return db.$count(creditRequests, eq(creditRequests.status, "open"));
}

/**
 * Returns a page of 50 open requests, oldest first, or of decided ones, newest first. For staff who
 * keep the books.
 */
export async function listCredits(
  db: Database,
  _staff: Staff<"money">,
  { view, page = 1 }: { view: "open" | "decided"; page?: number },
): Promise<{ rows: AdminCreditRequest[]; hasMore: boolean }> {
  const isOpen = eq(creditRequests.status, "open");
  const found = await adminCredits(db, view === "open" ? isOpen : ne(creditRequests.status, "open"))
    .orderBy(
      view === "open"
        ? asc(creditRequests.createdAt)
        : sql`${creditRequests.decidedAt} desc nulls last`,
      asc(creditRequests.id),
    )
    .limit(pageRows + 1)
    .offset((Math.max(1, page) - 1) * pageRows);
  const { rows, hasMore } = toPage(found, pageRows);
  return { rows: await withLines(db, rows, true), hasMore };
}

function adminCredits(db: Database, which: SQL) {
  return db
    .select(adminColumns)
    .from(creditRequests)
    .innerJoin(customers, eq(customers.id, creditRequests.customerId))
    .innerJoin(orders, eq(orders.id, creditRequests.orderId))
    .leftJoin(documents, eq(documents.id, creditRequests.creditNoteId))
    .leftJoin(user, eq(user.id, creditRequests.requestedBy))
    .leftJoin(decider, eq(decider.id, creditRequests.decidedBy))
    .where(which)
    .$dynamic();
}

interface Found extends Omit<CreditRequest, "lines" | "creditNote"> {
  number: string | null;
  total: string | null;
  url: string | null;
  isShared: boolean;
  billedAgain: { number: string; total: string }[];
  isBilledAgain: boolean;
}

async function withLines<Row extends Found>(db: Database, found: Row[], seesUrl: boolean) {
  const ids = found.map(({ id }) => id);
  const lines = ids.length === 0 ? [] : await linesOf(db, ids);
  return found.map(({ number, total, url, isShared, billedAgain, isBilledAgain, ...request }) => ({
    ...request,
    lines: lines
      .filter(({ requestId }) => requestId === request.id)
      .map(({ requestId: _, isCredited, granted, ...line }): ClaimedLine => {
        const nothing = { lb: null, amount: null };
        return { ...line, granted: isCredited ? (granted ?? nothing) : null };
      }),
    creditNote:
      number && total
        ? { number, total, url: seesUrl ? url : null, isShared, billedAgain, isBilledAgain }
        : null,
  }));
}

function linesOf(db: Database, ids: string[]) {
  return db
    .select({
      requestId: creditRequestLines.creditRequestId,
      ...pick(creditRequestLines, "position", "lb", "amount", "reason", "note"),
      productName: claimedName,
      photoId: creditRequestLines.attachmentId,
      isCredited: isNotNull(creditRequests.creditNoteId),
      // A note for several requests credits each as it was claimed, and has the lines of all.
      granted: sql<Granted | null>`case when exists (select from credit_requests as other
          where other.credit_note_id = ${creditRequests.creditNoteId}
            and other.id <> ${creditRequests.id})
        then json_build_object('lb', ${creditRequestLines.lb}::text,
          'amount', ${creditRequestLines.amount}::text)
        else (select json_build_object('lb', case when line.unit = 'lb' then line.packed::text end,
            'amount', case when line.unit <> 'lb' then line.amount::text end)
          from document_lines as line
          where line.document_id = ${creditRequests.creditNoteId}
            and case when ${creditRequestLines.orderItemId} is null
              then line.corrects_position = ${creditRequestLines.linePosition}
              else line.order_item_id = ${creditRequestLines.orderItemId} end
          order by line.position limit 1) end`,
    })
    .from(creditRequestLines)
    .innerJoin(creditRequests, eq(creditRequests.id, creditRequestLines.creditRequestId))
    .leftJoin(orderItems, eq(orderItems.id, creditRequestLines.orderItemId))
    .leftJoin(documentLines, isClaimedDocumentLine)
    .where(inArray(creditRequestLines.creditRequestId, ids))
    .orderBy(asc(creditRequestLines.position));
}

export interface BilledClaim {
  position: number;
  packed: string;
  unit: DocumentUnit;
  unitPrice: string;
  leftLb: string;
  leftAmount: string;
}

/**
 * Returns the invoice of a request, with what can be credited of its lines; null before its order
 * is invoiced. For staff who keep the books.
 */
export async function billedClaims(
  db: Database,
  _staff: Staff<"money">,
  id: string,
): Promise<{ number: string; claims: BilledClaim[] } | null> {
  const claimed = await db
    .select({
      position: creditRequestLines.position,
      itemId: creditRequestLines.orderItemId,
      ...pick(creditRequestLines, "documentId", "linePosition"),
    })
    .from(creditRequestLines)
    .where(eq(creditRequestLines.creditRequestId, id))
    .orderBy(asc(creditRequestLines.position));
  const [first] = claimed;
  const invoice = first && (await claimedInvoice(db, first));
  if (!invoice) return null;
  const claims = claimed.flatMap((claim) => {
    const [line] = linesOfClaim(invoice, claim);
    if (!line) return [];
    const { packed, unit, unitPrice, leftLb, leftAmount } = line;
    return [{ position: claim.position, packed, unit, unitPrice, leftLb, leftAmount }];
  });
  return { number: invoice.number, claims };
}
