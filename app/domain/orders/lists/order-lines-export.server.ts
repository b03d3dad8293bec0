import { and, asc, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import type { ExportFilter } from "#app/lib/csv/export-filter.ts";
import { pacificTime } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { orderNumber } from "../order.ts";
import { exportedStatus } from "./order-queries.server.ts";
import { inOrderWindows } from "./order-windows.server.ts";
import type { OrdersExporter } from "./orders-export.server.ts";

type Row = Awaited<ReturnType<typeof readLines>>[number];

const columns: CsvColumns<Row> = {
  "Order ID": ({ orderId }) => orderId,
  Line: ({ position }) => position + 1,
  "Placed (Pacific)": ({ placedAt }) => pacificTime(placedAt),
  "Placed (UTC)": ({ placedAt }) => placedAt.toISOString(),
  Status: ({ status }) => status,
  Company: ({ companyName }) => companyName,
  "Product ID": ({ productId }) => productId,
  Product: ({ productName }) => productName,
  "Quantity (lb)": ({ quantity }) => quantity,
  "Price per lb (CAD)": ({ pricePerLb }) => pricePerLb,
  "Subtotal (CAD)": ({ subtotal }) => subtotal,
  "Ordered pieces": ({ orderedPieces }) => orderedPieces,
  "Packed (lb)": ({ packedLb }) => packedLb,
  "Billed (CAD)": ({ billed }) => billed,
  State: ({ packState }) => packState,
  "PO number": ({ poNumber }) => poNumber,
  Order: ({ orderNumber: number }) => orderNumber(number),
};

const isBilled = and(
  inArray(orders.status, ["fulfilled", "delivered"]),
  ne(orderItems.packState, "open"),
);

/** What was packed, in dollars, capped at the promise if the excess is not charged. */
const billedAmount = sql`case ${orderItems.overDecision} when 'bill_promise'
  then least(${orderItems.finalAmount}, ${orderItems.promisedAmount}) else ${orderItems.finalAmount} end`;

/** Returns all lines of the orders export, as a CSV file. For staff who sell or keep the books. */
export function exportOrderLines(db: Database, _staff: OrdersExporter, filter: ExportFilter) {
  const read = (chosen: SQL | undefined) => readLines(db, chosen);
  return csvOf(columns, inOrderWindows(db, filter, read));
}

function readLines(db: Database, chosen: SQL | undefined) {
  return db
    .select({
      orderId: orders.id,
      orderNumber: orders.number,
      position: orderItems.position,
      placedAt: orders.placedAt,
      status: exportedStatus,
      companyName: listedName,
      productId: orderItems.productId,
      productName: orderItems.productName,
      quantity: orderItems.quantity,
      pricePerLb: orderItems.pricePerLb,
      subtotal: orderItems.subtotal,
      orderedPieces: orderItems.orderedPieces,
      packedLb: sql<
        string | null
      >`case when ${orderItems.packState} <> 'open' then ${orderItems.packedLb} end`,
      billed: sql<string | null>`case when ${isBilled} then ${billedAmount} end`,
      packState: orderItems.packState,
      poNumber: orders.poNumber,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(chosen)
    .orderBy(desc(orders.placedAt), desc(orders.id), asc(orderItems.position));
}
