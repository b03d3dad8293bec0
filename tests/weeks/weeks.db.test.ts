import { expect, test } from "vitest";
import { openPostgres } from "#db/postgres.ts";
import { createMigratedDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { startClock } from "./life/clock.ts";
import { firstDay, inWords, live } from "./life/life.ts";
import { pacificInstant } from "./pencil/days.ts";

const seeds = (process.env.SEEDS ?? "0").split(",").map(Number);
const size = { days: Number(process.env.DAYS ?? 7), acts: Number(process.env.ACTS ?? 40) };

test.each(seeds)("the life of seed %i", { timeout: 600_000 }, async (seed) => {
  const { databaseUrl, drop } = await createMigratedDatabase();
  const clock = await startClock(databaseUrl, pacificInstant(firstDay(seed), 0));
  const open = await openPostgres({ databaseUrl, log: silentLog, queryTimeout: 60_000 });
  try {
    const began = performance.now();
    const lived = await live(seed, size, { open, clock });
    process.stdout.write(
      `${JSON.stringify({ ms: Math.round(performance.now() - began), done: Object.fromEntries(lived.done), refused: Object.fromEntries(lived.refused) })}\n`,
    );
    if (process.env.WORDS) for (const [w, n] of lived.words) process.stdout.write(`${n} ${w}\n`);
    if (lived.finding)
      process.stdout.write(
        `${lived.steps
          .slice(-Number(process.env.TAIL ?? 12))
          .map(inWords)
          .join("\n")}\n${lived.finding}\n`,
      );
    expect(lived.finding === undefined).toBe(true);
  } finally {
    await open.close();
    await clock.stop();
    await drop();
  }
});
