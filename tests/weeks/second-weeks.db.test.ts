import { inject, test } from "vitest";
import "#tests/setup/servers/provided.ts";
import { expectWeek } from "./life/expect-week.ts";

// A separate file, so that another process runs them.
const seeds = Array.from({ length: 10 }, (_, at) => 10 + at);

test.each(seeds)("week of seed %i", { timeout: 120_000 }, (seed) =>
  expectWeek(inject("testDatabase"), seed),
);
