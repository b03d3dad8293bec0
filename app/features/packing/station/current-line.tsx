import { clsx } from "clsx/lite";
import { useId } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { replacedInWords } from "#app/domain/orders/order-line-words.ts";
import { orderedInWords, piecesInWords } from "#app/domain/orders/order-quantity.ts";
import { wishInWords } from "#app/domain/orders/wishes/wish.ts";
import { askedOf, hasShare, wantsMore } from "#app/domain/packages/by-cut/by-cut.ts";
import { expectedRange, judgeLine } from "#app/domain/packages/packing.ts";
import { piecesHint } from "#app/domain/packages/typed-weight.ts";
import { formatKg, formatLb } from "#app/lib/amounts/weight.ts";
import { telLink } from "#app/lib/browser/tel-link.ts";
import { type OfLot, packagesByLot, type ShownLine } from "./station-view.ts";
import type { PackingParts, Station } from "./use-station.ts";

interface LineProps {
  station: Station;
  line: ShownLine;
}

interface PartsProps {
  station: PackingParts;
  line: ShownLine;
}

/** The current line: what was ordered and how much is packed. */
export function CurrentLine({ station, line }: LineProps) {
  const replaced = station.lines.find(({ id }) => id === line.substitutesItemId);
  const sentInstead = station.lines.find(({ substitutesItemId }) => substitutesItemId === line.id);
  return (
    <section aria-label="Current item" className="station-figures">
      <h2 className="mr-3 inline text-title break-words docked:mr-0 docked:block docked:text-heading">
        {line.productName}
      </h2>
      {replaced && <p className="text-ink-soft">Instead of {replaced.productName}</p>}
      <p className="inline tabular-nums docked:block docked:text-xl">
        <span className="text-base text-ink-soft">Ordered </span>
        {orderedInWords(line)}
      </p>
      <ShareOf line={line} />
      {line.wish && <p className="text-xl font-semibold">{wishInWords(line.wish)}</p>}
      <PiecesHint line={line} />
      {line.packState === "substituted" ? (
        <p className="mt-3 border-l-4 border-oxblood pl-4">
          {replacedInWords(line.packedLb, sentInstead?.productName ?? "")}. Weigh that, or bring
          this one back.
        </p>
      ) : (
        <Figures line={line} />
      )}
    </section>
  );
}

/** The lot in use for a line; asks for another. */
export function LotButton({ station, line }: PartsProps) {
  const lot = station.lotFor(line);
  const isMissing = line.isTraced && !lot;
  return (
    <button
      type="button"
      onClick={() => station.askLot(line)}
      className={clsx(
        "min-h-14 border px-4 leading-tight",
        lot || isMissing ? "text-left" : "text-sm",
        isMissing ? "border-cancelled text-cancelled" : "border-rule-strong",
      )}
    >
      {(lot || isMissing) && (
        <span className="block text-xs text-ink-soft">
          {lot?.proposedAs ? `Lot, ${lot.proposedAs}` : "Lot"}
        </span>
      )}
      <span className="font-semibold wrap-anywhere">
        {lot?.code ?? (isMissing ? "Needed: choose" : "No lot")}
      </span>
    </button>
  );
}

const other = "min-h-14 px-2 text-sm";

/** The lot in use and the other actions for the line. */
export function LineWays({ station, line }: LineProps) {
  const lot = station.lotFor(line);
  const isOpen = line.packState === "open";
  const { allowsSubstitutes, callFirst, phone } = station.order;
  const noSubstitutes = useId();
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <LotButton station={station} line={line} />
        {line.packState !== "substituted" && (
          <button
            type="button"
            onClick={() => station.ask({ kind: "add", substitutes: line.id })}
            disabled={!allowsSubstitutes}
            aria-describedby={allowsSubstitutes ? undefined : noSubstitutes}
            className={buttonClass({ variant: "secondary", className: other })}
          >
            Substitute
          </button>
        )}
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
        {!isOpen && (
          <button
            type="button"
            onClick={() => station.reopen(line.id)}
            className={buttonClass({ variant: "secondary", className: other })}
          >
            {line.packState === "substituted" ? "Bring back" : "Open again"}
          </button>
        )}
      </div>
      {!allowsSubstitutes && line.packState !== "substituted" && (
        <p id={noSubstitutes} className="mt-2 text-sm text-ink-soft">
          No substitutes for this client: mark the line short, or call them{" "}
          <PhoneOf phone={phone} />
          and add a line.
        </p>
      )}
      {callFirst && line.packState !== "substituted" && (
        <p className="mt-2 text-sm">
          Call them <PhoneOf phone={phone} />
          before you send a substitute.
        </p>
      )}
      <Overdrawn station={station} lot={lot} />
      {lot && (
        <p className="mt-2 text-sm">
          <Link to={`/admin/lots/${lot.id}`} className="link inline-flex min-h-11 items-center">
            See lot {lot.code}
          </Link>
        </p>
      )}
    </>
  );
}

