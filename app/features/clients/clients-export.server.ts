import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import {
  invoicePerText,
  poModeText,
  termsKindText,
} from "#app/domain/customers/terms/client-terms.ts";
import { filedTermsColumns } from "#app/domain/customers/terms/terms-columns.server.ts";
import { inBatches } from "#app/lib/csv/batches.ts";
import { type CsvColumns, csvOf, phoneAsText } from "#app/lib/csv/csv.ts";
import type { ExportFilter } from "#app/lib/csv/export-filter.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import type { Database } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { isClient, mentioning, summaries } from "./clients-admin.server.ts";

type Row = Awaited<ReturnType<typeof readClients>>[number];

const columns: CsvColumns<Row> = {
  "Client ID": ({ id }) => id,
  Company: ({ companyName }) => companyName,
  Contact: ({ contactName }) => contactName,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phoneAsText(phone),
  Address: ({ address }) => address,
  Notes: ({ notes }) => notes,
  Orders: ({ orderCount }) => orderCount,
  "Total spent (CAD)": ({ totalSpent }) => totalSpent,
  "Client since (Pacific)": ({ createdAt }) => pacificDay(createdAt),
  // Last, for spreadsheets that rely on column positions.
  "Postal code": ({ postalCode }) => postalCode && formatPostalCode(postalCode),
  "Invoices due": ({ termsKind }) => termsKindText[termsKind],
  "Days of terms": ({ termsDays }) => termsDays,
  "Credit limit (CAD)": ({ creditLimit }) => creditLimit,
  "Days of grace": ({ graceDays }) => graceDays,
  "PO numbers": ({ poMode }) => poModeText[poMode],
  "PO number for all orders": ({ poBlanket }) => poBlanket,
  Invoices: ({ invoicePer }) => invoicePerText[invoicePer],
  "Minimum order (CAD)": ({ minOrder }) => minOrder,
  "Name in accounting": ({ accountingName }) => accountingName,
  "Monthly statement": ({ wantsStatements }) => (wantsStatements ? "yes" : "no"),
};

/**
 * Exports clients by company name as a CSV file, filtered by `q` like the list. For administrators.
 */
export function exportClients(db: Database, _admin: Admin, filter: ExportFilter) {
  const read = (last: Row | undefined, limit: number) => readClients(db, filter, last, limit);
  return csvOf(columns, inBatches(read));
}

/** Terms of a client that was deleted between the two queries. */
const usualTerms = {
  postalCode: "",
  termsKind: "net",
  termsDays: 30,
  creditLimit: null,
  graceDays: null,
  poMode: "optional",
  poBlanket: "",
  invoicePer: "order",
  minOrder: null,
  accountingName: "",
  wantsStatements: false,
} as const;

async function readClients(
  db: Database,
  { q = "" }: ExportFilter,
  last: { companyName: string; id: string } | undefined,
  limit: number,
) {
  const found = await summaries(db)
    .where(
      and(
        isClient,
        mentioning(q),
        last &&
          sql`(${customers.companyName}, ${customers.id}) > (${last.companyName}, ${last.id})`,
      ),
    )
    .orderBy(asc(customers.companyName), asc(customers.id))
    .limit(limit);
  const terms = await db
    .select({ id: customers.id, ...filedTermsColumns })
    .from(customers)
    .leftJoin(shipTos, and(eq(shipTos.customerId, customers.id), shipTos.isDefault))
    .where(
      inArray(
        customers.id,
        found.map(({ id }) => id),
      ),
    );
  const termsOf = new Map(terms.map((one) => [one.id, one]));
  return found.map((client) => ({ ...client, ...(termsOf.get(client.id) ?? usualTerms) }));
}
