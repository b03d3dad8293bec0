import { clsx } from "clsx/lite";
import { useId } from "react";
import { marblingFlecks } from "./marbling-flecks.ts";

interface MarblingProps {
  /** Number of flecks of fat in the rib eye. */
  flecks: number;
  className?: string;
}

// The rim of fat, the meat inside, and the wedge between the long muscle and the cap above it.
const rim =
  "M10 100C2 72 20 40 52 22 88 3 142 4 172 22c26 16 34 44 26 72-9 32-40 54-80 57-26 2-46-4-62-10-14-5-18-2-28-10-10-9-15-18-18-31z";
const meat =
  "M28 98C22 74 36 50 62 37c32-15 74-14 98 0 20 12 27 34 20 56-8 27-34 44-68 46-22 2-40-4-54-9-14-6-26-16-30-32z";
const wedge =
  "M42 66c12 2 20 14 40 20 34 10 68 0 92-34 3-4 8-1 6 4-22 40-60 54-98 42C62 92 56 78 40 71c-4-2-2-6 2-5z";

/**
 * A drawing of a ribeye's cut face: more flecks for a higher grade. Decoration, hidden from screen
 * readers: the text beside it says the same.
 */
export function Marbling({ flecks, className }: MarblingProps) {
  const clip = useId();
  return (
    <svg viewBox="0 0 208 156" aria-hidden="true" className={clsx("block w-full", className)}>
      <clipPath id={clip}>
        <path d={meat} />
      </clipPath>
      <path d={rim} fill="#f2e5d4" stroke="#cdb598" />
      <path d={meat} fill="#83252a" />
      <g clipPath={`url(#${clip})`} fill="none" stroke="#f4e6d5" strokeLinecap="round">
        {marblingFlecks(flecks).map(({ width, d }) => (
          <path key={width} d={d} strokeWidth={width} />
        ))}
      </g>
      <path d={wedge} fill="#f2e5d4" />
    </svg>
  );
}
