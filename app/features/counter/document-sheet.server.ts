import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { TillReceipt } from "#app/domain/door/till/till-receipts.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import { documentLines, documents, documentTaxes } from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { packages } from "#db/schema/packages.ts";
import { lineDetail, type ReceiptSheet } from "./sale.ts";

/** What a receipt says of a document, and of what was paid for it at tills; null for no such document. */
export async function sheetOfDocument(
  db: Database | Transaction,
  documentId: string,
  receipts: readonly TillReceipt[],
): Promise<Omit<ReceiptSheet, "slip" | "onAccountOf" | "poNumber"> | null> {
  const [document] = await db
    .select({
      ...{ documentNumber: documents.documentNumber, soldAt: documents.issuedAt },
      ...{ subtotal: documents.subtotal, total: documents.total },
      openCents: invoiceBalances.openCents,
    })
    .from(documents)
    .leftJoin(invoiceBalances, eq(invoiceBalances.documentId, documents.id))
    .where(eq(documents.id, documentId));
  if (!document) return null;
  const lines = await db
    .select({
      name: documentLines.description,
      ...{ orderItemId: documentLines.orderItemId, lb: documentLines.packed },
      ...{ unit: documentLines.unit, pricePerLb: documentLines.unitPrice },
      amount: documentLines.amount,
    })
    .from(documentLines)
    .where(eq(documentLines.documentId, documentId))
    .orderBy(asc(documentLines.position));
  const weighed = await weighedOf(
    db,
    lines.flatMap(({ orderItemId }) => orderItemId ?? []),
  );
  const taxes = await db
    .select({ label: documentTaxes.label, amount: documentTaxes.amount })
    .from(documentTaxes)
    .where(and(eq(documentTaxes.documentId, documentId), sql`${documentTaxes.amount} <> 0`))
    .orderBy(asc(documentTaxes.taxCode));
  const tenders = receipts.filter(({ cents, isTakenBack }) => cents > 0 && !isTakenBack);
  const totalCents = toCents(document.total);
  const openCents = Number(document.openCents ?? 0);
  const paidCents = sumCents(tenders, ({ cents, roundingCents }) => cents - roundingCents);
  return {
    ...{ documentNumber: document.documentNumber, soldAt: document.soldAt },
    lines: lines.map(({ name, amount, unit, orderItemId, ...line }) => ({
      ...{ name, cents: toCents(amount) },
      detail:
        unit === "lb" ? lineDetail({ ...line, ...(orderItemId && weighed.get(orderItemId)) }) : "",
    })),
    totals: {
      ...{ subtotalCents: toCents(document.subtotal), totalCents },
      taxes: taxes.map(({ label, amount }) => ({ label, cents: toCents(amount) })),
    },
    tenders: tenders.map(({ method, cents, tenderedCents, reference }) => ({
      ...{ method, cents, tenderedCents, reference },
    })),
    roundingCents: sumCents(tenders, ({ roundingCents }) => roundingCents),
    ...{ openCents, otherwisePaidCents: totalCents - paidCents - openCents },
  };
}

/** What lines were weighed as: pieces, and grams where all of it was read in kg. */
async function weighedOf(db: Database | Transaction, itemIds: readonly string[]) {
  const rows = await db
    .select({
      itemId: packages.orderItemId,
      pieces: sql<number | null>`sum(${packages.pieces})`.mapWith(Number),
      netG: sql<number | null>`case when bool_and(${packages.readingUnit} = 'kg')
        then sum(${packages.netG}) end`,
    })
    .from(packages)
    .where(and(inArray(packages.orderItemId, [...itemIds]), isNull(packages.voidedAt)))
    .groupBy(packages.orderItemId);
  return new Map(
    rows.map(({ itemId, pieces, netG }) => [
      itemId,
      { pieces: pieces || null, netG: netG === null ? null : Number(netG) },
    ]),
  );
}
