import { clsx } from "clsx";

interface Primal {
  name: string;
  d: string;
  /** Where the name stands. */
  x: number;
  y: number;
}

// A side of beef as it hangs in a butcher's chart: neck to the left, hind leg to the right.
const primals: Primal[] = [
  {
    name: "Chuck",
    d: "M62 92C84 58 136 42 206 44L206 168 98 174C76 154 60 122 62 92z",
    x: 138,
    y: 116,
  },
  { name: "Rib", d: "M206 44C236 46 262 48 288 50L288 168 206 168z", x: 247, y: 116 },
  { name: "Loin", d: "M288 50C320 52 346 51 372 49L376 168 288 168z", x: 331, y: 116 },
  { name: "Sirloin", d: "M372 49C404 45 432 42 462 42L474 174 376 168z", x: 421, y: 116 },
  {
    name: "Round",
    d: "M462 42C516 34 566 46 582 82 594 122 580 164 562 198L502 218 474 174z",
    x: 526,
    y: 124,
  },
  { name: "Brisket", d: "M98 174L196 168 196 232C156 240 116 224 98 174z", x: 157, y: 204 },
  { name: "Plate", d: "M196 168L314 168 314 242C272 250 232 246 196 232z", x: 255, y: 210 },
  { name: "Flank", d: "M314 168L376 168 474 174 502 218C446 222 380 238 314 242z", x: 396, y: 206 },
  { name: "Foreshank", d: "M152 234C168 240 182 236 198 234L188 306 164 306z", x: 176, y: 274 },
  { name: "Shank", d: "M506 218L562 198C558 234 560 266 566 306L540 306 530 262z", x: 545, y: 258 },
];

/** Which parts of the side a tab of the cuts guide comes from. */
const partsOf: Record<string, string[]> = {
  chuck: ["Chuck"],
  primeRib: ["Rib"],
  loin: ["Loin"],
  sirloin: ["Sirloin"],
  round: ["Round"],
  brisket: ["Brisket"],
  other: ["Plate", "Flank", "Foreshank", "Shank"],
  ground: primals.map(({ name }) => name),
};

interface PrimalChartProps {
  /** A tab of the cuts guide; its parts are filled. Without one, the side is shown whole. */
  tab?: string;
  className?: string;
}

/**
 * The butcher's chart of a side of beef. Decoration, hidden from screen readers: the text beside it
 * says where the cut sits. On a narrow screen only the filled parts keep their names.
 */
export function PrimalChart({ tab, className }: PrimalChartProps) {
  const filled = tab ? (partsOf[tab] ?? []) : [];
  return (
    <svg viewBox="50 24 546 294" aria-hidden="true" className={clsx("block w-full", className)}>
      {primals.map(({ name, d, x, y }) => {
        const on = filled.includes(name);
        const shank = name.endsWith("hank");
        return (
          <g key={name}>
            <path
              d={d}
              className={clsx("stroke-ink", on ? "fill-oxblood" : "fill-paper-light")}
              strokeWidth="1.5"
              strokeLinejoin="round"
            />
            {!shank && (
              <text
                x={x}
                y={y}
                textAnchor="middle"
                className={clsx(
                  "font-display text-[17px] font-semibold",
                  on ? "fill-paper" : "hidden fill-ink-soft sm:block",
                )}
              >
                {name}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
