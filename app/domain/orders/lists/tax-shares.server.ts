import { type SQL, sql } from "drizzle-orm";

/**
 * Each order's share of a document's taxes by code, for a "from" clause: order_position, tax_code,
 * label, taxable and amount. A tax is rounded once per document, so shares are differences of the
 * rounded running totals and add up to it.
 */
export const taxShares = (documentId: SQL | string): SQL => sql`(
  select order_position, tax_code, label, own as taxable,
    round(up_to * rate / 100, 2) - round((up_to - own) * rate / 100, 2) as amount
  from (
    select document_id, order_position, tax_code, sum(amount) as own,
      sum(sum(amount)) over (partition by tax_code order by order_position) as up_to
    from document_lines
    where document_id = ${documentId}
    group by document_id, order_position, tax_code
  ) as sums
  join document_taxes using (document_id, tax_code)
)`;
