import { makeFirstDay } from "./first-day.ts";

/** Opens a shop once, so that those of the journeys need not begin with a first start each. */
export default async function startJourneys(): Promise<() => Promise<void>> {
  const { dataDir, remove } = await makeFirstDay();
  process.env.FIRST_DAY = dataDir;
  return remove;
}
