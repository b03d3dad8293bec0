/**
 * Runs something repeatedly with the given concurrency, without pauses.
 *
 * @returns runs per second within the given time
 */
export async function repeat(
  atOnce: number,
  seconds: number,
  work: (worker: number) => Promise<unknown>,
): Promise<number> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let done = 0;
  async function one(worker: number) {
    while (performance.now() < end) {
      await work(worker);
      done++;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => one(worker)));
  return done / ((performance.now() - begin) / 1000);
}
