import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Shortcuts } from "#app/components/overlay/shortcuts.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { useScanner } from "#app/components/use-scanner.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import { wishInWords } from "#app/domain/orders/wishes/wish.ts";
import { hundredthsLeft, nextCandidate, wantsMore } from "#app/domain/packages/by-cut/by-cut.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { shortDateInWords } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { LabelChoice } from "../labels/label-way.tsx";
import { ScalePanel } from "../scale/scale-panel.tsx";
import { fromCut } from "../station/came-from-cut.ts";
import { Connection } from "../station/connection.tsx";
import {
  Figures,
  LinePackages,
  LotButton,
  Overdrawn,
  PiecesHint,
  ShareOf,
} from "../station/current-line.tsx";
import { useKeptFocus } from "../station/kept/use-kept-focus.ts";
import { useScrolledToTop } from "../station/kept/use-scrolled-to-top.ts";
import type { Refusal } from "../station/op-queue.ts";
import type { StationSettings } from "../station/parts/station-state.ts";
import { StationQuestion } from "../station/questions/station-question.tsx";
import { StationDock } from "../station/station-dock.tsx";
import { CommandButtons, commandIn } from "../station/station-shortcuts.tsx";
import {
  isHeld,
  nameOf,
  type ShownLine,
  titleOf,
  waitsInWords,
  wentToInWords,
} from "../station/station-view.ts";
import { type CutBoard, finishableInWords } from "./cut-board.ts";
import { type CutCommand, cutKeys, cutShortcuts } from "./cut-commands.ts";
import { CutLines, leftInWords, linesFound } from "./cut-lines.tsx";
import { ShareForm } from "./share-form.tsx";
import { type CutStationState, useCutStation } from "./use-cut-station.ts";
import { givenInstead } from "./use-sent-cut.ts";

interface CutStationProps extends StationSettings {
  board: CutBoard;
  isWithoutDay: boolean;
  /** The answer to the form that shares out short stock, with that form's id. */
  answer: (FormAnswer & { form?: string; isStored?: boolean }) | undefined;
  children?: ReactNode;
}

/**
 * Weighs one product across a day's orders. A weight goes to the order shown; `+` picks another.
 */
