import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { useLookAgain } from "#app/components/page/look-again.ts";
import { TextLink } from "#app/components/page/text-link.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import type { ImportDetails } from "#app/features/imports/import-file.ts";
import { importFilePage } from "./import-addresses.ts";

/** In ms; how often the page polls the progress. */
const lookEvery = 700;

const working = {
  reading: "Comparing the rows with what the shop has",
  applying: "Importing",
  undoing: "Undoing the import",
};

/** Shows the progress of a file; without JavaScript a link to look again. */
export function FollowWork({ file }: { file: ImportDetails }) {
  const { id, state, doneCount, rowCount, counts } = file;
  const { state: look } = useRevalidator();
  const lookAgain = useLookAgain();
  const hydrated = useHydrated();
  useEffect(() => {
    if (look !== "idle") return;
    const timer = setTimeout(() => void lookAgain(), lookEvery);
    return () => clearTimeout(timer);
  });
  if (state !== "reading" && state !== "applying" && state !== "undoing") return null;
  const total = state === "reading" ? rowCount : counts.new + counts.changed;
  const words = `${doneCount.toLocaleString("en-CA")} of ${total.toLocaleString("en-CA")} rows`;
  return (
    <div className="mt-8 max-w-2xl">
      <p className="font-semibold" role="status">
        {working[state]} …
      </p>
      <progress
        aria-label={working[state]}
        value={doneCount}
        max={Math.max(total, 1)}
        className="mt-3 block h-2 w-full appearance-none bg-rule [&::-moz-progress-bar]:bg-oxblood [&::-webkit-progress-bar]:bg-rule [&::-webkit-progress-value]:bg-oxblood"
      />
      <p className="mt-2 text-sm text-ink-soft tabular-nums">{words}</p>
      {!hydrated && (
        <p className="mt-4">
          <TextLink to={importFilePage(id)}>Look again</TextLink>
        </p>
      )}
    </div>
  );
}
