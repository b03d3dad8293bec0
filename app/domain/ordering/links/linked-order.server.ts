import { eq, sql } from "drizzle-orm";
import type { OrderInvoice } from "#app/domain/documents/open-invoices.server.ts";
import type { OrderLink } from "#app/domain/orders/links/order-links.server.ts";
import {
  confirmBy,
  documentColumns,
  invoiceOfOrder,
  noteOfOrder,
  pageColumns,
  partsOfOrder,
} from "#app/domain/orders/lists/order-queries.server.ts";
import type { Order } from "#app/domain/orders/order.ts";
import { type InvoiceToPay, openOf } from "#app/domain/orders/payment-words.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import type { PaymentWay } from "#db/schema/values/orders.ts";
import { invoicesToPay } from "../mails/retail-payment.server.ts";

/** A retail order as the holder of its link sees it. */
export interface LinkedOrder extends Order {
  paymentWay: PaymentWay;
  version: number;
  /** When it is cancelled unless the guest confirms their address; null if it won't be. */
  confirmBy: Date | null;
  requestId: string | null;
  name: string;
  email: string;
  /** The open amount of all its invoices, in cents; null before the first. */
  openCents: number | null;
  /** Its invoices, oldest first. */
  invoices: (OrderInvoice & InvoiceToPay)[];
}

/** Returns the order of a link. */
export async function getLinkedOrder(db: Database, link: OrderLink): Promise<LinkedOrder> {
  const [invoice, note] = [invoiceOfOrder(db), noteOfOrder(db)];
  const [order] = await db
    .select({
      ...pageColumns,
      ...documentColumns(invoice, note),
      paymentWay: orders.paymentWay,
      confirmBy,
      version: orders.version,
      requestId: orders.requestId,
      name: customers.contactName,
      email: customers.guestEmail,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoinLateral(invoice, sql`true`)
    .leftJoinLateral(note, sql`true`)
    .where(eq(orders.id, link.orderId));
  if (!order?.paymentWay) throw new Error("The order of a link is missing");
  const { paymentWay, ...rest } = order;
  const invoices = await invoicesToPay(db, eq(orders.id, link.orderId));
  return {
    ...rest,
    paymentWay,
    invoices,
    samePoOrder: null,
    openCents: invoices.length > 0 ? openOf(invoices) : null,
    ...(await partsOfOrder(db, link.orderId)),
  };
}
