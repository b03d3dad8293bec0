import { and, desc, eq, gte, lte, or, type SQL, sql } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import { type CsvColumns, csvOf } from "#app/features/exports/csv.ts";
import type { ExportFilter } from "#app/features/exports/export-filter.ts";
import { inWindows } from "#app/features/exports/windows.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orders } from "#db/schema/orders.ts";
import { paymentDueDay } from "./invoice.ts";
import { olderThan } from "./invoices.server.ts";
import { conditionsOf, issuedOn } from "./invoices-found.server.ts";

type Row = Awaited<ReturnType<typeof readInvoices>>[number];

// Omits the PDF's URL, which would give access to the invoice to anyone who sees the file.
const columns: CsvColumns<Row> = {
  "Invoice number": ({ invoiceNumber }) => invoiceNumber,
  "Issued (Pacific)": ({ createdAt }) => pacificDay(createdAt),
  "Issued (UTC)": ({ createdAt }) => createdAt.toISOString(),
  "Due (Pacific)": ({ createdAt }) => paymentDueDay(createdAt),
  "Order ID": ({ orderId }) => orderId,
  "Client ID": ({ customerId }) => customerId,
  "Billed to": ({ billedCompany }) => billedCompany,
  Contact: ({ billedContact }) => billedContact,
  Address: ({ billedAddress }) => billedAddress,
  "E-mail": ({ billedEmail }) => billedEmail,
  "Subtotal (CAD)": ({ amount }) => amount,
  // The products are zero-rated (content/invoice.ts).
  "GST (CAD)": () => "0.00",
  "Total (CAD)": ({ amount }) => amount,
};

type Place = Pick<Row, "createdAt" | "id">;

/** Number of invoices read at once. */
const windowSize = 1_000;

/**
 * Everyone's invoices as issued, newest first, as a CSV file, with the same date and `q` filters as
 * the invoices page. For administrators.
 */
export function exportInvoices(db: Database, _admin: Admin, { q = "", ...days }: ExportFilter) {
  // A window is small enough for a single "or".
  const searched = or(...conditionsOf(db, q));
  const issued = issuedOn(days);
  const read = (from: Place | undefined, to: Place | undefined) =>
    readInvoices(db, and(issued, searched, olderThan(from), to && noOlderThan(to, from)));
  return csvOf(
    columns,
    inWindows((from: Place | undefined) => endAfter(db, issued, from), read),
  );
}

async function endAfter(
  db: Database,
  issued: SQL | undefined,
  from: Place | undefined,
): Promise<Place | undefined> {
  const [end] = await db
    .select({ createdAt: invoices.createdAt, id: invoices.id })
    .from(invoices)
    .where(and(issued, olderThan(from)))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .offset(windowSize - 1)
    .limit(1);
  return end;
}

function readInvoices(db: Database, chosen: SQL | undefined) {
  return db
    .select({
      id: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      createdAt: invoices.createdAt,
      orderId: invoices.orderId,
      customerId: orders.customerId,
      billedCompany: invoices.billedCompany,
      billedContact: invoices.billedContact,
      billedAddress: invoices.billedAddress,
      billedEmail: invoices.billedEmail,
      amount: invoices.amount,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(chosen)
    .orderBy(desc(invoices.createdAt), desc(invoices.id));
}

/**
 * Redundant next to the exact cursor condition, but lets the planner estimate how few rows match.
 */
function noOlderThan(to: Place, from: Place | undefined): SQL | undefined {
  const at = sql.param(to.createdAt, invoices.createdAt);
  return and(
    sql`(${invoices.createdAt}, ${invoices.id}) >= (${at}, ${to.id})`,
    gte(invoices.createdAt, to.createdAt),
    from && lte(invoices.createdAt, from.createdAt),
  );
}
