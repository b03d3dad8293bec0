import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "./database.ts";
import {
  billTo,
  type CustomerTerms,
  type InvoiceTerms,
  type IssuedInvoice,
  newAddress,
  takeNumber,
  taxesOn,
  taxShares,
} from "./issue-invoice.ts";
import { lockCustomer } from "./locks.ts";
import { documents, documentTaxes } from "./schema/money/documents.ts";

/** Which of the delivery notes that are not invoiced yet: up to a number, or issued before a day. */
type NotesToBill = { upTo: number; before?: never } | { upTo?: never; before: string };

/** Matches delivery notes, among documents, that no invoice bills yet. */
export const isUnbilledNote: SQL = sql`documents.kind = 'delivery_note' and not exists (
  select from document_orders billed where billed.note_id = documents.id)`;

/**
 * Issues one invoice over a customer's delivery notes that are not invoiced yet: their lines as they
 * were frozen, with the taxes once for all, due by the customer's terms. The totals of the orders
 * become their shares of the invoice. The customer is locked, so a note is billed once however many
 * ask at the same time.
 *
 * @returns the invoice; null if there is nothing to invoice
 */
export async function issueMonthlyInvoice(
  tx: Transaction,
  { customerId, ...which }: { customerId: string } & NotesToBill,
  termsOn: (issuedAt: Date, terms: CustomerTerms) => InvoiceTerms,
  issuedAt?: Date,
): Promise<IssuedInvoice | null> {
  await lockCustomer(tx, customerId);
  const chosen =
    which.upTo === undefined
      ? sql`documents.issued_on < ${which.before}::date`
      : sql`documents.number <= ${which.upTo}::integer`;
  const notes = await tx
    .select({
      id: documents.id,
      poNumber: documents.poNumber,
      lineCount: documents.lineCount,
    })
    .from(documents)
    .where(and(eq(documents.customerId, customerId), isUnbilledNote, chosen))
    .orderBy(asc(documents.number));
  if (notes.length === 0) return null;
  const ids = JSON.stringify(notes.map(({ id }) => id));
  const inNotes = (table: SQL) => sql`${table}
    join jsonb_array_elements_text(${ids}::jsonb) with ordinality as notes (id, place)
      on ${table}.document_id = notes.id::uuid`;
  const linesOfNotes = inNotes(sql`document_lines`);
  const { rows: sums } = await tx.execute<{ taxCode: string; amount: string }>(sql`
    select tax_code as "taxCode", sum(amount)::text as amount from ${linesOfNotes} group by tax_code`);
  const { terms: customerTerms, ...buyer } = await billTo(tx, customerId);
  const { kind, series, lastNumber: number } = await takeNumber(tx, "INV");
  // After the lock, so that later numbers have later times.
  const at = issuedAt ?? new Date();
  const { taxes, ...terms } = termsOn(at, customerTerms);
  const { subtotal, total, rows: taxed } = await taxesOn(tx, sums, taxes);
  const lineCount = notes.reduce((count, note) => count + note.lineCount, 0);
  const [issued] = await tx
    .insert(documents)
    .values({
      ...{ kind, series, number, issuedAt: at, ...terms, customerId, ...buyer },
      ...{ lineCount, orderCount: notes.length, subtotal, total, url: newAddress() },
      poNumber: commonPoNumber(notes.map(({ poNumber }) => poNumber)),
    })
    .returning();
  if (!issued) throw new Error("The invoice was not stored");
  const documentId = issued.id;
  await tx.execute(sql`
    insert into document_orders (document_id, position, order_id, placed_at, note_id)
    select ${documentId}::uuid, place - 1, order_id, placed_at, document_orders.document_id
    from ${inNotes(sql`document_orders`)}`);
  await tx.insert(documentTaxes).values(taxed.map((tax) => ({ documentId, ...tax })));
  await tx.execute(sql`
    insert into document_lines (document_id, position, order_position, order_item_id, description, ordered,
      ordered_pieces, packed, packages, remark, unit, unit_price, amount, tax_code)
    select ${documentId}::uuid, row_number() over (order by place, position) - 1, place - 1, order_item_id,
      description, ordered, ordered_pieces, packed, packages, remark, unit, unit_price, amount, tax_code
    from ${linesOfNotes}`);
  await tx.execute(sql`
    update orders set total_price = shares.total
    from (
      select order_position, sum(taxable + amount) as total
      from ${taxShares(documentId)} as taxed group by order_position
    ) as shares join document_orders on document_id = ${documentId} and position = order_position
    where orders.id = order_id and total_price <> shares.total`);
  return issued;
}

/** The purchase order numbers of the notes, each once, or none if there are too many to print. */
function commonPoNumber(poNumbers: string[]): string {
  const all = [...new Set(poNumbers.filter(Boolean))].join(", ");
  return all.length > 100 ? "" : all;
}
