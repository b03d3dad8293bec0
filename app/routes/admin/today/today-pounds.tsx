import { Table, Td, Th } from "#app/components/table.tsx";
import { categoryText } from "#app/domain/catalogue/category.ts";
import {
  type PoundsOfMonth,
  totalOfCategories,
} from "#app/domain/orders/lists/order-statistics.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatMonth } from "#app/lib/dates.ts";
import type { BarRow } from "./bars-chart.tsx";
import { ChartFigure } from "./chart-figure.tsx";
import { NothingYet } from "./today-section.tsx";

const loadChart = () => import("./bars-chart.tsx");
const numberFormat = new Intl.NumberFormat("en-CA");

export function Pounds({ pounds: { firstDay, categories } }: { pounds: PoundsOfMonth }) {
  const total = totalOfCategories(categories);
  const month = formatMonth(firstDay);
  if (total === 0) {
    return (
      <NothingYet title={`Nothing has been ordered in ${month} so far`}>
        The pounds ordered will appear here by category.
      </NothingYet>
    );
  }
  const rows = categories.map(({ category, lb }) => ({
    name: category ? categoryText[category].label : "No category",
    value: Number(lb),
  }));
  return (
    <ChartFigure
      label="Pounds by category this month"
      total={
        <span className="font-display leading-none font-semibold lining-nums">
          {formatLb(total)}
        </span>
      }
      of={`in ${month}`}
      caption="By order date, Pacific time, and each product's current category. Pending orders are included; cancelled orders are not."
      height={categories.length > 8 ? "h-[24rem]" : "h-[21.5rem]"}
      load={loadChart}
      draw={({ BarsChart }) => (
        <BarsChart
          label="Pounds ordered by category this month"
          rows={rows}
          room={76}
          inWords={formatLb}
          onAxis={numberFormat.format}
        />
      )}
      table={<PoundsTable rows={rows} total={total} />}
    />
  );
}

function PoundsTable({ rows, total }: { rows: BarRow[]; total: number }) {
  return (
    <Table
      label="Pounds by category this month"
      columns={["Category", { head: "Weight", numeric: true }]}
      foot={
        <tr>
          <Th scope="row">Total</Th>
          <Td numeric>{formatLb(total)}</Td>
        </tr>
      }
    >
      {rows.map(({ name, value }) => (
        <tr key={name}>
          <Th scope="row">{name}</Th>
          <Td numeric>{formatLb(value)}</Td>
        </tr>
      ))}
    </Table>
  );
}
