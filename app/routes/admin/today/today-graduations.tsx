/** Every fifth graduation is long and numbered. */
export const graduationsPerNumber = 5;

const roundSteps = [1, 2, 5, 10];

/**
 * Graduations of a scale from 0 to at least `most` (not negative): every fifth is a round number,
 * about four of them. `graduations(730)` is 0, 40, 80 … 800, numbered 0, 200 … 800.
 */
export function graduations(most: number): number[] {
  const rough = Math.max(most, 1) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * (roundSteps.find((round) => round * magnitude >= rough) ?? 10);
  const numbers = Math.max(1, Math.ceil(most / step));
  return Array.from(
    { length: numbers * graduationsPerNumber + 1 },
    (_, place) => (place * step) / graduationsPerNumber,
  );
}

interface GraduationProps {
  x: number | string;
  y: number | string;
  index: number;
  payload: { value: number };
  side: "left" | "below";
  text: (value: number) => string;
}

const long = 9;
const short = 5;

/** A tick of an axis that looks like a butcher's scale: every fifth one is long and numbered. */
export function Graduation({ x, y, index, payload, side, text }: GraduationProps) {
  const isNumbered = index % graduationsPerNumber === 0;
  const isSecond = (index / graduationsPerNumber) % 2 === 1;
  const length = isNumbered ? long : short;
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d={side === "left" ? `M0 0H${-length}` : `M0 0V${length}`}
        stroke="var(--color-brass)"
        fill="none"
      />
      {isNumbered && (
        <text
          x={side === "left" ? -long - 5 : 0}
          y={side === "left" ? 0 : long + 14}
          dy={side === "left" ? "0.35em" : undefined}
          textAnchor={side === "left" ? "end" : "middle"}
          fontSize={12}
          fill="var(--color-ink-soft)"
          // Amounts are too long to stand side by side below a narrow chart.
          className={side === "below" && isSecond ? "max-sm:hidden" : undefined}
        >
          {text(payload.value)}
        </text>
      )}
    </g>
  );
}

const dollarsFormat = new Intl.NumberFormat("en-CA", {
  style: "currency",
  currency: "CAD",
  currencyDisplay: "narrowSymbol",
  maximumFractionDigits: 2,
  trailingZeroDisplay: "stripIfInteger",
});

/** Formats dollars on an axis: 2000 → "$2,000". */
export const wholeDollars = (dollars: number) => dollarsFormat.format(dollars);
