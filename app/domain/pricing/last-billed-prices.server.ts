import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { ofAccount } from "#db/schema/customers.ts";
import { isStandingDocument } from "#db/schema/money/documents.ts";
import { orders } from "#db/schema/orders.ts";

/** Dollars per lb, and the Pacific day. */
interface BilledPrice {
  pricePerLb: string;
  issuedOn: string;
}

/**
 * Returns a customer's last billed price of each product within a year, without corrections:
 * dollars per lb by product id. The caller must have checked access to the customer's orders.
 *
 * @param order limits it to the order's products, and to bills before it was placed
 */
export async function lastBilledPrices(
  db: Database,
  customerId: string,
  order?: { id: string; placedAt: Date },
): Promise<Map<string, BilledPrice>> {
  const until = order ? sql.param(order.placedAt, orders.placedAt) : sql`now()`;
  const ofOrder = order
    ? sql`in (select product_id from order_items as line where line.order_id = ${order.id})`
    : sql`is not null`;
  const { rows } = await db.execute<{ product: string; pricePerLb: string; issuedOn: string }>(sql`
    select distinct on (order_items.product_id) order_items.product_id as product,
      document_lines.unit_price as "pricePerLb", documents.issued_on::text as "issuedOn"
    from documents
      join document_lines on document_lines.document_id = documents.id
      join order_items on order_items.id = document_lines.order_item_id
    where ${ofAccount(sql`documents.customer_id`, customerId)} and documents.kind in ('invoice', 'delivery_note')
      and documents.corrects_id is null and ${isStandingDocument} and documents.issued_at <= ${until}::timestamptz
      and documents.issued_at > ${until}::timestamptz - interval '1 year'
      and document_lines.unit = 'lb' and order_items.product_id ${ofOrder}
    order by order_items.product_id, documents.issued_at desc, documents.id desc,
      document_lines.position desc`);
  return new Map(rows.map(({ product, ...last }) => [product, last]));
}
