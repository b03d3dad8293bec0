import { sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { itemCosts, returnedCosts } from "#app/domain/lots/packed-costs.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import type { LastCost, Margin } from "./margins.ts";

// Meat costs and margins are for the owner only, whatever other permissions staff have.

type MarginRow = Record<Exclude<keyof Margin, "correctedAt">, string> & {
  correctedAt: string | Date | null;
};

/**
 * Sums lines into a `Margin`. `line` has the columns of `itemCosts`, `is_sale` for lines that bear
 * a cost, and `back_cents` for the cost of meat that went back to its lot.
 */
export const marginSums = sql`
  coalesce(sum(line.amount) filter (where line.is_known), 0) * 100 as "amountCents",
  coalesce(sum(line.cost_cents) filter (where line.is_known and line.is_sale), 0)
    - coalesce(sum(line.back_cents) filter (where line.is_known), 0) as "costCents",
  count(*) filter (where line.is_known) as lines,
  coalesce(sum(line.amount) filter (where not line.is_known), 0) * 100 as "leftOutCents",
  coalesce(sum(line.lb) filter (where not line.is_known), 0) * 100 as "leftOutLb",
  max(line.corrected_at) filter (where line.is_known and line.is_sale
    and line.corrected_at > line.sold_at) as "correctedAt"`;

/** Converts a row of `marginSums`. */
export function marginOfRow(row: MarginRow): Margin {
  return {
    amountCents: Number(row.amountCents),
    costCents: Number(row.costCents),
    lines: Number(row.lines),
    leftOutCents: Number(row.leftOutCents),
    leftOutLb: Number(row.leftOutLb),
    correctedAt: row.correctedAt === null ? null : new Date(row.correctedAt),
  };
}

/**
 * Returns the margins of an order's lines by id: as billed less credits, or before billing as
 * packed. Open and dropped lines have earned nothing yet and are omitted. For the owner.
 */
export async function marginsOfOrder(
  db: Database,
  _admin: Admin,
  orderId: string,
): Promise<Record<string, Margin>> {
  if (!isUuid(orderId)) return {};
  const items = sql`select id from order_items where order_id = ${orderId}`;
  const { rows } = await db.execute<MarginRow & { itemId: string }>(sql`
    with billed as (
      select coalesce(document_lines.order_item_id, corrected.order_item_id) as item_id,
        sum(case when documents.kind = 'invoice' then document_lines.amount
          else -document_lines.amount end) as amount,
        min(documents.issued_at) as sold_at
      from document_orders
        join documents on documents.id = document_orders.document_id
          and documents.kind in ('invoice', 'credit_note')
        join document_lines on document_lines.document_id = document_orders.document_id
          and document_lines.order_position = document_orders.position
        left join document_lines as corrected on corrected.document_id = document_lines.corrects_id
          and corrected.position = document_lines.corrects_position
      where document_orders.order_id = ${orderId} group by 1
    ), costs as (${itemCosts(items)}),
    back as (select item_id, sum(cost_cents) as back_cents from (${returnedCosts(items)}) as each
      group by item_id)
    select line.id as "itemId", ${marginSums} from (
      select order_items.id, coalesce(billed.amount, case when order_items.over_decision = 'bill_promise'
          then least(order_items.final_amount, order_items.promised_amount)
          else order_items.final_amount end) as amount,
        order_items.packed_lb as lb, costs.cost_cents, back.back_cents, true as is_sale, costs.corrected_at,
        coalesce(billed.sold_at, 'infinity') as sold_at, coalesce(costs.unknown = 0, false) as is_known
      from order_items
        left join billed on billed.item_id = order_items.id
        left join costs on costs.item_id = order_items.id
        left join back on back.item_id = order_items.id
      where order_items.order_id = ${orderId} and order_items.packed_lb > 0
        and order_items.pack_state not in ('open', 'dropped')
    ) as line group by line.id`);
  return Object.fromEntries(rows.map(({ itemId, ...row }) => [itemId, marginOfRow(row)]));
}

/**
 * Returns the cost per lb of products, from each one's latest lot with a known cost, bought or cut;
 * products without one are omitted. For the owner. All products if `productIds` is undefined.
 */
export async function lastCosts(
  db: Database,
  _admin: Admin,
  productIds?: readonly string[],
): Promise<Record<string, LastCost>> {
  const some = productIds
    ? sql`and product_id = any(${sql.param(productIds.filter(isUuid))}::uuid[])`
    : sql``;
  const { rows } = await db.execute<{
    productId: string;
    centsPerLb: string;
    lotCode: string;
    receivedAt: string;
  }>(sql`
    select distinct on (came.product_id) came.product_id as "productId",
      round(lots.cost_cents / lots.received_lb) as "centsPerLb", lots.code as "lotCode",
      lots.received_at as "receivedAt"
    from (
      select product_id, lot_id from receipt_lines
      where is_accepted and lot_id is not null and product_id is not null ${some}
      union all
      select product_id, lot_id from cutting_outputs where product_id is not null ${some}
    ) as came join lots on lots.id = came.lot_id
    where lots.cost_cents is not null and lots.received_lb is not null
    order by came.product_id, lots.received_at desc, lots.id`);
  return Object.fromEntries(
    rows.map(({ productId, centsPerLb, lotCode, receivedAt }) => [
      productId,
      { centsPerLb: Number(centsPerLb), lotCode, receivedAt: new Date(receivedAt) },
    ]),
  );
}
