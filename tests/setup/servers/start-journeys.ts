import { makeFirstDay } from "./first-day.ts";

/** Opens a shop once, so that journeys start from a copy instead of a first start. */
export default async function startJourneys(): Promise<() => Promise<void>> {
  const { dataDir, remove } = await makeFirstDay();
  process.env.FIRST_DAY = dataDir;
  return remove;
}
