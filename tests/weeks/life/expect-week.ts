import { expect } from "vitest";
import { inWords, sizeOf } from "./life.ts";
import { type Ground, liveOn } from "./place.ts";

/** A small week without a finding; one with it is told by its last acts. */
export async function expectWeek(ground: Ground, seed: number): Promise<void> {
  const lived = await liveOn(ground, seed, sizeOf(seed, "small"));
  const story = lived.steps.slice(-20).map(inWords).join("\n");
  expect(lived.finding && `${story}\n${lived.finding}`).toBeUndefined();
}
