import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import { lastBilledPrices } from "#app/domain/pricing/last-billed-prices.server.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers, ofAccount } from "#db/schema/customers.ts";
import {
  creditNotesOfDocument,
  documentOrders,
  documents,
  isCreditedInFull,
  isStandingDocument,
} from "#db/schema/money/documents.ts";
import { openHolds, orderItems, orders } from "#db/schema/orders.ts";
import { boxes, lots, packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { isAllRefused } from "#db/schema/stop-events.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import type { NamedOrder, Order, OrderItem, OrderPackage, OrderPage } from "../order.ts";
import { chargesOf, deliveryOf } from "../order-delivery.server.ts";
import { taxShares } from "./tax-shares.server.ts";

export const orderColumns = {
  id: orders.id,
  number: orders.number,
  status: orders.status,
  placedAt: orders.placedAt,
  totalPrice: orders.totalPrice,
  notes: orders.notes,
  isNewClient: orders.isNewClient,
  holds: openHolds,
  deliveryDay: orders.deliveryDay,
  deliveryKind: orders.deliveryKind,
  isRefused: isAllRefused.as("is_refused"),
};

/** An order's status for files: "refused" for a delivered one of which everything was refused. */
export const exportedStatus = sql<
  OrderStatus | "refused"
>`case when ${isAllRefused} then 'refused' else ${orders.status} end`;

export const pageColumns = {
  ...orderColumns,
  standingNotes: orders.standingNotes,
  allowsSubstitutes: orders.allowsSubstitutes,
  callFirst: orders.callFirst,
  poNumber: orders.poNumber,
  departedAt: momentOf(
    // Held meat that came back on the truck is no longer on the way; an order left behind never
    // was.
    sql`(select departed_at from runs where runs.id = ${orders.runId} and not ${isLeftBehind} and not exists (
      select from run_stops where run_stops.id = ${orders.stopId} and state = 'kept'
        and ${orders.status} <> 'delivered'))`,
    "departed_at",
  ),
  missedAt: momentOf(
    sql`(select visited_at from run_stops where run_stops.id = ${orders.stopId} and state = 'not_home'
      and ${orders.status} <> 'delivered')`,
    "missed_at",
  ),
  deliveredAt: orders.deliveredAt,
};

function momentOf(moment: SQL, name: string): SQL.Aliased<Date | null> {
  const read = (at: string) => orders.placedAt.mapFromDriverValue(at);
  return moment.mapWith(read).as(name) as SQL.Aliased<Date | null>;
}

/** When an order is cancelled unless its guest confirms the address; null if it won't be. */
export const confirmBy = momentOf(
  sql`case when ${orders.status} = 'pending' then ${orders.awaitsUntil} end`,
  "confirm_by",
);

/**
 * Returns the newest other order with the same purchase order number; null for blanket numbers,
 * which every order has. The caller must have checked access to the order; `visible` limits the
 * other order to those the client may see.
 */
export async function samePoOrder(
  db: Database,
  { id, poNumber }: { id: string; poNumber: string },
  visible?: SQL,
): Promise<NamedOrder | null> {
  if (poNumber === "") return null;
  const [other] = await db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        eq(orders.poNumber, poNumber),
        ofAccount(
          orders.customerId,
          sql`(select customer_id from orders as this where this.id = ${id})`,
        ),
        ne(orders.id, id),
        ne(orders.status, "cancelled"),
        sql`not (${customers.poMode} = 'blanket' and ${customers.poBlanket} = ${poNumber})`,
        visible,
      ),
    )
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(1);
  return other ?? null;
}

/**
 * The first invoice of each order, for a left lateral join. Its later documents are credit notes or
 * further invoices, and appear in the list of invoices.
 */
export function invoiceOfOrder(db: Database) {
  return db
    .select({
      invoiceId: documents.id,
      invoiceNumber: documents.documentNumber,
      invoicedAt: documents.issuedAt,
      invoiceUrl: documents.url,
      invoiceTotal: documents.total,
      invoicedOrders: documents.orderCount,
      isInvoiceCredited: isCreditedInFull.as("is_invoice_credited"),
      creditNotes: creditNotesOfDocument.as("credit_notes"),
      place: documentOrders.position,
    })
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .where(
      and(eq(documentOrders.orderId, orders.id), eq(documents.kind, "invoice"), isStandingDocument),
    )
    .orderBy(asc(documents.issuedAt), asc(documents.id))
    .limit(1)
    .as("invoice");
}

/** The delivery note of each order, for a left lateral join. */
export function noteOfOrder(db: Database) {
  return db
    .select({
      noteId: sql<string>`${documents.id}`.as("note_id"),
      noteNumber: sql<string>`${documents.documentNumber}`.as("note_number"),
      noteUrl: sql<string | null>`${documents.url}`.as("note_url"),
    })
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .where(
      and(
        eq(documentOrders.orderId, orders.id),
        eq(documents.kind, "delivery_note"),
        isStandingDocument,
      ),
    )
    .orderBy(asc(documents.number))
    .limit(1)
    .as("note");
}

/** Matches the orders that a client may act on: their customer's, at the sites they may see. */
export function ownedBy({ records, sites }: Client): SQL | undefined {
  const own = inArray(orders.customerId, [...records]);
  return sites ? and(own, inArray(orders.shipToId, [...sites])) : own;
}

/** Matches the orders that a client may see, including those they placed earlier as a guest. */
export function visibleTo(client: Client): SQL | undefined {
  const own = ownedBy(client);
  // Without guests, the condition can use the index.
  if (client.guests.length === 0) return own;
  return or(own, inArray(orders.customerId, [...client.guests]));
}

