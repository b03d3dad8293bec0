import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { addMargins, earnedCents, type Margin } from "#app/domain/margins/margins.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import type { ExportFilter } from "#app/lib/csv/export-filter.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { sales, salesMargins, taxesByMonth } from "./sales.server.ts";
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

type EarnedRow = SalesRow & { margin: Margin };

const earnedColumns: CsvColumns<EarnedRow> = {
  ...salesColumns,
  "Margin (CAD)": ({ margin }) => {
    const cents = earnedCents(margin);
    return cents === null ? "Not known" : toDollars(cents);
  },
  "Sales with known cost (CAD)": ({ margin }) => toDollars(margin.amountCents),
  "Cost (CAD)": ({ margin }) => toDollars(margin.costCents),
  "Sales with unknown cost (CAD)": ({ margin }) => toDollars(margin.leftOutCents),
  "Weight with unknown cost (lb)": ({ margin }) => toDollars(margin.leftOutLb),
  "Cost corrected on": ({ margin }) =>
    margin.correctedAt === null ? "" : pacificDay(margin.correctedAt),
};

async function* once<Row>(rows: Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await rows;
}

/**
 * Exports the sales page's table as a CSV file, grouped by `by`. For staff who keep the books;
 * margins are for the `owner`, null for other staff.
 */
export function exportSales(
  db: Database,
  staff: Staff<"money">,
  filter: ExportFilter,
  owner: Admin | null,
) {
  const by = salesBy.find((one): one is SalesBy => one === filter.by) ?? "cut";
  const range = salesRange(filter, pacificDay(new Date()));
  const sold = sales(db, staff, by, range);
  if (!owner) return csvOf(salesColumns, once(sold));
  const earned = async () => {
    const [rows, margins] = await Promise.all([sold, salesMargins(db, owner, by, range)]);
    return rows.map(
      (row): EarnedRow => ({ ...row, margin: margins.get(row.name) ?? addMargins([]) }),
    );
  };
  return csvOf(earnedColumns, once(earned()));
}

/** Exports GST and PST by month as a CSV file. For staff who keep the books. */
export function exportTaxes(db: Database, staff: Staff<"money">, filter: ExportFilter) {
  const range = salesRange(filter, pacificDay(new Date()));
  return csvOf(taxColumns, once(taxesByMonth(db, staff, range)));
}
