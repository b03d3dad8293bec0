import { inject, test } from "vitest";
import "#tests/setup/servers/provided.ts";
import { expectWeek } from "./life/expect-week.ts";

// The first weeks of ten hard fortnights; second-weeks.db.test.ts has the second ones.
const seeds = Array.from({ length: 10 }, (_, at) => at);

test.each(seeds)("week of seed %i", { timeout: 120_000 }, (seed) =>
  expectWeek(inject("testDatabase"), seed),
);
