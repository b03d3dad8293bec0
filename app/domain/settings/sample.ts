import { z } from "zod";
import type { SettingsGroup } from "./settings-group.ts";

/** The sample business that a new shop begins with (docs/decisions/0056-living-sample.md). */
export interface Sample {
  /** The day that it was made for; empty in a shop without. */
  day: string;
  /** When: whatever is younger was done by somebody. */
  madeAt: string;
  /** What its ids come from, so that it keeps them when it is made anew. */
  seed: string;
}

/** Never saved by a person: the start makes it, and "Begin with your own" takes it away. */
export const sampleSettings: SettingsGroup<Sample> = {
  key: "sample",
  schema: z.object({ day: z.string(), madeAt: z.string(), seed: z.string() }),
  defaults: { day: "", madeAt: "", seed: "" },
};
