import type { ReactNode, RefObject } from "react";
import { Button } from "#app/components/button.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { piecesHintId } from "./current-line.tsx";
import { NumberPad } from "./number-pad.tsx";
import { keepsPad } from "./questions/station-question.tsx";
import type { PackingParts } from "./use-station.ts";

interface StationDockProps {
  station: PackingParts;
  field: RefObject<HTMLInputElement | null>;
  label: string;
  onPress: (event: React.KeyboardEvent<HTMLInputElement>) => void;
  onEnter: () => void;
  children: ReactNode;
}

/** The field for weights, codes and keys, the station's message, and the pad. */
export function StationDock(props: StationDockProps) {
  const { station, field, label, onPress, onEnter, children } = props;
  const { message, question, current } = station;
  const { text, setText, isFinding } = station.fieldText;
  const waits = !question && station.unwanted.length > 0;
  const takesPieces = !isFinding && (current ?? station.lines[0])?.soldBy === "piece";
  const hasPad = !question || keepsPad(question);
  const isLive = useHydrated();
  return (
    <div className="station-dock">
      <label className="flex items-center gap-3 docked:block">
        <span className="w-24 shrink-0 text-sm leading-snug font-semibold text-ink-soft docked:w-auto">
          {label}
        </span>
        <input
          ref={field}
          value={text}
          // Input typed before hydration would lose its first digits.
          readOnly={!isLive}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onPress}
          aria-describedby={takesPieces ? piecesHintId : undefined}
          // The pad is larger than a phone's keyboard; scanners and keyboards still type.
          inputMode={isFinding ? "search" : "none"}
          data-shortcuts
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          className="h-13 w-full min-w-0 border border-ink bg-paper-light px-4 text-right text-3xl docked:mt-1 docked:h-16 docked:text-[2.75rem] font-semibold tabular-nums"
        />
      </label>
      {/* Always as tall as for a long message: keys that move under a finger are missed. */}
      <div
        className={`mt-2 flex ${hasPad ? "h-16 docked:h-30" : "min-h-14"} shrink-0 items-start gap-2 overflow-y-auto border-l-4 py-1.5 pr-1.5 pl-3 ${tones[message?.tone ?? "none"]}`}
      >
        <p
          role="status"
          className="my-auto min-w-0 grow text-sm docked:text-[0.9375rem] leading-snug font-semibold"
        >
          {message?.text}
        </p>
        {((question && keepsPad(question)) || waits) && (
          <Button
            variant="secondary"
            className="my-auto min-h-14 shrink-0 px-3"
            onClick={() => (waits ? station.forgetUnwanted() : station.ask(null))}
          >
            Cancel
          </Button>
        )}
      </div>
      {children}
      {hasPad && (
        <NumberPad
          hasTimes={takesPieces}
          onType={(character) => {
            if (otherField(field.current)) document.execCommand("insertText", false, character);
            else setText((before) => before + character);
          }}
          onErase={() => {
            if (otherField(field.current)) document.execCommand("delete");
            else setText((before) => before.slice(0, -1));
          }}
          onEnter={() => {
            const other = otherField(field.current);
            if (other) other.form?.requestSubmit();
            else onEnter();
          }}
        />
      )}
    </div>
  );
}

/** Returns the other field that has the focus, which the pad then types into. */
function otherField(own: HTMLInputElement | null): HTMLInputElement | null {
  const focused = document.activeElement;
  const isOther = focused instanceof HTMLInputElement && focused !== own;
  return isOther && focused.closest(".station") ? focused : null;
}

const tones = {
  ok: "border-delivered bg-delivered-tint text-delivered",
  warn: "border-pending bg-pending-tint text-pending",
  stop: "border-cancelled bg-cancelled-tint text-cancelled",
  none: "border-transparent",
};
