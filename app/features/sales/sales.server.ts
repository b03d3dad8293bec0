import { eq, type SQL, sql } from "drizzle-orm";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { itemCosts, returnedCosts } from "#app/domain/lots/packed-costs.server.ts";
import { marginOfRow, marginSums } from "#app/domain/margins/margins.server.ts";
import type { Margin } from "#app/domain/margins/margins.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { listedName } from "#db/schema/customers.ts";
import { products } from "#db/schema/products.ts";
import {
  type SalesBy,
  type SalesRow,
  type TaxMonth,
  type WholeRange,
  yearBefore,
} from "./sales.ts";

// Sales are calculated from documents: an invoice's lines on its day, less a credit note's on its
// own. So the figures match the exported files to the cent, and past ones never change.

/** Positive for what is billed, negative for what is credited. */
const signed = (amount: SQL): SQL =>
  sql`case when documents.kind = 'invoice' then ${amount} else -${amount} end`;

/** The line's item, or that of the line which it corrects. */
const itemOfLine = sql`coalesce(document_lines.order_item_id, corrected.order_item_id)`;

const groups: Record<SalesBy, SQL> = {
  // Products by their current name; other lines, such as fees, by their description.
  cut: sql`coalesce(products.name, order_items.product_name, document_lines.description)`,
  client: sql`coalesce(nullif(${listedName}, ''), nullif(customers.contact_name, ''), 'No name')`,
  zone: sql`coalesce(zones.name, 'No zone')`,
  order: sql`coalesce('Order ' || orders.number, 'No order')`,
  week: sql`date_trunc('week', documents.issued_on::timestamp)::date::text`,
};

/** Ids of a group's pages; a counter's customer and a guest have none. */
const pages: Record<SalesBy, SQL> = {
  cut: sql`products.id`,
  client: sql`case when customers.guest_email = '' and customers.kind <> 'counter'
    then customers.id end`,
  zone: sql`null::uuid`,
  order: sql`orders.id`,
  week: sql`null::uuid`,
};

const billedLines = sql`
    from documents
      join document_lines on document_lines.document_id = documents.id
      left join document_lines as corrected on corrected.document_id = document_lines.corrects_id
        and corrected.position = document_lines.corrects_position
      left join order_items on order_items.id = ${itemOfLine}
      left join products on products.id = order_items.product_id
      join customers as billed on billed.id = documents.customer_id
      join customers on customers.id = billed.account_id
      left join document_orders on document_orders.document_id = documents.id
        and document_orders.position = document_lines.order_position
      left join orders on orders.id = document_orders.order_id
      left join runs on runs.id = orders.run_id
      left join zones on zones.id = runs.zone_id`;

/**
 * Returns the amounts billed on some Pacific days less credits, before taxes, by group, with the
 * same days a year before. Sorted by amount, weeks by date; includes groups sold only a year
 * before. `cut` limits them to a product. For staff who keep the books.
 */
export async function sales(
  db: Database,
  _staff: Staff<"money">,
  by: SalesBy,
  range: WholeRange,
  cut: string | null = null,
): Promise<SalesRow[]> {
  const before = yearBefore(range);
  const isNow = sql`documents.issued_on between ${range.from}::date and ${range.to}::date`;
  // Last year's Mondays differ, so weeks are compared by their number in the year.
  const group =
    by === "week"
      ? sql`case when ${isNow} then ${groups.week}
          else (date_trunc('week', documents.issued_on::timestamp)::date + 364)::text end`
      : groups[by];
  const page = pages[by];
  const { rows } = await db.execute<
    Record<Exclude<keyof SalesRow, "id">, string> & { id: string | null }
  >(sql`
    select ${group} as name,
      case when count(distinct ${page}) = 1 then min(${page}::text) end as id,
      coalesce(sum(${signed(sql`document_lines.amount`)}) filter (where ${isNow}), 0) * 100 as cents,
      coalesce(sum(${signed(sql`document_lines.packed`)})
        filter (where ${isNow} and document_lines.unit = 'lb'), 0) * 100 as "hundredthsLb",
      coalesce(sum(${signed(sql`document_lines.amount`)}) filter (where not ${isNow}), 0) * 100
        as "beforeCents"
    ${billedLines}
    where documents.kind in ('invoice', 'credit_note')
      and (${isNow} or documents.issued_on between ${before.from}::date and ${before.to}::date)
      ${cut === null ? sql`` : sql`and products.id = ${cut}::uuid`}
    group by 1
    order by ${by === "week" ? sql`1` : sql`cents desc, 1`}`);
  return rows.map(({ name, id, cents, hundredthsLb, beforeCents }) => ({
    name,
    id,
    cents: Number(cents),
    hundredthsLb: Number(hundredthsLb),
    beforeCents: Number(beforeCents),
  }));
}

