import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { receiptsOfOrders, type TillReceipt } from "#app/domain/door/till/till-receipts.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { documentOrders, documents, isStandingDocument } from "#db/schema/money/documents.ts";
import { tillReceipts, tillSessions, tills } from "#db/schema/money/tills.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { boxes, packages } from "#db/schema/packages.ts";
import { sheetOfDocument } from "./document-sheet.server.ts";
import { handedOverAction } from "./pickup.ts";
import type { ReceiptSheet } from "./sale.ts";

/** An order handed over at a till, with its payments there. */
export interface HandedOver {
  number: number;
  name: string;
  /** Null if it is billed monthly. */
  sheet: ReceiptSheet | null;
  receipts: TillReceipt[];
}

/** True if it was picked up or, without a delivery, handed over at a till; paid or not. */
const isHandedOverHere = sql<boolean>`(${orders.deliveryKind} = 'pickup'
  or exists (select from ${auditLog} where ${auditLog.entity} = 'order'
    and ${auditLog.entityId} = ${orders.id}::text
    and ${auditLog.action} = ${handedOverAction}))`;

/** Returns an order that was handed over; null for any other. For staff who take money. */
export async function getHandedOver(
  db: Database,
  _staff: Staff<"till">,
  orderId: string,
): Promise<HandedOver | null> {
  return isUuid(orderId) ? readHandedOver(db, orderId) : null;
}

export async function readHandedOver(
  db: Database | Transaction,
  orderId: string,
): Promise<HandedOver | null> {
  const [order] = await db
    .select({
      number: orders.number,
      poNumber: orders.poNumber,
      isHere: isHandedOverHere,
      name: listedName,
      documentId: sql<string | null>`(select ${documents.id} from ${documents}
        join ${documentOrders} on ${documentOrders.documentId} = ${documents.id}
        where ${documentOrders.orderId} = ${orders.id} and ${documents.kind} = 'invoice'
          and ${documents.orderCount} = 1 and ${isStandingDocument}
        order by ${documents.issuedAt} limit 1)`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(orders.id, orderId), eq(orders.status, "delivered")));
  if (!order) return null;
  const receipts = await receiptsOfOrders(db, orderId);
  if (receipts.length === 0 && !order.isHere) return null;
  const { number, name, documentId, poNumber } = order;
  const sheet = documentId && (await sheetOfDocument(db, documentId, receipts));
  return {
    number,
    name,
    receipts,
    sheet: sheet
      ? { ...sheet, slip: null, order: { number, name }, onAccountOf: null, poNumber }
      : null,
  };
}

export interface HandedOverRow {
  orderId: string;
  number: number;
  name: string;
  /** The till whose page shows it: where it was paid, else the first. */
  tillId: string;
}

/**
 * Finds orders handed over or paid at a till, by the number of the order or of an invoice: "1042",
 * "INV-000012". Leaves out counter sales. For staff who take money.
 */
export async function findHandedOver(
  db: Database,
  _staff: Staff<"till">,
  typed: string,
): Promise<HandedOverRow[]> {
  const which = orderNamed(typed);
  if (!which) return [];
  return db
    .selectDistinctOn([orders.number], {
      orderId: orders.id,
      number: orders.number,
      name: listedName,
      tillId: sql<string>`coalesce(${tillSessions.tillId},
        (select id from ${tills} order by ${tills.number} limit 1))`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(tillReceipts, eq(tillReceipts.orderId, orders.id))
    .leftJoin(tillSessions, eq(tillSessions.id, tillReceipts.sessionId))
    .where(
      and(
        which,
        sql`${orders.channel} <> 'counter'`,
        eq(orders.status, "delivered"),
        or(isNotNull(tillReceipts.id), isHandedOverHere),
      ),
    )
    .orderBy(orders.number)
    .limit(20);
}

/**
 * Finds orders neither sold nor handed over at a till, by their number or that of an invoice or
 * delivery note. For staff who take money, who see all orders.
 */
export async function findOrdersElsewhere(
  db: Database,
  staff: Staff<"till">,
  typed: string,
): Promise<{ id: string; number: number }[]> {
  const which = orderNamed(typed);
  if (!which) return [];
  const handedOver = await findHandedOver(db, staff, typed);
  const found = await db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(and(which, sql`${orders.channel} <> 'counter'`))
    .orderBy(orders.number)
    .limit(20);
  return found.filter(({ id }) => !handedOver.some(({ orderId }) => orderId === id));
}

function orderNamed(typed: string): SQL | undefined {
  const [, series, digits] =
    /^(?:(INV|DN)-?0*|(?:ORDER\s*)?#?)(\d{1,9})$/.exec(typed.trim().toUpperCase()) ?? [];
  if (!digits) return undefined;
  const number = Number(digits);
  return series
    ? sql`exists (select from ${documentOrders}
        join ${documents} on ${documents.id} = ${documentOrders.documentId}
        where ${documentOrders.orderId} = ${orders.id} and ${documents.series} = ${series}
          and ${documents.number} = ${number})`
    : eq(orders.number, number);
}

export interface PackedLine {
  name: string;
  lb: string;
  pieces: number;
  /** Leaves out packages that are in no box. */
  boxes: number[];
}

/** Returns what is packed of an order, by line. For staff who take money. */
export async function packedLines(
  db: Database,
  _staff: Staff<"till">,
  orderId: string,
): Promise<PackedLine[]> {
  if (!isUuid(orderId)) return [];
  return db
    .select({
      name: orderItems.productName,
      lb: orderItems.packedLb,
      pieces: orderItems.packedPieces,
      boxes: sql<number[]>`coalesce(array_agg(distinct ${boxes.number} order by ${boxes.number})
        filter (where ${boxes.number} is not null), '{}')`,
    })
    .from(orderItems)
    .leftJoin(packages, and(eq(packages.orderItemId, orderItems.id), isNull(packages.voidedAt)))
    .leftJoin(boxes, eq(boxes.id, packages.boxId))
    .where(eq(orderItems.orderId, orderId))
    .groupBy(orderItems.id)
    .orderBy(asc(orderItems.position));
}
