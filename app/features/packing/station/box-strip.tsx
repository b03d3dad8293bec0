import { buttonClass } from "#app/components/button.tsx";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { Station } from "./use-station.ts";

/** The order's boxes; packages go into the selected one. */
export function BoxStrip({ station }: { station: Station }) {
  const { boxes, box: open } = station;
  return (
    <section aria-label="Boxes" className="mt-5">
      <ul className="flex flex-wrap gap-2">
        {boxes.map((box) => (
          <li key={box.number} className="flex">
            <button
              type="button"
              onClick={() => station.chooseBox(box)}
              aria-pressed={box.number === open?.number}
              className="min-h-14 border border-rule-strong px-4 text-left leading-tight hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
            >
              <span className="block font-semibold">Box {box.number}</span>
              <span className="block text-xs tabular-nums">
                {box.lb > 0 ? formatLb(box.lb) : "Empty"}
              </span>
            </button>
            {box.lb === 0 && box.id !== null && (
              <button
                type="button"
                onClick={() => station.takeOutBox(box)}
                aria-label={`Take out box ${box.number}`}
                className={buttonClass({
                  variant: "secondary",
                  className: "min-h-14 px-3 text-sm",
                })}
              >
                Take out
              </button>
            )}
          </li>
        ))}
        <li>
          <button
            type="button"
            onClick={station.nextBox}
            className={buttonClass({ variant: "secondary", className: "min-h-14 px-4 text-sm" })}
          >
            New box
          </button>
        </li>
      </ul>
    </section>
  );
}
