import { useHydrated } from "#app/components/use-hydrated.ts";
import type { PackingParts } from "../station/use-station.ts";
import { type LabelWay, labelWays } from "./use-labels.ts";

/** How this station prints the label of what was weighed; kept for the browser. */
export function LabelChoice({ station: { labels } }: { station: PackingParts }) {
  const isLive = useHydrated();
  return (
    <label className="mt-4 block text-sm">
      Print a label for each package
      <select
        value={labels.way}
        disabled={!isLive}
        onChange={(event) => void labels.choose(event.target.value as LabelWay)}
        className="mt-1 h-14 w-full border border-rule-strong bg-paper px-3 text-base"
      >
        {Object.entries(labelWays).map(([way, words]) => (
          <option key={way} value={way}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
