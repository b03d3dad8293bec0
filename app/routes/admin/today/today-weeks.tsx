import { PriceTag } from "#app/components/price-tag.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import {
  totalOfWeeks,
  type WeekOfOrders,
  weeksShown,
} from "#app/domain/orders/lists/order-statistics.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { formatDay } from "#app/lib/dates.ts";
import { ChartFigure } from "./chart-figure.tsx";
import { NothingYet } from "./today-section.tsx";

const loadChart = () => import("./weeks-chart.tsx");

/** The last weeks (`weeksShown`). */
export function Weeks({ weeks }: { weeks: WeekOfOrders[] }) {
  const total = totalOfWeeks(weeks);
  if (total.orders === 0) {
    return (
      <NothingYet title={`No orders in the last ${weeksShown} weeks`}>
        Each week's orders and revenue will appear here.
      </NothingYet>
    );
  }
  const orders = `${total.orders} ${total.orders === 1 ? "order" : "orders"}`;
  const revenue = formatDollars(total.revenue);
  return (
    <ChartFigure
      label="Orders and revenue by week"
      total={<PriceTag price={revenue} className="text-[1em]" />}
      of={`in ${orders} over the last ${weeksShown} weeks`}
      caption="Weeks run from Monday to Sunday, Pacific time; the current week is not over yet. Pending orders are included; orders cancelled or on hold are not, nor what was credited."
      height="h-[27rem]"
      load={loadChart}
      draw={({ WeeksChart }) => <WeeksChart weeks={weeks} />}
      table={<WeeksTable weeks={weeks} orders={total.orders} revenue={revenue} />}
    />
  );
}

interface WeeksTableProps {
  weeks: WeekOfOrders[];
  orders: number;
  revenue: string;
}

function WeeksTable({ weeks, orders, revenue }: WeeksTableProps) {
  return (
    <Table
      label="Orders and revenue by week"
      columns={["Week of", { head: "Orders", numeric: true }, { head: "Revenue", numeric: true }]}
      foot={
        <tr>
          <Th scope="row">Total</Th>
          <Td numeric>{orders}</Td>
          <Td numeric>{revenue}</Td>
        </tr>
      }
    >
      {weeks.map((week) => (
        <tr key={week.monday}>
          <Th scope="row" className="whitespace-nowrap">
            {/* The browser may abbreviate the month differently. */}
            <time dateTime={week.monday} suppressHydrationWarning>
              {formatDay(week.monday)}
            </time>
          </Th>
          <Td numeric>{week.orders}</Td>
          <Td numeric>{formatDollars(week.revenue)}</Td>
        </tr>
      ))}
    </Table>
  );
}
