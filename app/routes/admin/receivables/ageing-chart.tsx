import type { BarShapeProps, LabelProps, YAxisTickContentProps } from "recharts";
import { Bar, BarChart, XAxis, YAxis } from "recharts";
import { formatCents } from "#app/lib/money.ts";
import { Graduation, graduations, wholeDollars } from "../overview/overview-graduations.tsx";

const text = { fill: "var(--color-ink)", fontSize: 13, dy: "0.35em" };

/** What has been due for so long. */
export interface AgeRow {
  name: string;
  cents: number;
  age: string;
}

/** A bar per age, on the graduations of a scale; what is overdue in red. */
export function AgeingChart({ rows }: { rows: AgeRow[] }) {
  const data = rows.map((row) => ({ ...row, dollars: row.cents / 100 }));
  const scale = graduations(Math.max(...data.map(({ dollars }) => dollars)));
  return (
    <BarChart
      responsive
      layout="vertical"
      data={data}
      margin={{ top: 0, right: 92, bottom: 0, left: 0 }}
      barSize={16}
      className="h-full"
      accessibilityLayer={false}
      role="img"
      aria-label="Open amounts by age"
    >
      <YAxis
        type="category"
        dataKey="name"
        width={92}
        interval={0}
        axisLine={{ stroke: "var(--color-ink)" }}
        tickLine={false}
        tick={AgeName}
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
        tick={(tick) => <Graduation {...tick} side="below" text={wholeDollars} />}
      />
      <Bar dataKey="dollars" shape={AgeBar} isAnimationActive={false} label={Amount} />
    </BarChart>
  );
}

// A custom shape is rendered, and labelled, even for zero.
function AgeBar({ x, y, width, height, payload }: BarShapeProps) {
  const { age }: AgeRow = payload;
  const fill = age === "current" ? "var(--color-ink)" : "var(--color-oxblood)";
  return <rect x={x} y={y} width={width} height={height} fill={fill} />;
}

/** Left-aligned, on one line. */
function AgeName({ y, payload }: YAxisTickContentProps) {
  return (
    <text {...text} y={y}>
      {payload.value}
    </text>
  );
}

/** At the end of the bar; also shown for zero. */
function Amount({ x, y, width, height, value }: LabelProps) {
  return (
    <text {...text} x={Number(x) + Number(width) + 7} y={Number(y) + Number(height) / 2}>
      {formatCents(Math.round(Number(value) * 100))}
    </text>
  );
}
