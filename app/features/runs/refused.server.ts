import { and, eq, type SQL, sql } from "drizzle-orm";
import { type BilledLine, creditCents } from "#app/domain/documents/document-taxes.ts";
import type { Database, Transaction } from "#db/database.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import { isStandingDocument } from "#db/schema/money/documents.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { isStandingEvent, stopEvents } from "#db/schema/stop-events.ts";

/** Of a line's row: what its standing invoice bills it at, by the pound. For queries of `order_items`. */
export const billedLine = sql<BilledLine | null>`(
  select json_build_object('pricePerLb', line.unit_price::text, 'taxRate', coalesce(tax.rate, 0)::text)
  from document_lines line
    join documents on documents.id = line.document_id and documents.kind = 'invoice' and ${isStandingDocument}
    left join document_taxes tax on tax.document_id = line.document_id and tax.tax_code = line.tax_code
  where line.order_item_id = order_items.id and line.unit = 'lb' and line.amount > 0
  order by documents.issued_at limit 1)`;

/**
 * What was refused of orders at their present stops and is not decided yet, with what its credit notes would
 * come to, in cents: it is open, and nobody collects it. The caller must have checked access to the orders.
 *
 * @param which a condition on `orders`
 */
export async function refusedNow(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<{ orderId: string; cents: number }[]> {
  const found = await db
    .select({ orderId: orders.id, lb: stopEvents.refusedLb, billed: billedLine })
    .from(stopEvents)
    .innerJoin(orderItems, eq(orderItems.id, stopEvents.orderItemId))
    .innerJoin(orders, and(eq(orders.id, orderItems.orderId), eq(orders.stopId, stopEvents.stopId)))
    .innerJoin(creditRequests, eq(creditRequests.requestId, stopEvents.requestId))
    .where(
      and(
        which,
        eq(stopEvents.kind, "refused"),
        isStandingEvent,
        eq(creditRequests.status, "open"),
      ),
    );
  return found.map(({ orderId, lb, billed }) => ({
    orderId,
    cents: billed ? creditCents(billed, lb ?? "0") : 0,
  }));
}
