import { z } from "zod";
import type { SettingsGroup } from "./settings-group.ts";

/** The sample business that a new shop begins with (docs/decisions/0056-living-sample.md). */
export interface Sample {
  /** The day that it was made for; empty in a shop without a sample. */
  day: string;
  /** When it was made: anything younger was done by somebody. */
  madeAt: string;
  /** The source of its ids, which stay the same when it is remade. */
  seed: string;
}

/** Never saved by a person: the start creates it, and "Begin with your own" removes it. */
export const sampleSettings: SettingsGroup<Sample> = {
  key: "sample",
  schema: z.object({ day: z.string(), madeAt: z.string(), seed: z.string() }),
  defaults: { day: "", madeAt: "", seed: "" },
};
