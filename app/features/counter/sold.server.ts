import { and, desc, eq, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import {
  type CreditableLine,
  creditableLines,
} from "#app/domain/documents/issuing/issue-credit-note.server.ts";
import { readSlipNumber, slipNumber } from "#app/domain/door/till/till.ts";
import { receiptsOfOrders, type TillReceipt } from "#app/domain/door/till/till-receipts.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { documents } from "#db/schema/money/documents.ts";
import { tillSales, tillSessions, tills } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import { sheetOfDocument } from "./document-sheet.server.ts";
import type { ReceiptSheet } from "./sale.ts";

/** A counter sale as it stands. */
export interface SoldSale {
  /** The order's id. */
  id: string;
  documentId: string;
  tillId: string;
  /** Null where the till it was sold at is counted and closed. */
  openSessionId: string | null;
  sheet: ReceiptSheet;
  url: string | null;
  isOffline: boolean;
  remarks: string[];
  soldBy: string;
  /** What was paid and given back for it, also what was taken back. */
  receipts: TillReceipt[];
  /** What can still be given back; empty on account. */
  creditable: CreditableLine[];
}

/** A counter sale by its order; null for none. For staff who take money. */
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
      ...{ slip: tillSales.slip, device: tillSales.device },
      ...{ number: tills.number, tillId: tills.id },
      ...{ documentId: documents.id, soldAt: tillSales.soldAt, poNumber: orders.poNumber },
      ...{ url: documents.url, isOffline: tillSales.isOffline, remarks: tillSales.remarks },
      ...{ soldBy: user.email, isOnAccount: tillSales.isOnAccount, client: listedName },
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
    ...{ id: orderId, documentId, tillId: sale.tillId, openSessionId: sale.openSessionId },
    sheet: {
      ...sheet,
      ...{ slip: slipNumber(sale.number, sale), soldAt: sale.soldAt },
      onAccountOf: sale.isOnAccount ? sale.client : null,
      poNumber: sale.isOnAccount ? sale.poNumber : "",
    },
    ...{ url: sale.url, isOffline: sale.isOffline, soldBy: sale.soldBy, receipts },
    remarks: sale.remarks === "" ? [] : sale.remarks.split("\n"),
    creditable: sale.isOnAccount ? [] : await creditableLines(db, documentId),
  };
}

/** A sale in a list. */
export interface SaleRow {
  id: string;
  slip: string;
  documentNumber: string;
  soldAt: Date;
  totalCents: number;
  isOffline: boolean;
  isOnAccount: boolean;
  hasRemarks: boolean;
}

/** The sales of a session, the newest first. For staff who take money. */
export async function salesOfSession(
  db: Database,
  _staff: Staff<"till">,
  sessionId: string,
): Promise<SaleRow[]> {
  const rows = await db
    .select({
      ...{ id: tillSales.orderId, slip: tillSales.slip, device: tillSales.device },
      number: tills.number,
      ...{ documentNumber: documents.documentNumber, soldAt: tillSales.soldAt },
      ...{ total: documents.total, isOffline: tillSales.isOffline },
      isOnAccount: tillSales.isOnAccount,
      hasRemarks: sql<boolean>`${tillSales.remarks} <> ''`,
    })
    .from(tillSales)
    .innerJoin(tillSessions, eq(tillSessions.id, tillSales.sessionId))
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .innerJoin(documents, eq(documents.id, tillSales.documentId))
    .where(eq(tillSales.sessionId, sessionId))
    .orderBy(desc(tillSales.soldAt), desc(tillSales.slip));
  return rows.map(({ slip, device, number, total, ...row }) => ({
    ...{ ...row, slip: slipNumber(number, { slip, device }), totalCents: toCents(total) },
  }));
}

/** Sales of the counter by receipt or slip number, the newest first. For staff who take money. */
export async function findSales(
  db: Database,
  _staff: Staff<"till">,
  typed: string,
): Promise<SaleRow[]> {
  const [, receipt] = /^R-?0*(\d{1,9})$/i.exec(typed.trim()) ?? [];
  const slip = readSlipNumber(typed);
  if (!receipt && !slip) return [];
  const rows = await db
    .select({
      ...{ id: tillSales.orderId, slip: tillSales.slip, device: tillSales.device },
      number: tills.number,
      ...{ documentNumber: documents.documentNumber, soldAt: tillSales.soldAt },
      ...{ total: documents.total, isOffline: tillSales.isOffline },
      isOnAccount: tillSales.isOnAccount,
      hasRemarks: sql<boolean>`${tillSales.remarks} <> ''`,
    })
    .from(tillSales)
    .innerJoin(tillSessions, eq(tillSessions.id, tillSales.sessionId))
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .innerJoin(documents, eq(documents.id, tillSales.documentId))
    .where(
      receipt
        ? and(eq(documents.series, "R"), eq(documents.number, Number(receipt)))
        : and(
            eq(tills.number, slip?.till ?? 0),
            eq(tillSales.device, slip?.device ?? 0),
            eq(tillSales.slip, slip?.slip ?? 0),
          ),
    )
    .orderBy(desc(tillSales.soldAt))
    .limit(20);
  return rows.map(({ slip: own, device, number, total, ...row }) => ({
    ...{ ...row, slip: slipNumber(number, { slip: own, device }), totalCents: toCents(total) },
  }));
}
