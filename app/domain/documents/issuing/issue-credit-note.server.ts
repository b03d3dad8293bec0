import { and, eq, inArray, sql } from "drizzle-orm";
import { taxes as taxesNow } from "#app/content/taxes.ts";
import { settle } from "#app/domain/ledger/allocations.server.ts";
import { lineTotalCents, sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatLb, lbLess, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database, Transaction } from "#db/database.ts";
import { documents, isCreditTakenBack } from "#db/schema/money/documents.ts";
import type { DocumentUnit } from "#db/schema/values/money.ts";
import type { TaxCode } from "#db/schema/values/products.ts";
import { noteRounding, taxesOn } from "../document-taxes.ts";
import {
  documentToCorrect,
  type InvoiceTerms,
  type IssuedInvoice,
  issue,
  taxesOf,
} from "./issue.server.ts";

/** What can still be credited of an invoice's line. Dollars and pounds are text. */
export interface CreditableLine {
  position: number;
  orderItemId: string | null;
  orderId: string;
  description: string;
  unit: DocumentUnit;
  packed: string;
  unitPrice: string;
  taxCode: TaxCode;
  /** The rest after earlier credits. `leftLb` is 0 for lines not billed by the pound. */
  leftLb: string;
  leftAmount: string;
  /** True if something of it was credited before, and not billed again. */
  isCredited: boolean;
}

/** A line to credit, by pounds at its price, of which no more than was billed, or by dollars. */
type LineToCredit = {
  position: number;
  remark: string;
} & ({ lb: string; amount?: never } | { lb?: never; amount: string });

/** The text of a credit note at the moment of issue, besides what comes from its invoice. */
export type CreditNoteWords = Pick<InvoiceTerms, "issuedOn" | "words">;

interface CreditNoteToIssue {
  invoiceId: string;
  /** As printed, e.g. "Short weight". */
  reason: string;
  lines: LineToCredit[];
  /** The member of staff who settles the invoice with it; null for none. */
  issuedBy: string | null;
  issuedAt?: Date;
  /**
   * Makes all notes for the invoice add up to its total: tax rounding differences get a line of
   * their own. Otherwise, a note whose tax is a cent too high is refused.
   */
  isToTheCent?: boolean;
}

/** Thrown if the credit exceeds what can still be credited, or there is no such line. */
export class CreditRefusedError extends Error {
  override readonly name = "CreditRefusedError";
  readonly line: CreditableLine | null;

  constructor(line: CreditableLine | null) {
    super("More than can be credited");
    this.line = line;
  }
}

/**
 * Issues a credit note for lines of an invoice, with the invoice's taxes. It settles the invoice's
 * open amount, then the customer's other debts, oldest due first (trade rules, section 3); the rest
 * stays as credit. Locks the customer, so that no two notes credit the same pounds.
 *
 * @throws CreditRefusedError
 */
export async function issueCreditNote(
  tx: Transaction,
  { invoiceId, reason, lines: wanted, issuedBy, issuedAt, isToTheCent }: CreditNoteToIssue,
  wordsOn: (issuedAt: Date) => CreditNoteWords,
): Promise<IssuedInvoice> {
  const corrected = await documentToCorrect(tx, invoiceId);
  const positions = new Set(wanted.map(({ position }) => position));
  if (!corrected || positions.size < wanted.length) throw new CreditRefusedError(null);
  const { document: invoice, about, orders } = corrected;
  const creditable = await creditableLines(tx, invoiceId);
  const lines = await Promise.all(
    wanted.map((line) => {
      const source = creditable.find(({ position }) => position === line.position);
      if (!source) throw new CreditRefusedError(null);
      return creditedLine(tx, invoiceId, source, line);
    }),
  );
  const taxes = { Z: taxesNow.Z, ...(await taxesOf(tx, invoiceId)) };
  if (isToTheCent) {
    const cents = noteRounding(toCents(taxesOn(lines, taxes).total), {
      cents: toCents(invoice.total) - (await creditedCents(tx, invoiceId)),
      isRest: isRest(creditable, lines),
    });
    if (cents !== 0) lines.push(roundingLine(lines[0]?.orderId ?? "", cents));
  }
  const note = { series: "CN", about: { ...about, reason }, orders, lines, issuedAt } as const;
  const issued = await issue(tx, note, (at) => ({ ...wordsOn(at), taxes }));
  await refuseMoreThanInvoice(tx, invoice);
  const credit = { customerId: about.customerId, documentId: issued.id };
  const settles = { documents: [invoiceId], rest: "oldest first" } as const;
  await settle(tx, { userId: issuedBy }, credit, settles);
  return issued;
}

/**
 * Returns the lines of an invoice that can be credited, less earlier credits that were not taken
 * back. An excess over the promise that was not billed counts against its line.
 */
