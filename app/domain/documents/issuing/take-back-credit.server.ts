import { eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { lineTotalCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { hundredthsLb, lbLess, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import type { Transaction } from "#db/database.ts";
import { documents } from "#db/schema/money/documents.ts";
import type { DocumentUnit } from "#db/schema/values/money.ts";
import { taxesOn } from "../document-taxes.ts";
import { stillCredited } from "../invoice.ts";
import { invoiceTerms } from "../invoice-terms.ts";
import {
  type BilledLine,
  billTo,
  documentToCorrect,
  type IssuedInvoice,
  issue,
  taxesOf,
} from "./issue.server.ts";
import { roundingLine } from "./issue-credit-note.server.ts";

interface CreditToTakeBack {
  noteId: string;
  orderItemId: string;
  /** Pounds to bill again, at most what is left of the credit. */
  lb: string;
  /** True if nothing of the line stays credited. A credit in dollars is taken back only then. */
  isAll: boolean;
  reason: string;
  requestId: string;
}

/** A credit note's line, with the rest of it after earlier invoices that took some back. */
interface NoteLine extends Record<string, unknown> {
  position: number;
  orderId: string;
  orderItemId: string | null;
  description: string;
  unit: DocumentUnit;
  unitPrice: string;
  taxCode: string;
  left: string;
  leftAmount: string;
}

/**
 * Bills again what a credit note credited by mistake: an invoice at the note's price and taxes, due
 * by the customer's current terms; a trigger books it. Neither the note nor its invoice changes,
 * nor what the note settled or who was refunded. Invoices that take back a note in parts add up to
 * its total. The caller holds the locks of the order and its customer.
 *
 * @returns the invoice with the note's number; null if nothing is left to take back
 */
export async function takeBackCredit(
  tx: Transaction,
  { noteId, orderItemId, lb, isAll, reason, requestId }: CreditToTakeBack,
  shop: Shop,
): Promise<{ issued: IssuedInvoice; corrects: string } | null> {
  const corrected = await documentToCorrect(tx, noteId, "credit_note");
  if (!corrected) throw new Error(`There is no credit note ${noteId}`);
  const { document: note, about, orders } = corrected;
  const left = await linesLeft(tx, noteId);
  const lines: BilledLine[] = left.flatMap((line) => {
    const much = line.orderItemId === orderItemId ? takenOf(line, { lb, isAll }) : null;
    if (!much) return [];
    const { position, orderId, description, unit, taxCode } = line;
    const corrects = { correctsId: noteId, correctsPosition: position };
    return [{ orderId, orderItemId, description, unit, taxCode, ...much, ...corrects }];
  });
  if (lines.length === 0) return null;
  const taxes = await taxesOf(tx, noteId);
  const { terms } = await billTo(tx, about.customerId);
  const allTaxes = { ...invoiceTerms(shop)(new Date()).taxes, ...taxes };
  const isRest = left.every(({ position, left: lb }) => {
    const own = lines.find((line) => line.correctsPosition === position);
    return lbLess(lb, own?.packed ?? "0.00") <= 0;
  });
  if (isRest) {
    const cents = (await leftCents(tx, note)) - toCents(taxesOn(lines, allTaxes).total);
    if (cents !== 0) lines.push(roundingLine(lines[0]?.orderId ?? "", cents));
  }
  const issued = await issue(
    tx,
    { series: "INV", about: { ...about, reason, requestId }, orders, lines },
    (at) => ({ ...invoiceTerms(shop)(at, terms), taxes: allTaxes }),
  );
  return { issued, corrects: note.documentNumber };
}

function takenOf(
  { unit, unitPrice, left, leftAmount }: NoteLine,
  { lb, isAll }: Pick<CreditToTakeBack, "lb" | "isAll">,
): Pick<BilledLine, "packed" | "unitPrice" | "amount"> | null {
  if (unit !== "lb") {
    const isLeft = isAll && toCents(leftAmount) > 0;
    return isLeft ? { packed: "1.00", unitPrice: leftAmount, amount: leftAmount } : null;
  }
  const weight = hundredthsLb(Math.min(toHundredthsLb(lb), toHundredthsLb(left)));
  const cents = lineTotalCents(toCents(unitPrice), weight);
  return cents > 0 ? { packed: toPounds(weight), unitPrice, amount: toDollars(cents) } : null;
}

/** Returns the lines of goods on a credit note, with what is left of each. */
async function linesLeft(tx: Transaction, noteId: string): Promise<NoteLine[]> {
  const { rows } = await tx.execute<NoteLine>(sql`
    select line.position, billed.order_id as "orderId", line.order_item_id as "orderItemId",
      line.description, line.unit, line.unit_price::text as "unitPrice", line.tax_code as "taxCode",
      (line.packed - coalesce(taken.packed, 0))::text as left,
      (line.amount - coalesce(taken.amount, 0))::text as "leftAmount"
    from document_lines line
      join document_orders billed
        on billed.document_id = line.document_id and billed.position = line.order_position
      left join lateral (
        select sum(packed) as packed, sum(amount) as amount from document_lines billed_again
        where billed_again.corrects_id = line.document_id
          and billed_again.corrects_position = line.position
      ) as taken on true
    where line.document_id = ${noteId} and line.order_item_id is not null
    order by line.position`);
  return rows;
}

async function leftCents(tx: Transaction, { id, total }: IssuedInvoice): Promise<number> {
  const taken = await tx
    .select({ total: documents.total })
    .from(documents)
    .where(eq(documents.correctsId, id));
  return stillCredited({ total }, taken);
}
