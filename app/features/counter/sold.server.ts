import { and, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import {
  creditableLines,
  creditedCents,
} from "#app/domain/documents/issuing/issue-credit-note.server.ts";
import { drawerInWords } from "#app/domain/door/till/open-drawer.ts";
import {
  type BySum,
  readSlipNumber,
  reportNumber,
  slipNumber,
  sumByTillMethod,
} from "#app/domain/door/till/till.ts";
import { receiptsOfOrders, type TillReceipt } from "#app/domain/door/till/till-receipts.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { documents } from "#db/schema/money/documents.ts";
import { tillSales, tillSessions, tills } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import { refundSheetOf, sheetOfDocument, weighedOf } from "./document-sheet.server.ts";
import { isPutBackOn, type RefundableLine } from "./refund.ts";
import type { LastSale, ReceiptSheet, RefundSheet } from "./sale.ts";

export interface SoldSale {
  /** Id of the order. */
  id: string;
  documentId: string;
  tillId: string;
  /** Null once its till is counted and closed. */
  openSessionId: string | null;
  sheet: ReceiptSheet;
  url: string | null;
  isOffline: boolean;
  remarks: string[];
  soldBy: string;
  receipts: TillReceipt[];
  paidBy: BySum;
  /** Lines that can still be refunded; empty on account. */
  creditable: RefundableLine[];
  /** Total of `creditable` with tax. */
  leftCents: number;
  /** True on the day of the sale, when meat that was keyed wrongly can go back to its lot. */
  isOfToday: boolean;
}

/** Returns a counter sale by its order's id; null for none. For staff who take money. */
export async function getSold(
  db: Database,
  _staff: Staff<"till">,
  orderId: string,
): Promise<SoldSale | null> {
  return isUuid(orderId) ? readSold(db, orderId) : null;
}

export async function readSold(
  db: Database | Transaction,
  orderId: string,
): Promise<SoldSale | null> {
  const [sale] = await db
    .select({
      slip: tillSales.slip,
      device: tillSales.device,
      number: tills.number,
      tillId: tills.id,
      documentId: documents.id,
      soldAt: tillSales.soldAt,
      poNumber: orders.poNumber,
      url: documents.url,
      isOffline: tillSales.isOffline,
      remarks: tillSales.remarks,
      soldBy: user.email,
      isOnAccount: tillSales.isOnAccount,
      client: listedName,
      openSessionId: sql<string | null>`(select id from till_sessions now
        where now.till_id = ${tills.id} and now.closed_at is null)`,
    })
    .from(tillSales)
    .innerJoin(tillSessions, eq(tillSessions.id, tillSales.sessionId))
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .innerJoin(documents, eq(documents.id, tillSales.documentId))
    .innerJoin(customers, eq(customers.id, documents.customerId))
    .innerJoin(orders, eq(orders.id, tillSales.orderId))
    .innerJoin(user, eq(user.id, tillSales.soldBy))
    .where(eq(tillSales.orderId, orderId));
  if (!sale) return null;
  const { documentId } = sale;
  const receipts = await receiptsOfOrders(db, orderId);
  const sheet = await sheetOfDocument(db, documentId, receipts);
  if (!sheet) return null;
  return {
    id: orderId,
    documentId,
    tillId: sale.tillId,
    openSessionId: sale.openSessionId,
    sheet: {
      ...sheet,
      slip: slipNumber(sale.number, sale),
      soldAt: sale.soldAt,
      order: null,
      onAccountOf: sale.isOnAccount ? sale.client : null,
      poNumber: sale.isOnAccount ? sale.poNumber : "",
    },
    url: sale.url,
    isOffline: sale.isOffline,
    soldBy: sale.soldBy,
    receipts,
    paidBy: sumByTillMethod(receipts),
    remarks: sale.remarks === "" ? [] : sale.remarks.split("\n"),
    creditable: sale.isOnAccount ? [] : await refundableLines(db, documentId),
    leftCents: sheet.totals.totalCents - (await creditedCents(db, documentId)),
    isOfToday: isPutBackOn(sale.soldAt, new Date()),
  };
}

/** Returns the slip of a refund by its request id; null for none. For staff who take money. */
export async function getRefundSlip(
  db: Database,
  _staff: Staff<"till">,
  sold: Pick<SoldSale, "receipts">,
  requestId: string | null,
): Promise<RefundSheet | null> {
  return refundSlipOf(db, sold, requestId);
}

export function refundSlipOf(
  db: Database | Transaction,
  { receipts }: Pick<SoldSale, "receipts">,
  requestId: string | null,
): Promise<RefundSheet | null> {
  return refundSheetOf(
    db,
    receipts.filter((one) => one.requestId === requestId && one.cents < 0),
  );
}

async function refundableLines(
  db: Database | Transaction,
  documentId: string,
): Promise<RefundableLine[]> {
  const lines = await creditableLines(db, documentId);
  const weighed = await weighedOf(
    db,
    lines.flatMap(({ orderItemId }) => orderItemId ?? []),
  );
  return lines.map((line) => ({
    ...line,
    pieces: (line.orderItemId && weighed.get(line.orderItemId)?.pieces) || null,
  }));
}

/** Returns a session's last sale with its change; null for none. For staff who take money. */
export async function lastSaleOf(
  db: Database,
  _staff: Staff<"till">,
  sessionId: string,
): Promise<LastSale | null> {
  const [last] = await db
    .select({ orderId: tillSales.orderId })
    .from(tillSales)
    .where(eq(tillSales.sessionId, sessionId))
    .orderBy(desc(tillSales.soldAt), desc(tillSales.slip))
    .limit(1);
  const sold = last && (await readSold(db, last.orderId));
  return sold ? { id: sold.id, sheet: sold.sheet } : null;
}

export interface SaleRow {
  id: string;
  slip: string;
  documentNumber: string;
  soldAt: Date;
  totalCents: number;
  isOffline: boolean;
  isOnAccount: boolean;
  hasRemarks: boolean;
  payments: Pick<TillReceipt, "method" | "cents">[];
  /** Refunds for it, at any till; a drawer's report names the other drawer that paid each. */
  refunds: ListedRefund[];
}

interface ListedRefund
  extends Pick<
    TillReceipt,
    "requestId" | "sessionId" | "documentNumber" | "cents" | "method" | "otherwise"
  > {
  /** "Z1-0032", or its till and opening until it is counted. Null for the report's own drawer. */
  otherDrawer: string | null;
}

/**
 * Returns a session's sales, newest first. A refund by another drawer names it, because this
 * drawer's sums leave it out. For staff who take money.
 */
export async function salesOfSession(
  db: Database,
  _staff: Staff<"till">,
  sessionId: string,
): Promise<SaleRow[]> {
  const sales = await saleRows(db, eq(tillSales.sessionId, sessionId));
  const given = sales.flatMap(({ refunds }) => refunds.map((one) => one.sessionId));
  const others = given.filter((id) => id !== sessionId);
  if (others.length === 0) return sales;
  const drawers = await db
    .select({
      id: tillSessions.id,
      ...pick(tills, "number", "name"),
      openedAt: tillSessions.openedAt,
      isClosed: isNotNull(tillSessions.closedAt),
      place: reportPlace,
    })
    .from(tillSessions)
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .where(inArray(tillSessions.id, others));
  const names = new Map(
    drawers.map(({ id, isClosed, place, ...drawer }) => [
      id,
      isClosed ? reportNumber(drawer.number, place) : drawerInWords(drawer),
    ]),
  );
  return sales.map((sale) => ({
    ...sale,
    refunds: sale.refunds.map((one) => ({
      ...one,
      otherDrawer: names.get(one.sessionId) ?? null,
    })),
  }));
}

/** A counted drawer's place among those of its till, which is its report's number. */
export const reportPlace = sql<number>`(select count(*)::int from till_sessions counted
  where counted.till_id = ${tillSessions.tillId} and counted.closed_at <= ${tillSessions.closedAt})`;

const mostFound = 20;

/**
 * Finds counter sales, newest first, by the number of their slip, receipt, invoice or credit note.
 * A number without letters is a receipt's. For staff who take money.
 */
export async function findSales(
  db: Database,
  _staff: Staff<"till">,
  typed: string,
): Promise<SaleRow[]> {
  const [, series = "R", number] =
    /^(?:(R|CN|INV|DN)-?)?0*(\d{1,9})$/.exec(typed.trim().toUpperCase()) ?? [];
  if (number) {
    const numbered = and(eq(documents.series, series), eq(documents.number, Number(number)));
    const document = db
      .select({ id: sql`case ${documents.kind} when 'credit_note' then corrects_id else id end` })
      .from(documents)
      .where(numbered);
    return saleRows(db, inArray(tillSales.documentId, document), mostFound);
  }
  const slip = readSlipNumber(typed);
  if (!slip) return [];
  const isSlip = and(
    eq(tills.number, slip.till),
    eq(tillSales.device, slip.device),
    eq(tillSales.slip, slip.slip),
  );
  return saleRows(db, isSlip, mostFound);
}

async function saleRows(db: Database, which: SQL | undefined, most?: number): Promise<SaleRow[]> {
  const asked = db
    .select({
      id: tillSales.orderId,
      slip: tillSales.slip,
      device: tillSales.device,
      number: tills.number,
      documentNumber: documents.documentNumber,
      soldAt: tillSales.soldAt,
      total: documents.total,
      isOffline: tillSales.isOffline,
      isOnAccount: tillSales.isOnAccount,
      hasRemarks: sql<boolean>`${tillSales.remarks} <> ''`,
    })
    .from(tillSales)
    .innerJoin(tillSessions, eq(tillSessions.id, tillSales.sessionId))
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .innerJoin(documents, eq(documents.id, tillSales.documentId))
    .where(which)
    .orderBy(desc(tillSales.soldAt), desc(tillSales.slip));
  const rows = await (most === undefined ? asked : asked.limit(most));
  const receipts = await receiptsOfOrders(db, ...rows.map(({ id }) => id));
  const standing = receipts.filter(({ isTakenBack }) => !isTakenBack);
  return rows.map(({ slip, device, number, total, ...row }) => ({
    ...row,
    slip: slipNumber(number, { slip, device }),
    totalCents: toCents(total),
    payments: standing
      .filter(({ orderId, cents }) => orderId === row.id && cents > 0)
      .map(({ method, cents }) => ({ method, cents })),
    refunds: standing
      .filter(({ orderId, cents }) => orderId === row.id && cents < 0)
      .map((one) => ({ ...one, otherDrawer: null })),
  }));
}
