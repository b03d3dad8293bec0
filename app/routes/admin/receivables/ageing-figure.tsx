import { PriceTag } from "#app/components/price-tag.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { type Ageing, ages, ageText, overdueOf } from "#app/domain/ledger/ageing.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { ChartFigure } from "../overview/chart-figure.tsx";
import { wholeDollars } from "../overview/overview-graduations.tsx";

const loadChart = () => import("../overview/bars-chart.tsx");

/** Open amounts by age. */
export function AgeingFigure({ ageing }: { ageing: Ageing }) {
  const overdue = overdueOf(ageing);
  const total = overdue + ageing.current;
  const rows = ages.map((age) => ({
    name: ageText[age],
    cents: ageing[age],
    value: ageing[age] / 100,
    isWarning: age !== "current",
  }));
  return (
    <ChartFigure
      label="Open amounts by age"
      total={<PriceTag price={formatCents(total)} className="text-[1em]" />}
      of={
        overdue > 0
          ? `open, of which ${formatCents(overdue)} is overdue`
          : "open, all within its terms"
      }
      caption="By due date, Pacific time. Payments and credits that settle nothing yet are not subtracted."
      height="h-[14.5rem]"
      load={loadChart}
      draw={({ BarsChart }) => (
        <BarsChart
          label="Open amounts by age"
          rows={rows}
          room={92}
          inWords={(dollars) => formatCents(Math.round(dollars * 100))}
          onAxis={wholeDollars}
        />
      )}
      table={
        <Table label="Open amounts by age">
          <thead>
            <tr>
              <Th>Overdue for</Th>
              <Th numeric>Open</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cents }) => (
              <tr key={name}>
                <Th scope="row">{name}</Th>
                <Td numeric>{formatCents(cents)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      }
    />
  );
}
