import { and, asc, sql } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import { inBatches } from "#app/features/exports/batches.ts";
import { type CsvColumns, csvOf, phoneAsText } from "#app/features/exports/csv.ts";
import type { ExportFilter } from "#app/features/exports/export-filter.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { isClient, mentioning, summaries } from "./clients-admin.server.ts";

type Row = Awaited<ReturnType<typeof readClients>>[number];

const columns: CsvColumns<Row> = {
  "Client ID": ({ id }) => id,
  Company: ({ companyName }) => companyName,
  Contact: ({ contactName }) => contactName,
  "E-mail": ({ email }) => email,
  Phone: ({ phone }) => phoneAsText(phone),
  Address: ({ address }) => address,
  Notes: ({ notes }) => notes,
  Orders: ({ orderCount }) => orderCount,
  "Total spent (CAD)": ({ totalSpent }) => totalSpent,
  "Client since (Pacific)": ({ createdAt }) => pacificDay(createdAt),
};

/**
 * All clients by company name as a CSV file, with the same `q` filter as the clients page. For
 * administrators.
 */
export function exportClients(db: Database, _admin: Admin, filter: ExportFilter) {
  const read = (last: Row | undefined, limit: number) => readClients(db, filter, last, limit);
  return csvOf(columns, inBatches(read));
}

function readClients(
  db: Database,
  { q = "" }: ExportFilter,
  last: { companyName: string; id: string } | undefined,
  limit: number,
) {
  return summaries(db)
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
}
