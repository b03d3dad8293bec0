import { and, asc, eq, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { inBatches } from "#app/lib/csv/batches.ts";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import type { ExportFilter } from "#app/lib/csv/export-filter.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database } from "#db/database.ts";
import { accountOf, customers } from "#db/schema/customers.ts";
import { documentLines, documents } from "#db/schema/money/documents.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";

// For any accounting program. Documents and entries never change, so a file of past days is the
// same whenever it is created.

type LineRow = Awaited<ReturnType<typeof readLines>>[number];

const lineColumns: CsvColumns<LineRow> = {
  Document: ({ number }) => number,
  Kind: ({ kind }) => kind.replace("_", " "),
  "Issued (Pacific)": ({ issuedOn }) => issuedOn,
  "Due (Pacific)": ({ dueOn }) => dueOn,
  Customer: ({ customer }) => customer,
  "PO number": ({ poNumber }) => poNumber,
  Line: ({ position }) => position + 1,
  Description: ({ description }) => description,
  Unit: ({ unit }) => unit,
  Ordered: ({ ordered }) => ordered,
  Packed: ({ packed }) => packed,
  "Price (CAD)": ({ unitPrice }) => unitPrice,
  "Amount (CAD)": ({ amount }) => amount,
  "Tax code": ({ taxCode }) => taxCode,
  Order: ({ orderNumber }) => orderNumber,
};

/**
 * Exports the lines of all invoices and credit notes issued on some Pacific days, oldest first, as
 * a CSV file. Lines of delivery notes are on the monthly invoice. For staff who keep the books.
 */
export function exportDocumentLines(
  db: Database,
  _staff: Staff<"money">,
  { from, to }: ExportFilter,
) {
  const issued = and(
    inArray(documents.kind, ["invoice", "credit_note"]),
    from ? gte(documents.issuedOn, from) : undefined,
    to ? lte(documents.issuedOn, to) : undefined,
  );
  return csvOf(
    lineColumns,
    inBatches((last: LineRow | undefined, limit) => readLines(db, issued, last, limit)),
  );
}

function readLines(
  db: Database,
  issued: SQL | undefined,
  last: { issuedAt: Date; id: string; position: number } | undefined,
  limit: number,
) {
  const { issuedAt, id } = documents;
  const at = last && sql.param(last.issuedAt, issuedAt);
  const later =
    last &&
    sql`(${issuedAt}, ${id}, ${documentLines.position}) > (${at}, ${last.id}::uuid, ${last.position}::int)`;
  // A condition on a single table, so that its index is used.
  const notEarlier = last && sql`${issuedAt} >= ${at}`;
  return db
    .select({
      id,
      issuedAt,
      number: documents.documentNumber,
      ...pick(documents, "kind", "issuedOn", "dueOn", "poNumber"),
      customer: documents.buyerCompany,
      position: documentLines.position,
      description: documentLines.description,
      unit: documentLines.unit,
      ordered: documentLines.ordered,
      packed: documentLines.packed,
      unitPrice: documentLines.unitPrice,
      amount: documentLines.amount,
      taxCode: documentLines.taxCode,
      orderNumber: sql<number | null>`(select orders.number from document_orders
        join orders on orders.id = document_orders.order_id
        where document_orders.document_id = ${documents.id}
          and document_orders.position = ${documentLines.orderPosition})`,
    })
    .from(documents)
    .innerJoin(documentLines, eq(documentLines.documentId, documents.id))
    .where(and(issued, notEarlier, later))
    .orderBy(asc(issuedAt), asc(id), asc(documentLines.position))
    .limit(limit);
}

type EntryRow = Awaited<ReturnType<typeof readEntries>>[number];

const entryColumns: CsvColumns<EntryRow> = {
  "Day (Pacific)": ({ occurredOn }) => occurredOn,
  Customer: ({ customer }) => customer,
  Kind: ({ kind }) => kind.replace("_", "-"),
  Document: ({ number }) => number,
  Method: ({ method }) => method,
  Reference: ({ reference }) => reference,
  "Amount (CAD)": ({ cents }) => toDollars(cents),
  "Allocated (CAD)": ({ allocatedCents }) => toDollars(allocatedCents),
  Note: ({ note }) => note,
  "Entered (UTC)": ({ createdAt }) => createdAt.toISOString(),
};

/**
 * Exports the ledger entries of some Pacific days in the order of entry as a CSV file. Positive
 * amounts are owed to us. For staff who keep the books.
 */
export function exportLedger(db: Database, _staff: Staff<"money">, { from, to }: ExportFilter) {
  return entriesOf(db, { from, to });
}

/** Like `exportLedger`, with payments and refunds only. For staff who keep the books. */
export function exportPayments(db: Database, _staff: Staff<"money">, { from, to }: ExportFilter) {
  return entriesOf(db, { from, to }, inArray(ledgerEntries.kind, ["payment", "refund"]));
}

function entriesOf(db: Database, { from, to }: ExportFilter, of?: SQL) {
  const chosen = and(
    of,
    from ? gte(ledgerEntries.occurredOn, from) : undefined,
    to ? lte(ledgerEntries.occurredOn, to) : undefined,
  );
  return csvOf(
    entryColumns,
    inBatches((last: EntryRow | undefined, limit) => readEntries(db, chosen, last, limit)),
  );
}

function readEntries(
  db: Database,
  chosen: SQL | undefined,
  last: { createdAt: Date; id: string } | undefined,
  limit: number,
) {
  const { createdAt, id } = ledgerEntries;
  const later =
    last &&
    sql`(${createdAt}, ${id}) > (${sql.param(last.createdAt, createdAt)}, ${last.id}::uuid)`;
  return db
    .select({
      id,
      createdAt,
      occurredOn: ledgerEntries.occurredOn,
      kind: ledgerEntries.kind,
      method: ledgerEntries.method,
      reference: ledgerEntries.reference,
      note: ledgerEntries.note,
      cents: ledgerEntries.cents,
      allocatedCents: ledgerEntries.allocatedCents,
      number: documents.documentNumber,
      customer: customers.companyName,
    })
    .from(ledgerEntries)
    .innerJoin(customers, eq(customers.id, accountOf(ledgerEntries.customerId)))
    .leftJoin(documents, eq(documents.id, ledgerEntries.documentId))
    .where(and(chosen, later))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit);
}
