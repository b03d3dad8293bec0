import type { Staff } from "#app/domain/access/capability.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import type { ExportFilter } from "#app/lib/csv/export-filter.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { sales, taxesByMonth } from "./sales.server.ts";
import { type SalesBy, type SalesRow, salesBy, salesRange, type TaxMonth } from "./sales.ts";

const salesColumns: CsvColumns<SalesRow> = {
  Name: ({ name }) => name,
  "Amount without taxes (CAD)": ({ cents }) => toDollars(cents),
  "Weight (lb)": ({ hundredthsLb }) => toDollars(hundredthsLb),
  "A year before (CAD)": ({ beforeCents }) => toDollars(beforeCents),
};

const taxColumns: CsvColumns<TaxMonth> = {
  "Month (Pacific)": ({ month }) => month.slice(0, 7),
  "Sales without taxes (CAD)": ({ salesCents }) => toDollars(salesCents),
  "GST (CAD)": ({ gstCents }) => toDollars(gstCents),
  "PST (CAD)": ({ pstCents }) => toDollars(pstCents),
};

async function* once<Row>(rows: Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await rows;
}

/** The table of the sales page as a CSV file, by what `by` says. For staff who keep the money. */
export function exportSales(db: Database, staff: Staff<"money">, filter: ExportFilter) {
  const by = salesBy.find((one): one is SalesBy => one === filter.by) ?? "cut";
  const range = salesRange(filter, pacificDay(new Date()));
  return csvOf(salesColumns, once(sales(db, staff, by, range)));
}

/** GST and PST by month as a CSV file. For staff who keep the money. */
export function exportTaxes(db: Database, staff: Staff<"money">, filter: ExportFilter) {
  const range = salesRange(filter, pacificDay(new Date()));
  return csvOf(taxColumns, once(taxesByMonth(db, staff, range)));
}
