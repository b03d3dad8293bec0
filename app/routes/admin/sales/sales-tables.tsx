import { Link } from "react-router";
import { Table, Td, Th } from "#app/components/table.tsx";
import { MarginFigure } from "#app/domain/margins/margin-figure.tsx";
import { addMargins, type Margin } from "#app/domain/margins/margins.ts";
import {
  changeInWords,
  type SalesBy,
  type SalesRow,
  salesByText,
  salesRowPath,
  type TaxMonth,
  type WholeRange,
} from "#app/features/sales/sales.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatFullDay, formatMonth } from "#app/lib/dates.ts";
import { ChartFigure } from "../today/chart-figure.tsx";

const loadChart = () => import("../today/bars-chart.tsx");
const dollars = new Intl.NumberFormat("en-CA", { maximumFractionDigits: 0 });

const mostBars = 12;

const nameOf = (by: SalesBy, { name }: SalesRow) => (by === "week" ? formatFullDay(name) : name);

const onAxis = (name: string) => (name.length > 17 ? `${name.slice(0, 16).trim()}…` : name);

/** The largest rows, or the last weeks, as bars; renders nothing without sales. */
export function SalesFigure({
  by,
  rows,
  isByMargin,
}: {
  by: SalesBy;
  rows: readonly SalesRow[];
  isByMargin: boolean;
}) {
  const shown = (by === "week" ? rows.slice(-mostBars) : rows.slice(0, mostBars)).filter(
    ({ cents }) => cents > 0,
  );
  if (shown.length < 2) return null;
  const bars = shown.map((row) => ({
    name: onAxis(by === "week" ? row.name.slice(5) : row.name),
    value: row.cents / 100,
  }));
  const label = `What sold, ${salesByText[by].tab.toLowerCase()}`;
  return (
    <div className="mb-8 max-w-3xl">
      <ChartFigure
        label={label}
        total={formatCents(sumCents(rows, ({ cents }) => cents))}
        of="in all"
        caption={
          (isByMargin ? "The bars are amounts, in the order of margins. " : "") +
          (rows.length > shown.length
            ? `The chart shows ${shown.length} of ${rows.length}; the table below has all.`
            : "The table below has the same figures.")
        }
        height="h-[24rem]"
        load={loadChart}
        draw={({ BarsChart }) => (
          <BarsChart
            label={label}
            rows={bars}
            room={76}
            nameWidth={140}
            inWords={(value) => `$${dollars.format(value)}`}
            onAxis={(value) => dollars.format(value)}
          />
        )}
        table={<SalesTable by={by} rows={shown} label="The figures of the chart" />}
      />
    </div>
  );
}

/** Amounts, pounds, and the previous year if comparable. */
export function SalesTable({
  by,
  rows,
  label = `What sold, ${salesByText[by].tab.toLowerCase()}`,
  margins,
  links,
}: {
  by: SalesBy;
  rows: readonly SalesRow[];
  label?: string;
  /** By name; omitted unless the user is the owner. */
  margins?: ReadonlyMap<string, Margin> | undefined;
  /** The rows' days, and the pages that the reader may open; missing for a table without links. */
  links?: { range: WholeRange; mayOpen: readonly SalesBy[] };
}) {
  if (rows.length === 0) return <p className="text-ink-soft">Nothing was billed on these days.</p>;
  // An order is billed once, so it has no previous year.
  const isCompared = by !== "order";
  const total = {
    name: "",
    id: null,
    cents: sumCents(rows, ({ cents }) => cents),
    hundredthsLb: sumCents(rows, ({ hundredthsLb }) => hundredthsLb),
    beforeCents: sumCents(rows, ({ beforeCents }) => beforeCents),
  };
  const sum = margins && addMargins([...margins.values()]);
  return (
    <Table
      label={label}
      columns={[
        salesByText[by].heading,
        { head: "Weight", numeric: true, className: "hidden sm:table-cell" },
        { head: "Amount", numeric: true, className: "max-sm:pr-0" },
        margins && { head: "Margin", numeric: true, className: "hidden lg:table-cell" },
        isCompared && { head: "Year before", numeric: true, className: "hidden sm:table-cell" },
        isCompared && { head: "Change", numeric: true, className: "hidden sm:table-cell" },
      ]}
      foot={
        <tr>
          <Th scope="row">
            Total
            <NarrowMargin margin={sum} />
          </Th>
          <Figures row={total} margin={sum} isCompared={isCompared} />
        </tr>
      }
    >
      {rows.map((row) => (
        <tr key={row.name}>
          <Th scope="row" className="min-w-32 wrap-anywhere">
            <RowName
              name={nameOf(by, row)}
              to={links ? salesRowPath(by, row, links.range, links.mayOpen) : null}
            />
            <NarrowMargin margin={margins?.get(row.name)} />
          </Th>
          <Figures
            row={row}
            margin={margins && (margins.get(row.name) ?? null)}
            isCompared={isCompared}
          />
        </tr>
      ))}
    </Table>
  );
}

function RowName({ name, to }: { name: string; to: string | null }) {
  if (to === null) return name;
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {name}
    </Link>
  );
}

function NarrowMargin({ margin }: { margin: Margin | undefined }) {
  if (!margin) return null;
  return (
    <span className="mt-1 block text-sm font-normal text-ink-soft lg:hidden">
      Margin <MarginFigure margin={margin} />
    </span>
  );
}

/** @param margin null for rows without meat, omitted unless the user is the owner */
function Figures({
  row,
  margin,
  isCompared,
}: {
  row: SalesRow;
  margin?: Margin | null | undefined;
  isCompared: boolean;
}) {
  return (
    <>
      <Td numeric className="hidden sm:table-cell">
        {row.hundredthsLb === 0 ? "–" : formatLb(row.hundredthsLb / 100)}
      </Td>
      <Td numeric className="max-sm:pr-0">
        {formatCents(row.cents)}
      </Td>
      {margin !== undefined && (
        <Td numeric className="hidden lg:table-cell">
          {margin ? <MarginFigure margin={margin} /> : "–"}
        </Td>
      )}
      {isCompared && (
        <>
          <Td numeric className="hidden sm:table-cell">
            {formatCents(row.beforeCents)}
          </Td>
          <Td numeric className="hidden sm:table-cell">
            {changeInWords(row)}
          </Td>
        </>
      )}
    </>
  );
}

/** Taxes collected for the CRA and the province, by month. */
export function TaxTable({ months }: { months: readonly TaxMonth[] }) {
  if (months.length === 0)
    return <p className="text-ink-soft">Nothing was billed on these days.</p>;
  const sum = (of: (month: TaxMonth) => number) => formatCents(sumCents(months, of));
  return (
    <Table
      label="GST and PST by month"
      columns={[
        "Month",
        { head: "Sales", numeric: true },
        { head: "GST", numeric: true },
        { head: "PST", numeric: true },
      ]}
      foot={
        <tr>
          <Th scope="row">Total</Th>
          <Td numeric>{sum(({ salesCents }) => salesCents)}</Td>
          <Td numeric>{sum(({ gstCents }) => gstCents)}</Td>
          <Td numeric>{sum(({ pstCents }) => pstCents)}</Td>
        </tr>
      }
    >
      {months.map((one) => (
        <tr key={one.month}>
          <Th scope="row">{formatMonth(one.month)}</Th>
          <Td numeric>{formatCents(one.salesCents)}</Td>
          <Td numeric>{formatCents(one.gstCents)}</Td>
          <Td numeric>{formatCents(one.pstCents)}</Td>
        </tr>
      ))}
    </Table>
  );
}
