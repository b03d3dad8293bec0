import { count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import type { ExportFilter } from "#app/lib/csv/export-filter.ts";
import { pacificTime } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, listedName, members, ownerOfCustomer } from "#db/schema/customers.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { orderCharges, orderItems, orders } from "#db/schema/orders.ts";
import { holdsForStaff } from "../hold.ts";
import { orderNumber } from "../order.ts";
import { wayInWords } from "../payment-words.ts";
import { exportedStatus, invoiceOfOrder, orderColumns } from "./order-queries.server.ts";
import { inOrderWindows } from "./order-windows.server.ts";

type Row = Awaited<ReturnType<typeof readOrders>>[number];

const columns: CsvColumns<Row> = {
  "Order ID": ({ id }) => id,
  "Placed (Pacific)": ({ placedAt }) => pacificTime(placedAt),
  "Placed (UTC)": ({ placedAt }) => placedAt.toISOString(),
  Status: ({ status }) => status,
  "Client ID": ({ customerId }) => customerId,
  Company: ({ companyName }) => companyName,
  Contact: ({ contactName }) => contactName,
  Email: ({ email }) => email,
  Lines: ({ lines }) => lines,
  "Weight (lb)": ({ weightLb }) => weightLb,
  "Total (CAD)": ({ totalPrice }) => totalPrice,
  "Invoice number": ({ invoiceNumber }) => invoiceNumber,
  Notes: ({ notes }) => notes,
  "Estimate (CAD)": ({ estimatedTotal }) => estimatedTotal,
  "PO number": ({ poNumber }) => poNumber,
  "Delivery day": ({ deliveryDay }) => deliveryDay,
  "Delivery or pickup": ({ deliveryKind }) => deliveryKind,
  Zone: ({ zoneName }) => zoneName,
  "Delivery fee (CAD)": ({ deliveryFee }) => deliveryFee,
  "On hold": ({ holds }) => holdsForStaff(holds),
  "Retail payment": ({ paymentWay, deliveryKind }) =>
    paymentWay && wayInWords(paymentWay, deliveryKind),
  Order: ({ number }) => orderNumber(number),
};

export type OrdersExporter = Staff<"sell"> | Staff<"money">;

/**
 * Returns everyone's orders as a CSV file, newest first, with the `status` and `q` filters of the
 * orders page. For staff who sell or keep the books, since it has everyone's addresses.
 */
export function exportOrders(db: Database, _staff: OrdersExporter, filter: ExportFilter) {
  const read = (chosen: SQL | undefined) => readOrders(db, chosen);
  return csvOf(columns, inOrderWindows(db, filter, read));
}

function readOrders(db: Database, chosen: SQL | undefined) {
  const items = db
    .select({
      lines: count().as("lines"),
      weightLb: sql<string>`coalesce(sum(${orderItems.knownLb}), 0.00)`.as("weight_lb"),
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orders.id))
    .as("items");
  const invoice = invoiceOfOrder(db);
  return db
    .select({
      id: orders.id,
      number: orders.number,
      placedAt: orders.placedAt,
      status: exportedStatus,
      customerId: orders.customerId,
      companyName: listedName,
      contactName: customers.contactName,
      email: sql<string | null>`coalesce(${user.email}, nullif(${customers.guestEmail}, ''))`,
      lines: items.lines,
      weightLb: items.weightLb,
      totalPrice: orders.totalPrice,
      invoiceNumber: invoice.invoiceNumber,
      notes: orders.notes,
      estimatedTotal: orders.estimatedTotal,
      poNumber: orders.poNumber,
      deliveryDay: orders.deliveryDay,
      deliveryKind: orders.deliveryKind,
      zoneName: zones.name,
      deliveryFee: sql<string | null>`(select amount from ${orderCharges}
        where order_id = ${orders.id} and kind = 'delivery_fee')`,
      holds: orderColumns.holds,
      paymentWay: orders.paymentWay,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .leftJoin(runs, eq(runs.id, orders.runId))
    .leftJoin(zones, eq(zones.id, runs.zoneId))
    .leftJoinLateral(invoice, sql`true`)
    .crossJoinLateral(items)
    .where(chosen)
    .orderBy(desc(orders.placedAt), desc(orders.id));
}