/** Matches orders older than the cursor; undefined for the first page. */
export function olderThan(cursor: OrderPage["before"]): SQL | undefined {
  const place = placeOf(cursor);
  return place && sql`(${orders.placedAt}, ${orders.id}) < ${place}`;
}

/** Matches orders newer than the cursor; undefined unless the cursor is well-formed. */
export function newerThan(cursor: OrderPage["before"]): SQL | undefined {
  const place = placeOf(cursor);
  return place && sql`(${orders.placedAt}, ${orders.id}) > ${place}`;
}

function placeOf(cursor: OrderPage["before"]): SQL | undefined {
  if (!cursor || !isUuid(cursor.id) || Number.isNaN(cursor.placedAt.getTime())) return undefined;
  return sql`(${sql.param(cursor.placedAt, orders.placedAt)}, ${cursor.id})`;
}

/** Columns about an order's documents, from `invoiceOfOrder` and `noteOfOrder`. */
export function documentColumns(
  invoice: ReturnType<typeof invoiceOfOrder>,
  note: ReturnType<typeof noteOfOrder>,
) {
  const taxed = sql`coalesce(${invoice.invoiceId}, ${note.noteId})`;
  return {
    invoiceNumber: invoice.invoiceNumber,
    invoicedAt: invoice.invoicedAt,
    invoiceUrl: invoice.invoiceUrl,
    invoiceTotal: invoice.invoiceTotal,
    invoicedOrders: sql<number>`coalesce(${invoice.invoicedOrders}, 0)`,
    isInvoiceCredited: sql<boolean>`coalesce(${invoice.isInvoiceCredited}, false)`,
    creditNotes: sql<Order["creditNotes"]>`coalesce(${invoice.creditNotes}, '[]'::jsonb)`,
    differences: sql<Order["differences"]>`coalesce((
      select json_agg(json_build_object('number', later.document_number, 'total', later.total::text)
        order by later.number)
      from documents later join document_orders on document_orders.document_id = later.id
      where document_orders.order_id = ${orders.id} and later.kind = 'invoice'
        and later.corrects_id is not null), '[]')`,
    noteNumber: note.noteNumber,
    noteUrl: note.noteUrl,
    taxes: sql<Order["taxes"]>`coalesce((
      select json_agg(json_build_object('label', label, 'amount', amount::text) order by tax_code)
      from ${taxShares(taxed)} as taxed
      where order_position = coalesce(${invoice.place}, 0) and amount <> 0), '[]')`,
  };
}

/**
 * Returns an order's lines with their packages, its charges and its delivery. The caller must have
 * checked access to the order.
 *
 * @param known the order, if the caller has read it
 */
export async function partsOfOrder(
  db: Database,
  orderId: string,
  known?: PlacedBy,
): Promise<Pick<Order, "items" | "charges" | "delivery">> {
  const [items, charges, delivery] = await Promise.all([
    itemsOfOrder(db, orderId, known),
    chargesOf(db, orderId),
    deliveryOf(db, orderId),
  ]);
  return { items, charges, delivery };
}

async function itemsOfOrder(db: Database, orderId: string, known?: PlacedBy): Promise<OrderItem[]> {
  const [items, weighed, last] = await Promise.all([
    linesOf(db, orderId),
    packagesOf(db, orderId),
    lastPricesOf(db, orderId, known),
  ]);
  return items.map(({ priceSource, priceSourceName, basePricePerLb, ...item }) => ({
    ...item,
    reason: {
      source: priceSource,
      sourceName: priceSourceName,
      endsOn: null,
      basePricePerLb: basePricePerLb ?? item.pricePerLb,
      last: last.get(item.productId ?? "") ?? null,
    },
    packages: weighed.get(item.id) ?? [],
  }));
}

interface PlacedBy {
  id: string;
  customerId: string;
  placedAt: Date;
}

async function lastPricesOf(db: Database, orderId: string, known?: PlacedBy) {
  if (known) return lastBilledPrices(db, known.customerId, known);
  const [order] = await db
    .select({ id: orders.id, customerId: orders.customerId, placedAt: orders.placedAt })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) throw new Error(`There is no order ${orderId}`);
  return lastBilledPrices(db, order.customerId, order);
}

const {
  orderId: _,
  position: _place,
  knownLb: _known,
  shareLb: _shareLb,
  sharePieces: _sharePieces,
  ...lineColumns
} = getTableColumns(orderItems);

function linesOf(db: Database, orderId: string) {
  return db
    .select({ ...lineColumns, imageUrl: products.imageUrl })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

async function packagesOf(db: Database, orderId: string): Promise<Map<string, OrderPackage[]>> {
  const rows = await db
    .select({
      itemId: packages.orderItemId,
      ...pick(packages, "id", "netLb", "netG", "pieces", "packedAt", "source"),
      lot: lots.code,
      box: boxes.number,
    })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .leftJoin(lots, eq(lots.id, packages.lotId))
    .leftJoin(boxes, eq(boxes.id, packages.boxId))
    .where(and(eq(orderItems.orderId, orderId), isNull(packages.voidedAt)))
    .orderBy(asc(packages.packedAt), asc(packages.id));
  const byItem = new Map<string, OrderPackage[]>();
  for (const { itemId, ...one } of rows) byItem.set(itemId, [...(byItem.get(itemId) ?? []), one]);
  return byItem;
}
