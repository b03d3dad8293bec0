import type { BarShapeProps, LabelProps, YAxisTickContentProps } from "recharts";
import { Bar, BarChart, XAxis, YAxis } from "recharts";
import { Graduation, graduations } from "./today-graduations.tsx";

const text = { fill: "var(--color-ink)", fontSize: 13, dy: "0.35em" };

export interface BarRow {
  name: string;
  value: number;
  isWarning?: boolean;
}

interface BarsChartProps {
  label: string;
  rows: BarRow[];
  room: number;
  nameWidth?: number;
  inWords: (value: number) => string;
  onAxis: (value: number) => string;
}

/** A bar per name, with the graduations of a scale. */
export function BarsChart(props: BarsChartProps) {
  const { label, rows, room, nameWidth = 92, inWords, onAxis } = props;
  const scale = graduations(Math.max(...rows.map(({ value }) => value)));
  return (
    <BarChart
      responsive
      layout="vertical"
      data={rows}
      margin={{ top: 0, right: room, bottom: 0, left: 0 }}
      barSize={16}
      className="h-full"
      accessibilityLayer={false}
      role="img"
      aria-label={label}
    >
      <YAxis
        type="category"
        dataKey="name"
        width={nameWidth}
        interval={0}
        axisLine={{ stroke: "var(--color-ink)" }}
        tickLine={false}
        tick={Name}
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
        tick={(tick) => <Graduation {...tick} side="below" text={onAxis} />}
      />
      <Bar
        dataKey="value"
        shape={OneBar}
        isAnimationActive={false}
        label={(at: LabelProps) => <Value {...at} text={inWords(Number(at.value))} />}
      />
    </BarChart>
  );
}

// A custom shape is rendered, and labelled, even for zero.
function OneBar({ x, y, width, height, payload }: BarShapeProps) {
  const { isWarning }: BarRow = payload;
  const fill = isWarning ? "var(--color-oxblood)" : "var(--color-ink)";
  return <rect x={x} y={y} width={width} height={height} fill={fill} />;
}

function Name({ y, payload }: YAxisTickContentProps) {
  return (
    <text {...text} y={y}>
      {payload.value}
    </text>
  );
}

/** At the end of the bar; also shown for zero. */
function Value({ x, y, width, height, text: words }: LabelProps & { text: string }) {
  return (
    <text {...text} x={Number(x) + Number(width) + 7} y={Number(y) + Number(height) / 2}>
      {words}
    </text>
  );
}