/**
 * Returns the margin on some Pacific days, by the names of `sales`: amounts less the cost of the
 * meat. An invoice bears its packages' cost on its day; a credit note takes back money on its own
 * day, and cost only for meat that went back to its lot. Fees don't count. For the owner.
 *
 * @param only limits it to one client and the records merged into it, or to one product
 */
export async function salesMargins(
  db: Database,
  _admin: Admin,
  by: SalesBy,
  { from, to }: WholeRange,
  { customerId, cut }: { customerId?: string; cut?: string | null } = {},
): Promise<Map<string, Margin>> {
  const { rows } = await db.execute<Parameters<typeof marginOfRow>[0] & { name: string }>(sql`
    with lines as materialized (
      select ${groups[by]} as name, ${itemOfLine} as item_id, documents.id as document_id,
        row_number() over (partition by documents.id, ${itemOfLine}
          order by document_lines.position) = 1 as is_first,
        ${signed(sql`document_lines.amount`)} as amount, order_items.packed_lb,
        case when document_lines.unit = 'lb' then ${signed(sql`document_lines.packed`)} else 0 end as lb,
        documents.kind = 'invoice' and document_lines.corrects_id is null
          and document_lines.unit = 'lb' as is_sale,
        documents.issued_at as sold_at
      ${billedLines}
      where documents.kind in ('invoice', 'credit_note') and order_items.id is not null
        and documents.issued_on between ${from}::date and ${to}::date
        ${customerId ? sql`and customers.id = ${customerId}::uuid` : sql``}
        ${cut ? sql`and products.id = ${cut}::uuid` : sql``}
    ), costs as materialized (${itemCosts(sql`select item_id from lines`)}),
    back as materialized (${returnedCosts(sql`select item_id from lines`)})
    select line.name, ${marginSums} from (
      select lines.*, costs.cost_cents, costs.corrected_at, back.cost_cents as back_cents,
        coalesce(costs.unknown = 0, lines.packed_lb = 0) as is_known
      from lines left join costs on costs.item_id = lines.item_id
        left join back on back.item_id = lines.item_id and back.document_id = lines.document_id
          and lines.is_first
    ) as line group by line.name`);
  return new Map(rows.map(({ name, ...row }) => [name, marginOfRow(row)]));
}

/**
 * Returns GST and PST by month: what its documents charged, less what its credit notes gave back. A
 * line with both has a single tax amount: GST is 5 % of the taxable amount, rounded as on a
 * document, and PST the rest, so that they add up. For staff who keep the books.
 */
export async function taxesByMonth(
  db: Database,
  _staff: Staff<"money">,
  { from, to }: WholeRange,
): Promise<TaxMonth[]> {
  const gst = sql`case document_taxes.tax_code when 'G' then document_taxes.amount
    when 'GP' then round(document_taxes.taxable * 5 / 100, 2) else 0 end`;
  const pst = sql`case document_taxes.tax_code
    when 'GP' then document_taxes.amount - round(document_taxes.taxable * 5 / 100, 2) else 0 end`;
  const { rows } = await db.execute<Record<keyof TaxMonth, string>>(sql`
    select date_trunc('month', documents.issued_on::timestamp)::date::text as month,
      sum(${signed(sql`document_taxes.taxable`)}) * 100 as "salesCents",
      sum(${signed(gst)}) * 100 as "gstCents",
      sum(${signed(pst)}) * 100 as "pstCents"
    from documents join document_taxes on document_taxes.document_id = documents.id
    where documents.kind in ('invoice', 'credit_note')
      and documents.issued_on between ${from}::date and ${to}::date
    group by 1 order by 1`);
  return rows.map(({ month, salesCents, gstCents, pstCents }) => ({
    month,
    salesCents: Number(salesCents),
    gstCents: Number(gstCents),
    pstCents: Number(pstCents),
  }));
}

/** Returns the name of the product that limits sales, if any. For staff who keep the books. */
export async function cutNamed(
  db: Database,
  _staff: Staff<"money">,
  id: string,
): Promise<{ id: string; name: string } | null> {
  if (!isUuid(id)) return null;
  const own = eq(products.id, id);
  const [found] = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(own);
  return found ?? null;
}
