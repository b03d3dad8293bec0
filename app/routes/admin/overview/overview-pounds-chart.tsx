import type { BarShapeProps, LabelProps, YAxisTickContentProps } from "recharts";
import { Bar, BarChart, XAxis, YAxis } from "recharts";
import { formatLb } from "#app/lib/weight.ts";
import { Graduation, graduations } from "./overview-graduations.tsx";

const numberFormat = new Intl.NumberFormat("en-CA");
const text = { fill: "var(--color-ink)", fontSize: 13, dy: "0.35em" };

/** The pounds of one category. */
export interface PoundsOf {
  name: string;
  lb: number;
}

/** A bar per category, on the graduations of a scale. */
export function PoundsChart({ rows }: { rows: PoundsOf[] }) {
  const scale = graduations(Math.max(...rows.map(({ lb }) => lb)));
  return (
    <BarChart
      responsive
      layout="vertical"
      data={rows}
      margin={{ top: 0, right: 76, bottom: 0, left: 0 }}
      barSize={16}
      className="h-full"
      accessibilityLayer={false}
      role="img"
      aria-label="Pounds ordered by category this month"
    >
      <YAxis
        type="category"
        dataKey="name"
        width={92}
        interval={0}
        axisLine={{ stroke: "var(--color-ink)" }}
        tickLine={false}
        tick={CategoryName}
      />
      <XAxis
        type="number"
        height={32}
        domain={[0, scale.at(-1) ?? 0]}
        ticks={scale}
        interval={0}
        axisLine={{ stroke: "var(--color-brass)" }}
        tickLine={false}
        tickSize={0}
        tickMargin={0}
        tick={(tick) => <Graduation {...tick} side="below" text={numberFormat.format} />}
      />
      <Bar
        dataKey="lb"
        fill="var(--color-ink)"
        shape={PoundsBar}
        isAnimationActive={false}
        label={Weight}
      />
    </BarChart>
  );
}

// A custom shape is rendered, and labelled, even for zero.
function PoundsBar({ x, y, width, height, fill }: BarShapeProps) {
  return <rect x={x} y={y} width={width} height={height} fill={fill} />;
}

/** Left-aligned, on one line. */
function CategoryName({ y, payload }: YAxisTickContentProps) {
  return (
    <text {...text} y={y}>
      {payload.value}
    </text>
  );
}

/** At the end of the bar; also shown for zero. */
function Weight({ x, y, width, height, value }: LabelProps) {
  return (
    <text {...text} x={Number(x) + Number(width) + 7} y={Number(y) + Number(height) / 2}>
      {formatLb(Number(value))}
    </text>
  );
}
