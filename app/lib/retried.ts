/** Waits before the second and the third attempt, in ms. */
const waits = [1000, 2000];

interface Retrying {
  /** Waits between attempts; throwing cancels them. Replaceable in tests. */
  wait?: ((ms: number) => Promise<unknown>) | undefined;
  /** False for an error that ends the attempts at once. By default, every error is retried. */
  isWorthIt?: (error: unknown) => boolean;
}

/** Makes up to three attempts, with waits of 1 s and 2 s. @throws the last attempt's error */
export async function retried<Result>(
  attempt: () => Promise<Result>,
  { wait = pause, isWorthIt = () => true }: Retrying = {},
): Promise<Result> {
  for (const ms of waits) {
    try {
      return await attempt();
    } catch (error) {
      // A retried error is not reported.
      if (!isWorthIt(error)) throw error;
      await wait(ms);
    }
  }
  return attempt();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
