import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { isTaxed } from "#app/content/taxes.ts";
import { taxesApart } from "#app/domain/documents/document-taxes.ts";
import { creditedCents as creditedByNotes } from "#app/domain/documents/issuing/issue-credit-note.server.ts";
import { roundingNote } from "#app/domain/door/book-rounding.server.ts";
import { correctionsAmong } from "#app/domain/door/till/corrections.ts";
import type { TillReceipt } from "#app/domain/door/till/till-receipts.server.ts";
import { creditedOf, settledBy, unusedOf } from "#app/domain/ledger/allocations.server.ts";
import { centsOnLabel } from "#app/domain/packages/labels/label-prices.ts";
import { scanRulesOf } from "#app/domain/packages/scan/scan-settings.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database, Transaction } from "#db/database.ts";
import { documentLines, documents, documentTaxes } from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { packages } from "#db/schema/packages.ts";
import { lineDetail, type ReceiptSheet, type RefundSheet } from "./sale.ts";

/** Returns a document as a receipt shows it, with its payments at tills; null for an unknown id. */
export async function sheetOfDocument(
  db: Database | Transaction,
  documentId: string,
  receipts: readonly TillReceipt[],
): Promise<Omit<ReceiptSheet, "slip" | "order" | "onAccountOf" | "poNumber"> | null> {
  const bill = await billOf(db, documentId);
  if (!bill) return null;
  const { documentNumber, issuedAt, openCents, lines, totals } = bill;
  const weighed = await weighedOf(
    db,
    lines.flatMap(({ orderItemId }) => orderItemId ?? []),
  );
  const tenders = receipts.filter(({ cents, isTakenBack }) => cents > 0 && !isTakenBack);
  const paidCents = sumCents(tenders, ({ cents, roundingCents }) => cents - roundingCents);
  const entryIds = tenders.flatMap(({ entryId, roundingEntryId }) =>
    roundingEntryId === null ? [entryId] : [entryId, roundingEntryId],
  );
  const settledCents = await settledBy(db, entryIds, documentId);
  const keptCents = await unusedOf(db, entryIds);
  const creditedCents = await creditedOf(db, documentId, roundingNote);
  const corrected = correctionsAmong(receipts).flatMap(({ now }) => now);
  return {
    documentNumber,
    soldAt: issuedAt,
    totals,
    lines: lines.map((line) => printed(line, line.orderItemId && weighed.get(line.orderItemId))),
    tenders: tenders.map(({ id, method, cents, tenderedCents, reference }) => ({
      method,
      cents,
      tenderedCents,
      reference,
      isCorrected: corrected.some((one) => one.id === id),
    })),
    roundingCents: sumCents(tenders, ({ roundingCents }) => roundingCents),
    refunds: receipts.flatMap(({ cents, isTakenBack, correctsNumber, method, ...one }) =>
      cents < 0 && !isTakenBack && correctsNumber === documentNumber
        ? [{ documentNumber: one.documentNumber ?? "", method, cents: -cents }]
        : [],
    ),
    isCreditedWhole: (await creditedByNotes(db, documentId)) >= totals.totalCents,
    openCents,
    forOthersCents: paidCents - settledCents - keptCents,
    keptCents,
    creditedCents,
    otherwisePaidCents: totals.totalCents - settledCents - creditedCents - openCents,
  };
}

/** Returns the slip of a refund; null if nothing was refunded. */
export async function refundSheetOf(
  db: Database | Transaction,
  parts: readonly TillReceipt[],
): Promise<RefundSheet | null> {
  const [first] = parts;
  const note = first?.documentId ? await billOf(db, first.documentId) : null;
  if (!first || !note) return null;
  const { requestId, takenAt, otherwise, neverLeft } = first;
  const { documentNumber, reason, lines, totals } = note;
  return {
    requestId,
    documentNumber,
    reason,
    otherwise,
    neverLeft,
    totals,
    givenAt: takenAt,
    lines: lines.map((line) => printed(line, null)),
    parts: parts.map(({ method, cents, reference }) => ({ method, cents: -cents, reference })),
    roundingCents: -sumCents(parts, ({ roundingCents }) => roundingCents),
  };
}

