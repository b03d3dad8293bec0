import { Line, Svg } from "@react-pdf/renderer";
import { colours, contentWidth as width } from "./invoice-pdf-style.server.ts";

const graduations = 84;

/** The graduations of a butcher's scale, as on the shop's pages (docs/design-language.md). */
export function PdfScaleRule() {
  const step = width / graduations;
  const ticks = Array.from({ length: graduations + 1 }, (_, index) => {
    const x = Math.min(index * step, width - 0.25) + (index === 0 ? 0.25 : 0);
    const height = index % 10 === 0 ? 9 : index % 5 === 0 ? 6.5 : 4;
    return { x, height };
  });
  return (
    <Svg width={width} height={10} style={{ marginTop: 12 }}>
      <Line x1={0} y1={0.5} x2={width} y2={0.5} stroke={colours.ink} strokeWidth={0.75} />
      {ticks.map(({ x, height }) => (
        <Line key={x} x1={x} y1={0.5} x2={x} y2={height} stroke={colours.brass} strokeWidth={0.5} />
      ))}
    </Svg>
  );
}
