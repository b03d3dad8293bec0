import { setTimeout as sleep } from "node:timers/promises";

/** Waits before the second and the third attempt, in ms (specification, section 9). */
const waits = [1000, 2000];

/**
 * The result of the first of three attempts that succeeds, with waits of 1 s and 2 s between them;
 * what the last one throws where none does.
 *
 * @param wait another way to wait, in tests
 */
export async function retried<Result>(
  attempt: () => Promise<Result>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<Result> {
  for (const ms of waits) {
    try {
      return await attempt();
    } catch {
      // The last attempt's failure is told; those before it mean only that there is another.
      await wait(ms);
    }
  }
  return attempt();
}
