/** Waits before the second and the third attempt, in ms (specification, section 9). */
const waits = [1000, 2000];

interface Retrying {
  /** Waits between attempts; what it throws ends them. Another one in tests. */
  wait?: ((ms: number) => Promise<unknown>) | undefined;
  /** Whether another attempt could do better than one that failed so. */
  isWorthIt?: (error: unknown) => boolean;
}

/**
 * The result of the first of three attempts that succeeds, with waits of 1 s and 2 s between them;
 * what the last one throws where none does.
 */
export async function retried<Result>(
  attempt: () => Promise<Result>,
  { wait = pause, isWorthIt = () => true }: Retrying = {},
): Promise<Result> {
  for (const ms of waits) {
    try {
      return await attempt();
    } catch (error) {
      // The last attempt's failure is told; those before it mean only that there is another.
      if (!isWorthIt(error)) throw error;
      await wait(ms);
    }
  }
  return attempt();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