/** Warns that more is packed from a lot than it has by the books. */
export function Overdrawn({
  station,
  lot,
}: {
  station: PackingParts;
  lot: { id: string } | undefined;
}) {
  const books = station.overdrawn.find(({ id }) => id === lot?.id);
  if (!books) return null;
  return (
    <p className="mt-2 border-l-4 border-pending pl-3 text-sm">
      Lot {books.code}: {formatLb(Number(books.packedLb))} packed, {formatLb(Number(books.hasLb))}{" "}
      by the books.
    </p>
  );
}

/** The client's phone number in brackets and a space, for use within a sentence. */
function PhoneOf({ phone }: { phone: string }) {
  if (!phone) return null;
  return (
    <>
      (
      <a href={telLink(phone) ?? undefined} className="link whitespace-nowrap">
        {phone}
      </a>
      ){" "}
    </>
  );
}

/** The line's packages, by lot. */
export function LinePackages({ station, line }: PartsProps) {
  if (line.packages.length === 0) return null;
  const byLot = packagesByLot(line);
  const usesLots = line.isTraced || station.knowsLots || station.lotFor(line) !== undefined;
  return (
    <section aria-label="Packages" className="mt-5">
      <h3 className="text-sm font-semibold text-ink-soft">Packages, newest first</h3>
      {byLot.map(
        (ofLot) =>
          (ofLot.lot || usesLots) && (
            <OfLotRow key={ofLot.lot?.id ?? "none"} station={station} line={line} ofLot={ofLot} />
          ),
      )}
      <ol className="mt-1 border-t border-rule">
        {line.packages.toReversed().map((one) => (
          <li
            key={one.requestId}
            data-held={one.isHeld || undefined}
            className={clsx(
              "flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-rule py-1",
              one.isHeld && "border-l-4 border-l-cancelled bg-cancelled-tint pl-2",
            )}
          >
            <span className="min-w-0 grow basis-36">
              <span className="text-lg font-semibold tabular-nums">
                {formatLb(Number(one.netLb))}
              </span>{" "}
              <span className="text-sm text-ink-soft tabular-nums">
                {formatKg(one.netG)}
                {one.pieces !== null && `, ${piecesInWords(one.pieces)}`}
                {one.lotCode && `, lot ${one.lotCode}`}
                {one.boxNumber !== null && `, box ${one.boxNumber}`}
                {one.isHeld && <strong className="text-cancelled"> On hold: take it out</strong>}
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
            <span className="ml-auto flex flex-wrap justify-end gap-1.5">
              {!one.isWaiting && (
                <button
                  type="button"
                  onClick={() => station.labels.print(line, one.id)}
                  aria-label={`Label of ${formatLb(Number(one.netLb))}`}
                  className={buttonClass({ variant: "secondary", className: ofPackage })}
                >
                  Label
                </button>
              )}
              {!one.isWaiting && usesLots && (
                <button
                  type="button"
                  onClick={() => station.askLot(line, { moved: [one.id], from: lotOf(one) })}
                  aria-label={`Wrong lot of ${formatLb(Number(one.netLb))}`}
                  className={buttonClass({ variant: "secondary", className: ofPackage })}
                >
                  Lot
                </button>
              )}
              <button
                type="button"
                onClick={() => station.askWeight(one.id)}
                aria-label={`Wrong weight of ${formatLb(Number(one.netLb))}`}
                className={buttonClass({ variant: "secondary", className: ofPackage })}
              >
                Weight
              </button>
              {!one.isWaiting && line.productId !== null && (
                <button
                  type="button"
                  onClick={() => station.askOrder(one.id)}
                  aria-label={`Move ${formatLb(Number(one.netLb))} to another order`}
                  className={buttonClass({ variant: "secondary", className: ofPackage })}
                >
                  Order
                </button>
              )}
              <button
                type="button"
                onClick={() => station.voidPackage(one.id)}
                aria-label={`Void ${formatLb(Number(one.netLb))}`}
                className={buttonClass({ variant: "danger", className: ofPackage })}
              >
                Void
              </button>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Narrow, because five stand beside each other. */
const ofPackage = "min-h-14 px-2.5! text-sm!";

function lotOf({ lotId, lotCode }: ShownLine["packages"][number]) {
  return lotId === null ? null : { id: lotId, code: lotCode ?? "" };
}

/** The number of packages of a lot, with actions to correct the lot or set a missing one. */
function OfLotRow({ station, line, ofLot: { lot, packages } }: PartsProps & { ofLot: OfLot }) {
  const count = packages.length === 1 ? "1 package" : `${packages.length} packages`;
  return (
    <p className="mt-1 flex items-center justify-between gap-x-3 text-sm">
      <span className="min-w-0 wrap-anywhere">
        {lot ? `${count} of lot ${lot.code}` : `${count} without a lot`}
      </span>
      <button
        type="button"
        onClick={() => station.askLot(line, { moved: packages.map(({ id }) => id), from: lot })}
        aria-label={lot ? `Wrong lot ${lot.code}: move to another` : `Choose a lot for ${count}`}
        className={buttonClass({
          variant: "secondary",
          className: "min-h-14 shrink-0 px-4 text-sm",
        })}
      >
        {lot ? "Wrong lot" : "Choose a lot"}
      </button>
    </p>
  );
}

/** An order's share of a product that is short. */
export function ShareOf({ line }: { line: ShownLine }) {
  const { shareLb, sharePieces } = line;
  if (shareLb === null || !hasShare(line)) return null;
  return (
    <p className="text-xl font-semibold tabular-nums">
      <span className="text-base font-normal text-ink-soft">Gets, as it is short </span>
      {orderedInWords({ orderedPieces: sharePieces, quantity: shareLb })}
    </p>
  );
}

/** The line's description refers to it. */
export const piecesHintId = "pieces-hint";

/** How to type the pieces of a package on a line by the piece; the default is one. */
export function PiecesHint({ line }: Pick<PartsProps, "line">) {
  if (line.soldBy !== "piece") return null;
  return (
    <p
      id={piecesHintId}
      // On a phone the pad has a key for it, and the figures need the room.
      className="sr-only text-sm text-ink-soft tabular-nums docked:not-sr-only"
    >
      {piecesHint}
    </p>
  );
}

interface FiguresProps {
  line: ShownLine;
  /** True if the share is to be packed; orders still finish against what was ordered. */
  isByShare?: boolean;
}

/** The packed weight against the expected range, or the line's share: figures, a bar and text. */
export function Figures({ line, isByShare = false }: FiguresProps) {
  const isShare = isByShare && hasShare(line);
  const { least, most } = isShare ? shareRange(line) : expectedRange(line);
  const packed = Number(line.packedLb);
  const [figure, unit] = formatLb(packed).split(" ");
  const scale = Math.max(most * 1.25, packed * 1.05);
  const share = (lb: number) => `${Math.min(100, (lb / scale) * 100)}%`;
  const verdict = judgeLine(line);
  const shown = isShare && verdict === "under" && !wantsMore(line) ? "ok" : verdict;
  const { bar, ground } = verdicts[shown];
  const words = isShare && verdict === "under" ? shareWords[shown] : verdicts[verdict].words;
  return (
    <>
      <div
        className={clsx(
          "mt-1.5 grid grid-flow-col grid-rows-[auto_auto] items-baseline gap-x-4 border-l-8 px-3 py-1.5 docked:mt-3 docked:block docked:px-4 docked:py-3",
          ground,
        )}
      >
        <p className="text-sm font-semibold">Packed so far</p>
        <p className="tabular-nums">
          <span className="station-weight font-semibold">{figure}</span>{" "}
          <span className="docked:text-heading">{unit}</span>
          {line.soldBy === "piece" && (
            <span className="text-sm docked:text-title">
              {" "}
              in {piecesInWords(line.packedPieces)}
            </span>
          )}
        </p>
        <p className="text-sm font-semibold docked:mt-2">{isShare ? "Its share" : "Expected"}</p>
        <p className="station-expected font-semibold whitespace-nowrap tabular-nums docked:whitespace-normal">
          {isShare ? formatLb(least) : `${least} to ${most} lb`}
        </p>
      </div>
      <div
        className="relative mt-1.5 h-3 border docked:mt-3 docked:h-6 border-rule-strong bg-paper-light"
        aria-hidden="true"
      >
        <div
          className="absolute inset-y-0 bg-delivered-tint"
          style={{ left: share(least), width: `calc(${share(most)} - ${share(least)})` }}
        />
        <div className={clsx("absolute inset-y-1 left-0", bar)} style={{ width: share(packed) }} />
      </div>
      <p className="mt-1 font-semibold">{words}</p>
    </>
  );
}

/** Range from the share up to what the last package may add to it. */
function shareRange(line: ShownLine): { least: number; most: number } {
  const asked = askedOf(line);
  return { least: Number(asked.quantity), most: Number(asked.mostLb) };
}

const shareWords: Record<keyof typeof verdicts, string> = {
  ok: "All of its share.",
  under: "Less than its share so far.",
  over: "Over the maximum.",
};

const verdicts = {
  ok: {
    words: "As ordered.",
    bar: "bg-delivered",
    ground: "border-delivered bg-delivered-tint",
  },
  under: {
    words: "Less than ordered so far.",
    bar: "bg-pending",
    ground: "border-rule-strong bg-paper-light",
  },
  over: {
    words: "Over the maximum.",
    bar: "bg-cancelled",
    ground: "border-cancelled bg-cancelled-tint",
  },
};
