import { recallPath } from "#app/features/recall/recall.ts";
import { NoRecord } from "#app/routes/signed-in-error.tsx";

const way = { label: "See all recalls", to: recallPath };

/** Shown in place of a recall that doesn't exist or couldn't be loaded. */
export const NoRecall = ({ isMissing }: { isMissing: boolean }) => (
  <NoRecord isMissing={isMissing} record="recall" way={way} safe="What was recorded" />
);
