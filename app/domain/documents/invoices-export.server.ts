import { and, desc, gte, lte, or, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { batchSize, inWindows } from "#app/lib/csv/batches.ts";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import type { ExportFilter } from "#app/lib/csv/export-filter.ts";
import { formatDateTime, pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { documentOrders, documents, isCreditedInFull } from "#db/schema/money/documents.ts";
import { olderThan } from "./invoices.server.ts";
import { conditionsOf, firstOrder, isInvoice, issuedOn } from "./invoices-found.server.ts";
import { listSkippedNumbers } from "./skipped-numbers.server.ts";
import { rangeInWords } from "./skipped-numbers.ts";

type Row = Awaited<ReturnType<typeof readInvoices>>[number];

// Omits the PDF's URL, which would give anyone who sees the file access to the invoice.
const columns: CsvColumns<Row> = {
  "Invoice number": ({ invoiceNumber }) => invoiceNumber,
  "Issued (Pacific)": ({ issuedOn }) => issuedOn,
  "Issued (UTC)": ({ createdAt }) => createdAt.toISOString(),
  "Due (Pacific)": ({ dueOn }) => dueOn,
  "Order ID": ({ orderId }) => orderId,
  "Client ID": ({ customerId }) => customerId,
  "Billed to": ({ buyerCompany }) => buyerCompany,
  Contact: ({ buyerContact }) => buyerContact,
  Address: ({ buyerAddress }) => buyerAddress,
  Email: ({ buyerEmail }) => buyerEmail,
  "Subtotal (CAD)": ({ subtotal }) => subtotal,
  "GST (CAD)": ({ tax }) => tax,
  "Total (CAD)": ({ total }) => total,
  // Last, because spreadsheets refer to the columns by position.
  "PO number": ({ poNumber }) => poNumber,
  "Further order IDs": ({ furtherOrders }) => furtherOrders,
  Order: ({ orderNumbers }) => orderNumbers,
  Credited: ({ isCredited }) => (isCredited ? "in full" : ""),
};

type Place = Pick<Row, "createdAt" | "id">;

/**
 * Returns everyone's invoices as issued, newest first, as a CSV file, with the same date and `q`
 * filters as the invoices page. Without a filter it includes the numbers that a restore skipped.
 * For staff who keep the books.
 */
export function exportInvoices(
  db: Database,
  staff: Staff<"money">,
  { q = "", ...days }: ExportFilter,
) {
  const searched = or(...conditionsOf(db, q));
  const issued = issuedOn(days);
  const read = (from: Place | undefined, to: Place | undefined) =>
    readInvoices(db, and(issued, searched, olderThan(from), to && noOlderThan(to, from)));
  const all = inWindows((from: Place | undefined) => endAfter(db, issued, from), read);
  const isWhole = q === "" && !days.from && !days.to;
  return csvOf(columns, isWhole ? withSkipped(all, () => skippedRows(db, staff)) : all);
}

async function* withSkipped(all: AsyncIterable<Row[]>, read: () => Promise<Row[]>) {
  yield* all;
  yield await read();
}

/** Returns a row for each range of numbers that a restore skipped, listed below the invoices. */
async function skippedRows(db: Database, staff: Staff<"money">): Promise<Row[]> {
  const ranges = await listSkippedNumbers(db, staff);
  return ranges
    .filter(({ series }) => series === "INV")
    .map(({ backupOf, ...range }) => ({
      id: "",
      invoiceNumber: rangeInWords(range),
      createdAt: backupOf,
      issuedOn: pacificDay(backupOf),
      dueOn: null,
      orderId: "",
      customerId: "",
      buyerContact: "",
      buyerAddress: "",
      buyerCompany: `Issued after the backup of ${formatDateTime(backupOf)}`,
      buyerEmail: "",
      subtotal: "",
      tax: "",
      total: "",
      poNumber: "",
      furtherOrders: null,
      isCredited: false,
      orderNumbers: null,
    }));
}

async function endAfter(
  db: Database,
  issued: SQL | undefined,
  from: Place | undefined,
): Promise<Place | undefined> {
  const [end] = await db
    .select({ createdAt: documents.issuedAt, id: documents.id })
    .from(documents)
    .where(and(isInvoice, issued, olderThan(from)))
    .orderBy(desc(documents.issuedAt), desc(documents.id))
    .offset(batchSize - 1)
    .limit(1);
  return end;
}

function readInvoices(db: Database, chosen: SQL | undefined) {
  return db
    .select({
      id: documents.id,
      invoiceNumber: documents.documentNumber,
      createdAt: documents.issuedAt,
      issuedOn: documents.issuedOn,
      dueOn: documents.dueOn,
      orderId: documentOrders.orderId,
      customerId: documents.customerId,
      buyerCompany: documents.buyerCompany,
      buyerContact: documents.buyerContact,
      buyerAddress: documents.buyerAddress,
      buyerEmail: documents.buyerEmail,
      subtotal: documents.subtotal,
      tax: sql<string>`${documents.total} - ${documents.subtotal}`,
      total: documents.total,
      poNumber: documents.poNumber,
      isCredited: isCreditedInFull,
      furtherOrders: sql<string | null>`(
        select string_agg(further.order_id::text, ' ' order by further.position)
        from ${documentOrders} as further
        where further.document_id = ${documents.id} and further.position > 0)`,
      orderNumbers: sql<string | null>`(
        select string_agg(numbered.number::text, ' ' order by billed.position)
        from ${documentOrders} as billed join orders numbered on numbered.id = billed.order_id
        where billed.document_id = ${documents.id})`,
    })
    .from(documents)
    .innerJoin(documentOrders, firstOrder)
    .where(and(isInvoice, chosen))
    .orderBy(desc(documents.issuedAt), desc(documents.id));
}

/** Redundant, but lets the planner estimate how few rows match the exact cursor condition. */
function noOlderThan(to: Place, from: Place | undefined): SQL | undefined {
  const at = sql.param(to.createdAt, documents.issuedAt);
  return and(
    sql`(${documents.issuedAt}, ${documents.id}) >= (${at}, ${to.id})`,
    gte(documents.issuedAt, to.createdAt),
    from && lte(documents.issuedAt, from.createdAt),
  );
}
