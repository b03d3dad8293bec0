import { type SQL, sql } from "drizzle-orm";

/**
 * Each order's share of the taxes of a document, by code, for the "from" of a query: order_position,
 * tax_code, label, taxable and amount. A tax is rounded once for the document, so the shares are the
 * differences of what is rounded up to each order, and add up to it.
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
