import { eq, sql } from "drizzle-orm";
import type { OrderHolder } from "#app/features/payments/order-links.server.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orders, type PaymentWay } from "#db/schema/orders.ts";
import {
  documentColumns,
  invoiceOfOrder,
  noteOfOrder,
  pageColumns,
  partsOfOrder,
} from "../lists/order-queries.server.ts";
import type { Order } from "../order.ts";

/** A retail order as whoever holds its link sees it. */
export interface HeldOrder extends Order {
  paymentWay: PaymentWay;
  version: number;
  name: string;
  email: string;
  /** What is still to be paid of its invoice, in cents; null before there is one. */
  openCents: number | null;
}

/** The order of a link. */
export async function getHeldOrder(db: Database, holder: OrderHolder): Promise<HeldOrder> {
  const [invoice, note] = [invoiceOfOrder(db), noteOfOrder(db)];
  const [order] = await db
    .select({
      ...pageColumns,
      ...documentColumns(invoice, note),
      paymentWay: orders.paymentWay,
      version: orders.version,
      name: customers.contactName,
      email: customers.guestEmail,
      openCents: sql<string | null>`(select open_cents from invoice_balances
        where document_id = ${invoice.invoiceId})`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoinLateral(invoice, sql`true`)
    .leftJoinLateral(note, sql`true`)
    .where(eq(orders.id, holder.orderId));
  if (!order?.paymentWay) throw new Error("The order of a link is missing");
  const { openCents, paymentWay, ...rest } = order;
  return {
    ...rest,
    ...{ paymentWay, openCents: openCents === null ? null : Number(openCents), samePoOrder: null },
    ...(await partsOfOrder(db, holder.orderId)),
  };
}