type PrintedLine = Awaited<ReturnType<typeof linesOf>>[number];

function printed(
  { name, amount, unit, remark, lb, pricePerLb, taxCode }: PrintedLine,
  weighed:
    | Pick<Parameters<typeof lineDetail>[0], "pieces" | "netG" | "labelCents">
    | ""
    | null
    | undefined,
) {
  return {
    name,
    cents: toCents(amount),
    isTaxed: isTaxed(taxCode),
    detail: unit === "lb" ? lineDetail({ lb, pricePerLb, ...(weighed || {}) }) : remark,
  };
}

async function billOf(db: Database | Transaction, documentId: string) {
  const [document] = await db
    .select({
      documentNumber: documents.documentNumber,
      issuedAt: documents.issuedAt,
      subtotal: documents.subtotal,
      total: documents.total,
      reason: documents.reason,
      openCents: invoiceBalances.openCents,
    })
    .from(documents)
    .leftJoin(invoiceBalances, eq(invoiceBalances.documentId, documents.id))
    .where(eq(documents.id, documentId));
  if (!document) return null;
  const { subtotal, total, openCents, ...words } = document;
  const taxes = await db
    .select(pick(documentTaxes, "taxCode", "label", "taxable", "amount"))
    .from(documentTaxes)
    .where(eq(documentTaxes.documentId, documentId))
    .orderBy(asc(documentTaxes.taxCode));
  return {
    ...words,
    openCents: Number(openCents ?? 0),
    lines: await linesOf(db, documentId),
    totals: {
      subtotalCents: toCents(subtotal),
      totalCents: toCents(total),
      taxes: taxesApart(
        taxes.map(({ taxable, amount, ...tax }) => ({
          ...tax,
          taxableCents: toCents(taxable),
          cents: toCents(amount),
        })),
      ),
    },
  };
}

const linesOf = (db: Database | Transaction, documentId: string) =>
  db
    .select({
      name: documentLines.description,
      remark: documentLines.remark,
      orderItemId: documentLines.orderItemId,
      lb: documentLines.packed,
      unit: documentLines.unit,
      pricePerLb: documentLines.unitPrice,
      amount: documentLines.amount,
      taxCode: documentLines.taxCode,
    })
    .from(documentLines)
    .where(eq(documentLines.documentId, documentId))
    .orderBy(asc(documentLines.position));

/** Returns per line its pieces, its grams if all was weighed in kg, and its one label's price. */
export async function weighedOf(db: Database | Transaction, itemIds: readonly string[]) {
  const rows = await db
    .select({
      itemId: packages.orderItemId,
      pieces: sql<number | null>`sum(${packages.pieces})`.mapWith(Number),
      netG: sql<number | null>`case when bool_and(${packages.readingUnit} = 'kg')
        then sum(${packages.netG}) end`,
      labelScan: sql<string | null>`case when count(*) = 1
        then max(${packages.rawScan}) filter (where ${packages.source} = 'derived') end`,
    })
    .from(packages)
    .where(and(inArray(packages.orderItemId, [...itemIds]), isNull(packages.voidedAt)))
    .groupBy(packages.orderItemId);
  const { rules, standIns } = rows.some(({ labelScan }) => labelScan)
    ? await scanRulesOf(db)
    : { rules: [], standIns: [] };
  const reading = { rules, standIns: standIns ?? [], today: pacificDay(new Date()) };
  return new Map(
    rows.map(({ itemId, pieces, netG, labelScan }) => [
      itemId,
      {
        pieces: pieces || null,
        netG: netG === null ? null : Number(netG),
        labelCents: centsOnLabel({ source: "derived", rawScan: labelScan ?? "" }, reading),
      },
    ]),
  );
}
