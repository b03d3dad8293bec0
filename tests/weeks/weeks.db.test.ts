import { expect, inject, test } from "vitest";
import "#tests/setup/servers/provided.ts";
import { inWords, sizeOf } from "./life/life.ts";
import { liveOn } from "./life/place.ts";

// `npm run weeks` lives more and larger ones, and makes stories short.
const seeds = Array.from({ length: 20 }, (_, at) => at + 1);

test.each(seeds)("the week of seed %i", { timeout: 120_000 }, async (seed) => {
  const lived = await liveOn(inject("testDatabase"), seed, sizeOf(seed, "small"));
  const story = lived.steps.slice(-20).map(inWords).join("\n");
  expect(lived.finding && `${story}\n${lived.finding}`).toBeUndefined();
});