export function CutStation({ answer, isWithoutDay, children, ...settings }: CutStationProps) {
  const station = useCutStation(settings);
  const field = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  /** Id of the open form that shares out short stock; null for none. */
  const [sharing, setSharing] = useState<string | null>(null);
  // Kept in state, because the next revalidation drops the answer.
  if (sharing !== null && answer?.isStored && answer.form === sharing) setSharing(null);
  const { text, setText, isFinding, setFinding } = station.fieldText;
  useScanner(field, station.scan);
  useKeptFocus(root, field, station);

  function press(event: React.KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (isFinding) setFinding(false);
      else if (!isHeld(station.question)) setText("");
      station.setChosen(null);
      station.ask(null);
      if (!station.question && text === "" && !isFinding) station.forgetUnwanted();
      return;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      submit();
      return;
    }
    const command = commandIn(cutKeys, event.key);
    // While a weight is typed, only "other order" works.
    if (!command || isFinding || (text !== "" && command !== "other")) return;
    event.preventDefault();
    run(command);
  }

  function run(command: CutCommand) {
    if (command === "other") return chooseOther();
    if (command === "share") return setSharing(sharing === null ? newUuid() : null);
    if (command === "find") return setFinding(true);
    if (command === "done") return station.askCutDone();
    station.undo();
  }

  function chooseOther() {
    const next = nextCandidate(station.lines, station.weightTyped(), station.current?.id);
    if (next && next.id !== station.current?.id) return choose(next.id);
    if (isHeld(station.question)) return;
    station.say("warn", `No ${station.current ? "other " : ""}order wants more of it.`);
  }

  function choose(id: string | null) {
    if (isFinding) setFinding(false);
    if (isHeld(station.question)) return;
    station.setChosen(id);
  }

  function submit() {
    if (isFinding) {
      const [found] = linesFound(station.lines, text);
      const wasTyped = text.trim() !== "";
      setFinding(false);
      if (found && wasTyped) station.setChosen(found.id);
      return;
    }
    if (station.enter(text)) setText("");
  }

  /** Offers another line for a refused package, if another packer filled the one it was for. */
  function wayOut({ reason, op }: Refusal) {
    if (reason !== "taken" || op.kind !== "package") return null;
    const line = givenInstead(station.lines, op, station.net);
    if (!line) return null;
    const take = () => station.giveTo(line, op);
    return { label: `Give it to ${nameOf(line)}`, take };
  }

  const { board, current, lines } = station;
  const main = useScrolledToTop(current?.id);
  const scale = <ScalePanel scale={station.scale} onTake={station.takeWeight} />;
  return (
    <div className="station-page">
      <header className="flex flex-wrap items-center gap-x-5 border-b border-ink px-4 py-1 lg:gap-x-8">
        <BackLink to={`/admin/packing?day=${board.day}&view=cuts`} where="to the cuts of the day" />
        <div className="order-last flex min-w-0 basis-full flex-wrap items-baseline gap-x-4 pb-1 md:order-none md:grow md:basis-0 md:pb-0">
          <h1 className="min-w-0 text-title break-words">{board.productName}</h1>
          <p className="text-ink-soft tabular-nums">
            {isWithoutDay ? "Without a day" : shortDateInWords(board.day)}, {totalInWords(lines)}
          </p>
        </div>
        <p className="hidden min-w-0 truncate text-sm text-ink-soft sm:block">
          Packing as <span className="font-semibold text-ink">{board.packer}</span>
        </p>
        <div className="ml-auto sm:ml-0">
          <Shortcuts groups={[cutShortcuts]} hasButton />
        </div>
      </header>
      <div ref={root} className="station">
        <CutLines
          lines={lines}
          current={current}
          filter={isFinding ? text : ""}
          onChoose={(id) => choose(station.isChosen && id === current?.id ? null : id)}
        />
        <div ref={main} className="station-main">
          <div className="station-head min-w-0">
            <Connection station={station} wayOut={wayOut} />
            {children}
            {sharing !== null && (
              <ShareForm
                key={sharing}
                form={sharing}
                lines={lines}
                isWaiting={station.waiting.length > 0}
                answer={answer?.form === sharing ? answer : undefined}
                onCancel={() => setSharing(null)}
              />
            )}
            <LastAdded station={station} />
            <ForWhom station={station} />
            {station.scale.status === "on" && scale}
          </div>
          <div className="station-detail min-w-0 docked:mt-5">
            {current && <Ways station={station} line={current} />}
            <Overdrawn station={station} lot={current && station.lotFor(current)} />
            {current && <LinePackages station={station} line={current} />}
            {station.scale.status !== "on" && scale}
            <LabelChoice station={station} />
          </div>
        </div>
        <StationDock
          station={station}
          field={field}
          label={isFinding ? "Find an order" : `Weight in ${station.unit}, or scan`}
          onPress={press}
          onEnter={submit}
        >
          <StationQuestion station={station} />
        </StationDock>
        <CommandButtons keys={cutKeys} primary="other" wide="done" onRun={run} />
      </div>
    </div>
  );
}

/** "14.2 lb left for 6 orders" */
function totalInWords(lines: readonly ShownLine[]): string {
  const wanting = lines.filter(wantsMore);
  if (wanting.length === 0) return "nothing is left to weigh";
  const left = formatLb(wanting.reduce((sum, line) => sum + hundredthsLeft(line), 0) / 100);
  return `${left} left for ${wanting.length === 1 ? "1 order" : `${wanting.length} orders`}`;
}

