import { useEffect, useRef } from "react";
import { Button } from "#app/components/button.tsx";
import { isNothingLeft } from "#app/domain/orders/order.ts";
import { formatLb, sumLb } from "#app/lib/amounts/weight.ts";
import { isOrAre } from "#app/lib/in-words.ts";
import type { Question } from "../parts/station-state.ts";
import { inUnit, otherwiseInWords, type ShownLine, withoutLot } from "../station-view.ts";
import type { PackingParts } from "../use-station.ts";
import { AddLine } from "./add-line.tsx";
import { ChooseLot } from "./choose-lot.tsx";
import { ChooseOrder } from "./choose-order.tsx";
import { OverPromise } from "./over-promise.tsx";
import type { ProductToAdd, UsualSubstitute } from "./substitutes.ts";

interface StationQuestionProps {
  station: PackingParts;
  /** Empty where lines can't be added. */
  products?: ProductToAdd[];
  usual?: UsualSubstitute[];
}

/**
 * True if a question is answered by typing a weight, which needs the pad. It is then asked in the
 * station's message, so that no key moves.
 */
export function keepsPad({ kind }: Question): boolean {
  return kind === "twice" || kind === "reweigh";
}

/** The station's question in place of the pad; Escape dismisses it. */
export function StationQuestion(props: StationQuestionProps) {
  const { question } = props.station;
  const box = useRef<HTMLDivElement>(null);
  const kind = question?.kind;
  useEffect(() => {
    // On a phone, the question may be far from the button that opened it.
    if (kind) box.current?.scrollIntoView({ block: "nearest" });
  }, [kind]);
  if (!question || keepsPad(question)) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works as in the station's field
    <div
      ref={box}
      onKeyDown={({ key }) => key === "Escape" && props.station.ask(null)}
      className="mt-2 shrink-0 scroll-mb-24 border border-ink bg-paper-light p-3 docked:scroll-mb-0"
    >
      <Asked {...props} question={question} />
    </div>
  );
}

function Asked({
  station,
  question,
  products = [],
  usual = [],
}: StationQuestionProps & { question: Question }) {
  switch (question.kind) {
    case "over":
      return <OverPromise key={question.itemId} station={station} itemId={question.itemId} />;
    case "lot":
      return (
        <ChooseLot
          key={`${question.itemId} ${question.code}`}
          station={station}
          question={question}
        />
      );
    case "order":
      return (
        <ChooseOrder key={question.packageId} station={station} packageId={question.packageId} />
      );
    case "add":
      return (
        <AddLine
          station={station}
          products={products}
          usual={usual}
          substitutes={question.substitutes}
        />
      );
    case "instead":
      return (
        <WhichWeight
          first={inUnit(question.first)}
          second={inUnit(question.op)}
          onSecond={station.answerYes}
          onBoth={station.addBoth}
          neither="Neither"
          onNeither={() => station.ask(null)}
        />
      );
    case "unwanted": {
      const last = station.unwanted.at(-1);
      return (
        <WhichWeight
          first={last ? inUnit(last) : ""}
          second={inUnit(question.weight)}
          onSecond={station.answerYes}
          onBoth={() => station.keepUnwanted({ isBoth: true })}
          neither={`Not ${inUnit(question.weight)}`}
          onNeither={() => station.ask(null)}
        />
      );
    }
    case "finish":
      return <ConfirmFinish station={station} />;
    default:
      return <YesOrNo station={station} />;
  }
}

/** As tall as the pad's keys, for gloves. */
const large = "min-h-16 text-lg";

function YesOrNo({ station }: { station: PackingParts }) {
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2">
      <Button className={large} onClick={station.answerYes}>
        Yes
      </Button>
      <Button variant="secondary" className={large} onClick={() => station.ask(null)}>
        No
      </Button>
    </div>
  );
}

interface WhichWeightProps {
  first: string;
  second: string;
  onSecond: () => void;
  onBoth: () => void;
  neither: string;
  onNeither: () => void;
}

/** Asks what a second weight means while the first is unanswered. */
function WhichWeight(props: WhichWeightProps) {
  const { first, second, onSecond, onBoth, neither, onNeither } = props;
  return (
    <div className="grid gap-2">
      <Button className={large} onClick={onSecond}>
        Only {second}
      </Button>
      <Button variant="secondary" className={large} onClick={onBoth}>
        {first} as well
      </Button>
      <Button variant="secondary" className={large} onClick={onNeither}>
        {neither}
      </Button>
    </div>
  );
}

function ConfirmFinish({ station }: { station: PackingParts }) {
  const isCancelled = isNothingLeft(station.lines);
  const packed = sumLb(station.lines.map(({ packedLb }) => packedLb)) / 100;
  const boxes = station.boxes.filter(({ lb }) => lb > 0).length;
  const lotless = station.knowsLots ? station.lines.flatMap(withoutLot).length : 0;
  return (
    <div>
      <p className="text-xl font-semibold">
        {isCancelled
          ? "Nothing of this order is left"
          : `${formatLb(packed)} in ${boxes === 1 ? "1 box" : `${boxes} boxes`}`}
      </p>
      <p className="mt-1 text-sm">
        {isCancelled
          ? "Nothing is invoiced. We email the client if we can. This cannot be undone."
          : "Finishing issues the invoice. Until the order leaves, it can be opened again."}
      </p>
      {!isCancelled && <Otherwise lines={station.lines} />}
      {!isCancelled &&
        station.overdrawn.map(({ id, code, hasLb, packedLb }) => (
          <p key={id} className="mt-1 text-sm font-semibold">
            Lot {code} has {formatLb(Number(hasLb))} by the books, and {formatLb(Number(packedLb))}{" "}
            of it {isOrAre(Number(packedLb))} packed here.
          </p>
        ))}
      {lotless > 0 && (
        <p className="mt-1 text-sm font-semibold">
          {lotless === 1 ? "1 package has no lot." : `${lotless} packages have no lot.`}
        </p>
      )}
      <div className="mt-4 grid gap-2">
        <Button className={large} pending={station.isFinishing} onClick={station.answerYes}>
          {isCancelled ? "Cancel the order" : "Finish and invoice"}
        </Button>
        <Button variant="secondary" className={large} onClick={() => station.ask(null)}>
          Not yet
        </Button>
      </div>
    </div>
  );
}

/** The lines that differ from the order, as a last check before the invoice. */
function Otherwise({ lines }: { lines: readonly ShownLine[] }) {
  const said = lines.flatMap((line) => otherwiseInWords(line, lines) ?? []);
  if (said.length === 0) return null;
  return (
    <ul
      aria-label="Not as ordered"
      className="mt-2 max-h-40 overflow-y-auto border-l-4 border-pending pl-3 text-sm"
    >
      {said.map(({ id, text }) => (
        <li key={id} className="break-words">
          {text}
        </li>
      ))}
    </ul>
  );
}