export async function creditableLines(
  tx: Transaction | Database,
  invoiceId: string,
): Promise<CreditableLine[]> {
  const { rows } = await tx.execute<CreditableLine & Record<string, unknown>>(sql`
    select line.position, line.order_item_id as "orderItemId", billed.order_id as "orderId",
      line.description, line.unit, line.packed::text as packed, line.unit_price::text as "unitPrice",
      line.tax_code as "taxCode",
      case when line.unit = 'lb' then greatest(0.00, line.packed - coalesce(earlier.lb, 0)) else 0.00 end::text
        as "leftLb",
      greatest(0.00, line.amount + coalesce(waived.amount, 0) - coalesce(earlier.amount, 0))::text as "leftAmount",
      coalesce(earlier.amount, 0) > 0 as "isCredited"
    from document_lines line
      join document_orders billed
        on billed.document_id = line.document_id and billed.position = line.order_position
      left join lateral (
        select sum(credited.amount - coalesce(taken.amount, 0)) as amount,
          sum(credited.packed - coalesce(taken.lb, 0)) filter (where credited.unit = 'lb') as lb
        from document_lines credited
          join documents note on note.id = credited.document_id and note.kind = 'credit_note'
          left join lateral (
            select sum(amount) as amount, sum(packed) filter (where unit = 'lb') as lb
            from document_lines billed_again
            where billed_again.corrects_id = credited.document_id
              and billed_again.corrects_position = credited.position
          ) as taken on true
        where credited.corrects_id = line.document_id and credited.corrects_position = line.position
      ) as earlier on true
      left join lateral (
        select sum(amount) as amount from document_lines over_weight
        where over_weight.document_id = line.document_id and over_weight.amount < 0
          and over_weight.order_item_id = line.order_item_id
      ) as waived on true
    where line.document_id = ${invoiceId} and line.amount > 0
    order by line.position`);
  return rows;
}

interface CreditedLine
  extends Pick<
    CreditableLine,
    "orderId" | "orderItemId" | "description" | "packed" | "unitPrice" | "taxCode"
  > {
  ordered: string | null;
  unit: "each" | "lb";
  amount: string;
  remark: string;
  correctsId: string | null;
  correctsPosition: number | null;
}

/** Returns a line of the credit note; the database computes its amount as an exact decimal. */
async function creditedLine(
  tx: Transaction,
  invoiceId: string,
  source: CreditableLine,
  { position, lb, amount, remark }: LineToCredit,
): Promise<CreditedLine> {
  if (lb !== undefined && source.unit !== "lb") throw new CreditRefusedError(source);
  if (lb !== undefined && costMoreThanLeft(source, lb)) {
    const named = [formatLb(Number(lb)), remark].filter(Boolean).join(", ");
    const rest = { position, amount: source.leftAmount, remark: named };
    return creditedLine(tx, invoiceId, source, rest);
  }
  const { rows } = await tx.execute<{ amount: string; fits: boolean }>(sql`
    select amount::text as amount, amount > 0 and amount <= ${source.leftAmount}::numeric
        and ${lb ?? "0"}::numeric <= ${source.leftLb}::numeric as fits
    from (select round(${lb ?? "1"}::numeric * ${lb === undefined ? amount : source.unitPrice}::numeric, 2)) as worth (amount)`);
  const [worth] = rows;
  if (!worth?.fits) throw new CreditRefusedError(source);
  return {
    orderId: source.orderId,
    orderItemId: source.orderItemId,
    description: source.description,
    ordered: lb === undefined ? null : source.packed,
    packed: lb ?? "1.00",
    unit: lb === undefined ? "each" : "lb",
    unitPrice: lb === undefined ? worth.amount : source.unitPrice,
    amount: worth.amount,
    taxCode: source.taxCode,
    remark,
    correctsId: invoiceId,
    correctsPosition: source.position,
  };
}

/**
 * True for pounds that can be credited, but were billed for less than their price: then the dollars
 * left are credited. These are all pounds left, and before any credit also most of them, as an
 * excess over the promise may cost nothing.
 */
function costMoreThanLeft(
  { leftLb, leftAmount, unitPrice, isCredited }: CreditableLine,
  lb: string,
): boolean {
  const over = lbLess(lb, leftLb);
  const price = lineTotalCents(toCents(unitPrice), toHundredthsLb(lb));
  return (over === 0 || (over < 0 && !isCredited)) && price > toCents(leftAmount);
}

/** Returns the totals of an invoice's credit notes less what was taken back of them, in cents. */
export async function creditedCents(db: Transaction | Database, invoiceId: string) {
  const isNote = and(eq(documents.correctsId, invoiceId), eq(documents.kind, "credit_note"));
  const notes = await db
    .select(pick(documents, "id", "total"))
    .from(documents)
    .where(isNote);
  const ids = notes.map(({ id }) => id);
  const taken = await db
    .select({ total: documents.total })
    .from(documents)
    .where(and(inArray(documents.correctsId, ids), isCreditTakenBack));
  const cents = ({ total }: { total: string }) => toCents(total);
  return sumCents(notes, cents) - sumCents(taken, cents);
}

/** True if a note's lines leave nothing of their invoice. */
function isRest(
  creditable: readonly CreditableLine[],
  lines: readonly Pick<CreditedLine, "amount" | "correctsPosition">[],
): boolean {
  return creditable.every(({ position, leftAmount }) => {
    const own = lines.find(({ correctsPosition }) => correctsPosition === position);
    return toCents(leftAmount) === toCents(own?.amount ?? "0");
  });
}

/** Returns a credit note's line for rounding, which is neither goods nor taxed. */
export function roundingLine(orderId: string, cents: number): CreditedLine {
  const unitPrice = toDollars(Math.abs(cents));
  return {
    orderId,
    orderItemId: null,
    description: "Rounding of tax",
    ordered: null,
    packed: cents < 0 ? "-1.00" : "1.00",
    unit: "each",
    unitPrice,
    amount: toDollars(cents),
    taxCode: "Z",
    remark: "",
    correctsId: null,
    correctsPosition: null,
  };
}

/** Separately rounded taxes of several notes can exceed the invoice's by a cent. */
async function refuseMoreThanInvoice(tx: Transaction, { id, total }: IssuedInvoice): Promise<void> {
  if ((await creditedCents(tx, id)) > toCents(total)) throw new CreditRefusedError(null);
}
