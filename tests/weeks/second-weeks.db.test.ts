import { inject, test } from "vitest";
import "#tests/setup/servers/provided.ts";
import { expectWeek } from "./life/expect-week.ts";

// In a file of their own, so that another process lives them.
const seeds = Array.from({ length: 10 }, (_, at) => 10 + at);

test.each(seeds)("the week of seed %i", { timeout: 120_000 }, (seed) =>
  expectWeek(inject("testDatabase"), seed),
);