/** Shows in large type which order, and so which box, the last package goes to. */
function LastAdded({ station }: { station: CutStationState }) {
  const last = station.lastAdded();
  if (!last) return null;
  return (
    <p className="mb-3 border-l-8 border-delivered bg-delivered-tint px-3 py-2 text-title font-semibold break-words tabular-nums docked:px-4 docked:py-3 docked:text-display">
      {wentToInWords(last)}
    </p>
  );
}

/** The order that the next package goes to, and how much of its line is packed. */
function ForWhom({ station }: { station: CutStationState }) {
  const { current: line, isChosen } = station;
  const weight = station.weightTyped();
  if (!line) {
    const isDone = station.lines.every(({ packState }) => packState !== "open");
    return (
      <section aria-label="Current item" className="station-figures">
        <h2 className="text-heading">
          {isDone ? "Every line is done" : "Every order has what it gets"}
        </h2>
        {station.unwanted.length > 0 && (
          <p className="mt-2 text-xl font-semibold tabular-nums">
            {waitsInWords(station.unwanted)}
          </p>
        )}
        <p className="mt-2">
          {isDone
            ? `${finishableInWords(station.lines)} To add to one, choose it and open it again.`
            : "Press Done (F) to mark the lines, or choose an order to add to it all the same."}
        </p>
      </section>
    );
  }
  const { owner } = line;
  const next = isChosen ? "the next weight goes to" : "First stop that wants some";
  const goes = weight ? `${formatLb(Number(weight.netLb))} goes to` : next;
  return (
    <section aria-label="Current item" className="station-figures">
      {/* A weight is as large as its order, because they are read as one. */}
      <p className={weight ? "text-heading tabular-nums" : "font-semibold text-ink-soft"}>
        {isChosen ? `As you chose, ${goes}` : goes}
      </p>
      {isChosen && (
        <button
          type="button"
          onClick={() => station.setChosen(null)}
          className={buttonClass({ variant: "secondary", className: "my-2 min-h-14" })}
        >
          Let the weight decide
        </button>
      )}
      <h2 className="text-heading break-words">{titleOf(line)}</h2>
      {owner && (
        <p className={weight ? "text-title" : "text-lg"}>
          {owner.zoneName && `${owner.zoneName}, stop ${owner.stop}, `}
          {orderName(owner.orderNumber)}
        </p>
      )}
      <p className="mt-1 text-xl tabular-nums">
        <span className="text-base text-ink-soft">Ordered </span>
        {orderedInWords(line)}
      </p>
      <ShareOf line={line} />
      {wantsMore(line) && (
        <p className="text-xl tabular-nums">
          <span className="text-base text-ink-soft">Still wants </span>
          {leftInWords(line)}
        </p>
      )}
      {line.wish && <p className="text-xl font-semibold">{wishInWords(line.wish)}</p>}
      <PiecesHint line={line} />
      <Figures line={line} isByShare />
      {owner?.notes && (
        <p className="mt-3 border-l-4 border-oxblood pl-4 break-words whitespace-pre-line">
          {owner.notes}
        </p>
      )}
    </section>
  );
}

const way = "min-h-14 px-2 text-sm";

function Ways({ station, line }: { station: CutStationState; line: ShownLine }) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <LotButton station={station} line={line} />
      <button
        type="button"
        onClick={() => station.setUnit(station.unit === "lb" ? "kg" : "lb")}
        className={buttonClass({ variant: "secondary", className: way })}
      >
        Type in {station.unit === "lb" ? "kg" : "lb"}
      </button>
      {line.packState !== "open" && (
        <button
          type="button"
          onClick={() => station.reopen(line.id)}
          className={buttonClass({ variant: "secondary", className: way })}
        >
          Open again
        </button>
      )}
      {line.owner && (
        <Link
          to={`/admin/packing/${line.owner.orderId}`}
          state={fromCut(station.path)}
          className={buttonClass({ variant: "secondary", className: way })}
        >
          See the order
        </Link>
      )}
    </div>
  );
}
