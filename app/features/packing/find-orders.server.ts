import { and, asc, desc, eq, gte, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { withIdLike, withNumber } from "#app/domain/orders/lists/orders-found.server.ts";
import type { NamedOrder } from "#app/domain/orders/order.ts";
import { pacificDay, startOfDay } from "#app/lib/dates.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { documentOrders, documents, isStandingDocument } from "#db/schema/money/documents.ts";
import { isOrderHeld, orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { foldedLike } from "#db/search.ts";

/** A search result without prices, which packers don't see. */
interface OrderToPackHit extends NamedOrder {
  companyName: string;
  deliveryDay: string | null;
  /** True if it is packed and not delivered yet. */
  isFinished: boolean;
}

/** Orders that packers may look up: to be packed, or packed and not delivered yet. */
const atStation = or(
  and(eq(orders.status, "pending"), not(isOrderHeld)),
  eq(orders.status, "fulfilled"),
);

/**
 * Finds orders at the station by their number or its last three digits, part of their id or of the
 * client's company, or the number of their invoice, delivery note or a package; none for a blank
 * text. Orders to pack come first, the next to leave on top. For staff who pack.
 */
export async function findOrdersToPack(
  db: Database,
  _staff: Staff<"pack">,
  search: string,
  limit: number,
): Promise<OrderToPackHit[]> {
  const text = searchText(search);
  if (text === null) return [];
  const wanted = or(
    withNumber(text),
    withIdLike(text),
    withDocument(db, text),
    withPackage(db, text),
    foldedLike(customers.companyName, containsPattern(text)),
  );
  return db
    .select({
      id: orders.id,
      number: orders.number,
      companyName: listedName,
      deliveryDay: orders.deliveryDay,
      isFinished: sql<boolean>`${orders.status} = 'fulfilled'`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(atStation, wanted))
    .orderBy(
      sql`${orders.status} = 'fulfilled'`,
      asc(orders.deliveryDay),
      // Packed orders are sorted by number, newest first.
      sql`case ${orders.status} when 'fulfilled' then -${orders.number} else ${orders.number} end`,
    )
    .limit(limit);
}

/** Matches orders by a document number, such as "INV-000123", or part of one with its letters. */
function withDocument(db: Database, text: string): SQL | undefined {
  if (!/^[a-z]{1,4}-?\d{2,}$/i.test(text)) return undefined;
  const found = db
    .select({ id: documentOrders.orderId })
    .from(documentOrders)
    .innerJoin(documents, eq(documents.id, documentOrders.documentId))
    .where(
      and(
        sql`lower(${documents.documentNumber}) like ${containsPattern(text.toLowerCase())}`,
        inArray(documents.kind, ["invoice", "delivery_note"]),
      ),
    );
  return inArray(orders.id, found);
}

/** Matches the order of a package by its label: "PKG-104217", the bare number, or its id. */
function withPackage(db: Database, text: string): SQL | undefined {
  const [, code = ""] = /^(?:PKG-)?([\da-f-]+)$/i.exec(text) ?? [];
  const which = /^\d{6,9}$/.test(code)
    ? eq(packages.labelNumber, Number(code))
    : isUuid(code)
      ? eq(packages.id, code)
      : undefined;
  if (!which) return undefined;
  const found = db
    .select({ id: orderItems.orderId })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .where(which);
  return inArray(orders.id, found);
}

export interface FinishedOrder extends NamedOrder {
  companyName: string;
  contactName: string;
  /** Pounds with two decimals. */
  packedLb: string;
  /** Number of its invoice or delivery note. */
  document: string;
  isDelivered: boolean;
}

/** A day's work in the largest of our shops. */
const mostFinished = 200;

/** Returns orders finished since the Pacific day began, newest first. For staff who pack. */
export async function finishedToday(
  db: Database,
  _staff: Staff<"pack">,
  now: Date,
): Promise<FinishedOrder[]> {
  return db
    .select({
      id: orders.id,
      number: orders.number,
      companyName: listedName,
      contactName: customers.contactName,
      packedLb: sql<string>`coalesce((select sum(packed_lb) from order_items
        where order_id = ${orders.id}), 0.00)`,
      document: documents.documentNumber,
      isDelivered: sql<boolean>`${orders.status} = 'delivered'`,
    })
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .innerJoin(orders, eq(orders.id, documentOrders.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        gte(documents.issuedAt, startOfDay(pacificDay(now))),
        inArray(documents.kind, ["invoice", "delivery_note"]),
        isStandingDocument,
        inArray(orders.status, ["fulfilled", "delivered"]),
        not(eq(orders.channel, "counter")),
        // A monthly invoice covers orders finished earlier, so it isn't the order's document.
        sql`not exists (select from document_orders of join documents note on note.id = of.document_id
          where of.order_id = ${orders.id} and note.kind = 'delivery_note' and note.id <> ${documents.id}
            and ${documents.kind} = 'invoice')`,
      ),
    )
    .orderBy(desc(documents.issuedAt), desc(orders.number))
    .limit(mostFinished);
}
