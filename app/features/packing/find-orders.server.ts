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

/** An order at the station, as a search finds it: without prices. */
interface OrderToPackHit extends NamedOrder {
  /** Empty for a client without one. */
  companyName: string;
  /** The Pacific day that it is for; null without one. */
  deliveryDay: string | null;
  /** Whether it is packed, and has not been delivered. */
  isFinished: boolean;
}

/** To be packed, or packed and not delivered yet: what a packer may look up. */
const atStation = or(
  and(eq(orders.status, "pending"), not(isOrderHeld)),
  eq(orders.status, "fulfilled"),
);

/**
 * The orders at the station that go by what was typed: by number or its last three digits, part of the id
 * or of the client's company, by the number of their invoice or delivery note, or of a package of
 * theirs; none for a blank text. Those to pack come first, the next to go out before the others. For
 * staff who pack.
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
      // Of what is packed, what was packed last.
      sql`case ${orders.status} when 'fulfilled' then -${orders.number} else ${orders.number} end`,
    )
    .limit(limit);
}

/** Matches the order of a document by its number, "INV-000123" or a part with its letters. */
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

/** Matches the order of a package by what its label says: "PKG-104217", the number alone, or its id. */
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

/** An order that was finished, as the packing page lists it. */
export interface FinishedOrder extends NamedOrder {
  companyName: string;
  contactName: string;
  /** Pounds with two decimals. */
  packedLb: string;
  /** Of its invoice or delivery note. */
  document: string;
  isDelivered: boolean;
}

/** How many finished orders are listed: a day's work of the largest of our shops. */
const mostFinished = 200;

/** The orders that were finished at the station since the Pacific day began, the last first. For staff who pack. */
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
        // A month's invoice is of orders that were finished before.
        sql`not exists (select from document_orders of join documents note on note.id = of.document_id
          where of.order_id = ${orders.id} and note.kind = 'delivery_note' and note.id <> ${documents.id}
            and ${documents.kind} = 'invoice')`,
      ),
    )
    .orderBy(desc(documents.issuedAt), desc(orders.number))
    .limit(mostFinished);
}
