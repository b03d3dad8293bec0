import { Table, Td, Th } from "#app/components/table.tsx";
import { categoryText } from "#app/features/catalog/category.ts";
import {
  type PoundsOfMonth,
  totalOfCategories,
} from "#app/features/orders/lists/order-statistics.ts";
import { formatMonth } from "#app/lib/dates.ts";
import { formatLb } from "#app/lib/weight.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { PoundsOf } from "./overview-pounds-chart.tsx";
import { NothingYet } from "./overview-section.tsx";

const loadChart = () => import("./overview-pounds-chart.tsx");

/** Pounds ordered this month, by category. */
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
    lb: Number(lb),
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
      draw={({ PoundsChart }) => <PoundsChart rows={rows} />}
      table={<PoundsTable rows={rows} total={total} />}
    />
  );
}

function PoundsTable({ rows, total }: { rows: PoundsOf[]; total: number }) {
  return (
    <Table label="Pounds by category this month">
      <thead>
        <tr>
          <Th>Category</Th>
          <Th numeric>Weight</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, lb }) => (
          <tr key={name}>
            <Th scope="row">{name}</Th>
            <Td numeric>{formatLb(lb)}</Td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <Th scope="row">Total</Th>
          <Td numeric>{formatLb(total)}</Td>
        </tr>
      </tfoot>
    </Table>
  );
}
