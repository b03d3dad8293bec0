import { expect } from "vitest";
import { inWords, sizeOf } from "./life.ts";
import { type Ground, liveOn } from "./place.ts";

/** Lives a small week and expects no finding; a failure shows the last acts. */
export async function expectWeek(ground: Ground, seed: number): Promise<void> {
  const lived = await liveOn(ground, seed, sizeOf(seed, "small"));
  const story = lived.steps.slice(-20).map(inWords).join("\n");
  expect(lived.finding && `${story}\n${lived.finding}`).toBeUndefined();
}
