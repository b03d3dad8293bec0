import { openPostgres } from "#db/postgres.ts";
import { createServerDatabase } from "#tests/setup/servers/server-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { pacificInstant } from "../pencil/days.ts";
import { startClock } from "./clock.ts";
import { type Lived, live, liveAgain, type Place, type Size, type Step } from "./life.ts";
import { prepareStatements } from "./prepared.ts";
import { endWires } from "./wires.ts";

/** A database server, and a migrated database that is copied for each life. */
export interface Ground {
  serverUrl: string;
  template: string;
}

/** Lives on a database of its own, which is dropped afterwards. */
export function liveOn(ground: Ground, seed: number, size: Size): Promise<Lived> {
  return at(ground, size.first, (place) => live(seed, size, place));
}

/** Replays some steps of a life on a new database. */
export function liveAgainOn(ground: Ground, lived: Lived, steps: readonly Step[]): Promise<Lived> {
  return at(ground, lived.first, (place) => liveAgain(lived, steps, place));
}

async function at(
  { serverUrl, template }: Ground,
  first: string,
  live: (place: Place) => Promise<Lived>,
): Promise<Lived> {
  prepareStatements();
  const { url: databaseUrl, drop } = await createServerDatabase(serverUrl, template);
  const clock = await startClock(databaseUrl, pacificInstant(first, 0));
  const open = await openPostgres({ databaseUrl, log: silentLog, queryTimeout: 60_000 });
  const ends: (() => Promise<void>)[] = [];
  try {
    return await live({ open, databaseUrl, clock, ends });
  } finally {
    for (const end of ends) await end();
    await endWires(databaseUrl);
    await open.close();
    await clock.stop();
    await drop();
  }
}
