import { inject, test } from "vitest";
import "#tests/setup/servers/provided.ts";
import { expectWeek } from "./life/expect-week.ts";

// The first weeks of ten hard fortnights, beside the second ones. `npm run weeks` lives more and larger
// ones, and makes stories short.
const seeds = Array.from({ length: 10 }, (_, at) => at);

test.each(seeds)("the week of seed %i", { timeout: 120_000 }, (seed) =>
  expectWeek(inject("testDatabase"), seed),
);
