import { clsx } from "clsx/lite";
import { Moment } from "#app/components/moment.tsx";
import type { StepState, TimelineStep } from "./order-timeline.ts";

const marks: Record<StepState, string> = {
  done: "border-ink bg-ink",
  now: "border-oxblood bg-oxblood",
  next: "border-rule-strong bg-paper",
  missed: "border-cancelled bg-paper",
};

/** For screen readers; on screen, the mark shows the state. */
const stateInWords: Record<StepState, string> = {
  done: "Done",
  now: "Now",
  next: "To come",
  missed: "Not as planned",
};

/** Shows an order's timeline as steps: in a row if there is room, else stacked. */
export function OrderTimeline({ steps }: { steps: readonly TimelineStep[] }) {
  if (steps.length === 0) return null;
  return (
    <ol
      aria-label="Progress"
      className="flex border-t border-ink pt-5 max-sm:flex-col sm:gap-x-4 print:hidden"
    >
      {steps.map(({ title, state, at, text }, index) => {
        const next = steps[index + 1]?.state;
        const isBehind = next === "done" || next === "now" || next === "missed";
        return (
          <li
            key={title}
            aria-current={state === "now" ? "step" : undefined}
            className="relative flex-1 pl-8 not-last:pb-5 sm:pt-7 sm:pl-0 sm:not-last:pb-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={clsx(
                  "absolute top-4 bottom-0 left-[0.4375rem] w-0.5 sm:top-[0.4375rem] sm:right-[-1rem] sm:bottom-auto sm:left-4 sm:h-0.5 sm:w-auto",
                  isBehind ? "bg-ink" : "bg-rule",
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={clsx("absolute top-1 left-0 size-4 border-2 sm:top-0", marks[state])}
            />
            <span className="sr-only">{stateInWords[state]}: </span>
            <span
              className={clsx(
                "leading-snug",
                state === "next" ? "text-ink-soft" : "font-semibold",
                state === "missed" && "text-cancelled",
              )}
            >
              {title}
            </span>
            {(at || text) && (
              <span className="block text-sm text-ink-soft tabular-nums">
                {at && <Moment at={at} time />}
                {at && text && " · "}
                {text}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
