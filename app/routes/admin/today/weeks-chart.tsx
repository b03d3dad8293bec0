import type { BarShapeProps, LabelProps, TooltipContentProps } from "recharts";
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";
import type { WeekOfOrders } from "#app/domain/orders/lists/order-statistics.ts";
import { formatCents, toCents } from "#app/lib/amounts/money.ts";
import { formatDay } from "#app/lib/dates.ts";
import {
  Graduation,
  graduations,
  graduationsPerNumber,
  wholeDollars,
} from "./today-graduations.tsx";

interface Week {
  day: string;
  orders: number;
  dollars: number;
  revenue: string;
  isRunning: boolean;
}

/** The same in both charts, so that their bars align. */
const axisWidth = 64;
/** Digit width of the smallest font, in px. */
const digitWidth = 7;
const margin = { top: 10, right: 0, bottom: 8, left: 0 };
const weekTicks = {
  dataKey: "day",
  axisLine: { stroke: "var(--color-ink)" },
  tickLine: false,
  interval: "equidistantPreserveStart",
} as const;

/** Revenue above orders for the same weeks. Arrow keys move between weeks, and announce them. */
export function WeeksChart({ weeks }: { weeks: WeekOfOrders[] }) {
  const data = weeks.map(({ monday, orders, revenue }, place): Week => {
    const cents = toCents(revenue);
    return {
      day: formatDay(monday),
      orders,
      dollars: cents / 100,
      revenue: formatCents(cents),
      isRunning: place === weeks.length - 1,
    };
  });
  const scale = graduations(Math.max(...data.map(({ dollars }) => dollars)));
  const numbers = scale.filter((_, place) => place % graduationsPerNumber === 0);
  return (
    <>
      <p aria-hidden="true" className="text-sm text-ink-soft">
        Revenue
      </p>
      <BarChart
        responsive
        data={data}
        syncId="weeks"
        margin={margin}
        barCategoryGap="16%"
        className="h-60"
        aria-label="Revenue and orders by week; the arrow keys go from week to week"
      >
        <CartesianGrid vertical={false} stroke="var(--color-rule)" horizontalValues={numbers} />
        <XAxis {...weekTicks} tick={false} height={1} />
        <YAxis
          width={axisWidth}
          domain={[0, scale.at(-1) ?? 0]}
          ticks={scale}
          interval={0}
          axisLine={{ stroke: "var(--color-brass)" }}
          tickLine={false}
          tickSize={0}
          tickMargin={0}
          tick={(tick) => <Graduation {...tick} side="left" text={wholeDollars} />}
        />
        <Tooltip
          content={WeekNote}
          cursor={{ fill: "var(--color-paper-deep)" }}
          isAnimationActive={false}
        />
        <Bar
          dataKey="dollars"
          shape={WeekBar}
          fill="var(--color-oxblood)"
          isAnimationActive={false}
        />
      </BarChart>
      <div aria-hidden="true">
        <p className="mt-4 text-sm text-ink-soft">Orders</p>
        <BarChart
          responsive
          data={data}
          syncId="weeks"
          margin={{ ...margin, top: 20, bottom: 0 }}
          barCategoryGap="16%"
          className="h-32"
          accessibilityLayer={false}
        >
          <XAxis {...weekTicks} tick={{ fill: "var(--color-ink-soft)", fontSize: 12 }} />
          <YAxis width={axisWidth} tick={false} axisLine={false} tickLine={false} />
          <Tooltip
            content={() => null}
            cursor={{ fill: "var(--color-paper-deep)" }}
            isAnimationActive={false}
          />
          <Bar
            dataKey="orders"
            shape={WeekBar}
            fill="var(--color-ink)"
            label={OrdersLabel}
            isAnimationActive={false}
          />
        </BarChart>
      </div>
    </>
  );
}

function WeekBar({ x, y, width, height, fill, payload }: BarShapeProps) {
  const { isRunning }: Week = payload;
  if (!isRunning) return <rect x={x} y={y} width={width} height={height} fill={fill} />;
  if (height < 1) return null;
  return (
    <rect
      x={x + 0.75}
      y={y + 0.75}
      width={width - 1.5}
      height={Math.max(0, height - 0.75)}
      fill="var(--color-paper-deep)"
      stroke={fill}
      strokeWidth={1.5}
    />
  );
}

function OrdersLabel({ x, y, width, value }: LabelProps) {
  const text = String(value);
  if (Number(width) < text.length * digitWidth) return null;
  return (
    <text
      x={Number(x) + Number(width) / 2}
      y={Number(y) - 6}
      textAnchor="middle"
      fontSize={12}
      fill="var(--color-ink)"
    >
      {text}
    </text>
  );
}

function WeekNote({ active, payload }: TooltipContentProps) {
  const week: Week | undefined = payload[0]?.payload;
  if (!active || !week) return null;
  return (
    <div role="status" className="border border-ink bg-paper px-3 py-2 text-sm tabular-nums">
      <p className="text-ink-soft">
        Week of {week.day}
        {week.isRunning && ", not over yet"}
      </p>
      <p className="font-semibold">{week.revenue}</p>
      <p>
        {week.orders} {week.orders === 1 ? "order" : "orders"}
      </p>
    </div>
  );
}
