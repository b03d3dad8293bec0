import { useId } from "react";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { serialOf } from "../serial.ts";
import type { PackingParts } from "../station/use-station.ts";
import { usbOf } from "./usb-printer.ts";
import { type LabelWay, labelWays } from "./use-labels.ts";

/** A choice of how this browser prints package labels, which is stored. */
export function LabelChoice({ station: { labels } }: { station: PackingParts }) {
  const isLive = useHydrated();
  const hint = useId();
  const lacks = isLive ? lacking() : [];
  const isLacking = lacks.length === 2;
  return (
    <label className="mt-4 block text-sm">
      Print a label for each package
      <select
        value={labels.way}
        disabled={!isLive}
        aria-describedby={isLacking ? hint : undefined}
        onChange={(event) => void labels.choose(event.target.value as LabelWay)}
        className="mt-1 h-14 w-full border border-rule-strong bg-paper px-3 text-base"
      >
        {Object.entries(labelWays).map(([way, words]) => (
          <option key={way} value={way} disabled={lacks.some((one) => one === way)}>
            {words}
          </option>
        ))}
      </select>
      {isLacking && (
        <span id={hint} className="mt-1 block text-ink-soft">
          This browser can’t reach a label printer by itself. Chrome and Edge on a computer can.
        </span>
      )}
    </label>
  );
}

function lacking(): LabelWay[] {
  const ways: LabelWay[] = [];
  if (!usbOf(navigator)) ways.push("usb");
  if (!serialOf(navigator)) ways.push("serial");
  return ways;
}
