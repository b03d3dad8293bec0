import { clsx } from "clsx";
import { parcelShape } from "./parcel-shape.ts";

interface ParcelProps {
  /** The cut's name, stamped on the paper. */
  name: string;
  /** A small line under it, for instance the cut type. */
  note?: string | null;
  className?: string;
}

// The counter it lies on: mostly paper, now and then oxblood or slate, so that a grid has rhythm.
const grounds = ["#e4d6c7", "#6a181c", "#e9ddd0", "#2b2521", "#dccbb9", "#e4d6c7", "#e9ddd0"];
const body = "M52 66q148-14 296-4 8 88 2 176-150 12-300 4-6-88 2-176z";

/**
 * Stands where a photograph is missing: the cut wrapped in butcher paper, tied, and stamped with its
 * name. 4:3. Decoration, hidden from screen readers: the name stands beside it as text.
 */
export function Parcel({ name, note, className }: ParcelProps) {
  const { lines, fontSize, frame, tilt, stampTilt, flipped, twineX, twineY, ground } =
    parcelShape(name);
  const leading = fontSize * 1.06;
  const height = lines.length * leading + (note ? 38 : 20);
  const twine = `M${twineX} 58q4 90-2 188M51 ${twineY}q150-12 297-4M${twineX} ${twineY - 3}q-36-28-42-7t42 7q30-32 42-13t-42 13l-20 32m20-32l32 25`;
  return (
    <svg viewBox="0 0 400 300" aria-hidden="true" className={clsx("block w-full", className)}>
      <path d="M0 0h400v300H0z" fill={grounds[ground % grounds.length]} />
      <g transform={`rotate(${tilt.toFixed(1)} 200 150)`}>
        <g transform={flipped ? "translate(400) scale(-1 1)" : undefined} fill="none">
          <path d={body} transform="translate(7 10)" fill="#211c19" opacity=".2" />
          <path d={body} fill="#d9c4ac" />
          <path d="M52 66q148-14 296-4 4 30 4 62-150-6-304 14 0-36 4-72z" fill="#e4d3bf" />
          <path d="M48 138q154-20 304-14M349 176l-34 63M49 180l30 64" stroke="#bda488" />
          <path d="M52 66l42-4-46 72zM348 62l-36-1 40 58z" fill="#cdb598" />
          <path d="M50 242l32 2-33-62zM350 238l-38 2 39-66z" fill="#c9b093" />
          <path d={twine} transform="translate(1 2.5)" stroke="#ab9174" strokeWidth="3" />
          <path d={twine} stroke="#faf4ea" strokeWidth="3" strokeLinecap="round" />
        </g>
        <g
          transform={`translate(${flipped ? 170 : 230} 186) rotate(${stampTilt})`}
          className="parcel-stamp"
          fontSize={fontSize}
        >
          <rect x={-frame / 2} y={-height / 2} width={frame} height={height} rx="2" />
          {lines.map((line, index) => (
            <text key={line} y={Math.round(8 - height / 2 + fontSize * 0.8 + index * leading)}>
              {line}
            </text>
          ))}
          {note && (
            <text y={Math.round(height / 2 - 9)} fontSize="13">
              {note}
            </text>
          )}
        </g>
      </g>
    </svg>
  );
}
