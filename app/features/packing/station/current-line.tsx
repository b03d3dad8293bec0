import { clsx } from "clsx/lite";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { orderedInWords, piecesInWords } from "#app/features/orders/order-quantity.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/money.ts";
import { formatKg, formatLb } from "#app/lib/weight.ts";
import { expectedRange, judgeLine } from "../packing.ts";
import type { ShownLine } from "./station-view.ts";
import type { Station } from "./use-station.ts";

interface LineProps {
  station: Station;
  line: ShownLine;
}

/** The line that is packed now: what was ordered, and how far it is. */
export function CurrentLine({ station, line }: LineProps) {
  const replaced = station.lines.find(({ id }) => id === line.substitutesItemId);
  return (
    <section aria-label="Line that is packed now">
      <h2 className="text-title break-words xl:text-heading">{line.productName}</h2>
      {replaced && <p className="text-ink-soft">Instead of {replaced.productName}</p>}
      <dl className="mt-2 grid grid-cols-2 gap-x-6 md:max-xl:grid-cols-1">
        <div>
          <dt className="text-sm text-ink-soft">Ordered</dt>
          <dd className="text-xl tabular-nums">{orderedInWords(line)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">Packed so far</dt>
          <dd className="text-xl font-semibold tabular-nums">
            {formatLb(Number(line.packedLb))}
            {line.soldBy === "piece" && ` in ${piecesInWords(line.packedPieces)}`}
          </dd>
        </div>
      </dl>
      <ExpectedBar line={line} />
      <p className="mt-2 text-sm text-ink-soft tabular-nums">
        {formatPricePerLb(toCents(line.pricePerLb))}, packed{" "}
        {formatCents(toCents(line.finalAmount))}, at most{" "}
        {formatCents(toCents(line.promisedAmount))}
      </p>
    </section>
  );
}

const other = "min-h-14 px-2 text-sm";

/** Its lot and packages, and what else can be done with it. */
export function LineDetails({ station, line }: LineProps) {
  const lot = station.lotFor(line);
  const isOpen = line.packState === "open";
  return (
    <section aria-label="Lot and packages">
      <div className="grid grid-cols-2 gap-2 xl:grid-cols-3">
        <button
          type="button"
          onClick={() => station.ask({ kind: "lot", itemId: line.id, code: "", op: null })}
          className={clsx(
            "min-h-14 border px-4 text-left leading-tight",
            line.isTraced && !lot ? "border-cancelled text-cancelled" : "border-rule-strong",
          )}
        >
          <span className="block text-xs text-ink-soft">Lot</span>
          <span className="font-semibold">
            {lot?.code ?? (line.isTraced ? "Needed: choose" : "None")}
          </span>
        </button>
        <button
          type="button"
          onClick={() => station.ask({ kind: "add", substitutes: line.id })}
          className={buttonClass({ variant: "secondary", className: other })}
        >
          Send instead
        </button>
        <button
          type="button"
          onClick={() => station.ask({ kind: "add", substitutes: null })}
          className={buttonClass({ variant: "secondary", className: other })}
        >
          Add a line
        </button>
        <button
          type="button"
          onClick={() => station.setUnit(station.unit === "lb" ? "kg" : "lb")}
          className={buttonClass({ variant: "secondary", className: other })}
        >
          Type in {station.unit === "lb" ? "kg" : "lb"}
        </button>
        <button
          type="button"
          onClick={station.nextBox}
          className={buttonClass({ variant: "secondary", className: other })}
        >
          Next box
        </button>
        {!isOpen && line.packState !== "substituted" && (
          <button
            type="button"
            onClick={() => station.reopen(line.id)}
            className={buttonClass({ variant: "secondary", className: other })}
          >
            Open again
          </button>
        )}
      </div>
      {lot && (
        <p className="mt-2 text-sm">
          <Link to={`/admin/lots/${lot.id}`} className="link inline-flex min-h-11 items-center">
            See lot {lot.code}
          </Link>
        </p>
      )}
      <Packages line={line} onVoid={station.voidPackage} />
    </section>
  );
}

function Packages({ line, onVoid }: { line: ShownLine; onVoid: (id: string) => void }) {
  if (line.packages.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 text-sm font-semibold text-ink-soft">Packages, the last one first</h3>
      <ol className="mt-1 border-t border-rule">
        {line.packages.toReversed().map((one) => (
          <li
            key={one.requestId}
            className="flex min-h-14 items-center justify-between gap-3 border-b border-rule py-1"
          >
            <span className="min-w-0">
              <span className="text-lg font-semibold tabular-nums">
                {formatLb(Number(one.netLb))}
              </span>{" "}
              <span className="text-sm text-ink-soft tabular-nums">
                {formatKg(one.netG)}
                {(one.pieces ?? 1) > 1 && `, ${piecesInWords(one.pieces ?? 0)}`}
                {one.lotCode && `, lot ${one.lotCode}`}
                {one.boxNumber !== null && `, box ${one.boxNumber}`}
              </span>
              <span className="block text-xs text-ink-soft">
                {one.isWaiting ? (
                  "Waiting to be sent"
                ) : (
                  <>
                    {one.packedBy && `${one.packedBy}, `}
                    <Moment at={one.packedAt} time />
                  </>
                )}
              </span>
            </span>
            <button
              type="button"
              onClick={() => onVoid(one.id)}
              aria-label={`Void ${formatLb(Number(one.netLb))}`}
              className={buttonClass({ variant: "danger", className: "min-h-14 shrink-0" })}
            >
              Void
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The packed weight within the expected range: a bar, with the same in words. */
function ExpectedBar({ line }: { line: ShownLine }) {
  const { least, most } = expectedRange(line);
  const packed = Number(line.packedLb);
  const scale = Math.max(most * 1.25, packed * 1.05);
  const share = (lb: number) => `${Math.min(100, (lb / scale) * 100)}%`;
  const verdict = judgeLine(line);
  const color =
    verdict === "over" ? "bg-cancelled" : verdict === "ok" ? "bg-delivered" : "bg-pending";
  return (
    <div className="mt-3">
      <div className="relative h-5 border border-rule-strong bg-paper-light" aria-hidden="true">
        <div
          className="absolute inset-y-0 bg-delivered-tint"
          style={{ left: share(least), width: `calc(${share(most)} - ${share(least)})` }}
        />
        <div
          className={clsx("absolute inset-y-1 left-0", color)}
          style={{ width: share(packed) }}
        />
      </div>
      <p className="mt-1 text-sm tabular-nums">
        {inWords[verdict]}{" "}
        <span className="text-ink-soft">
          Expected {least} to {most} lb.
        </span>
      </p>
    </div>
  );
}

const inWords = {
  ok: "As ordered.",
  under: "Less than ordered so far.",
  over: "More than promised.",
};
