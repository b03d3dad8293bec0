/**
 * Waits for work that was sent in one round trip, as `Promise.all` does, but until all of it has
 * ended: nothing may be sent on a connection after its transaction was rolled back. List what takes
 * locks in the order of `db/locks.ts`, as `async` functions that send before they wait (decision
 * 90).
 *
 * @throws the error of the first in the list that failed
 */
export async function together<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [Key in keyof Work]: Awaited<Work[Key]> }> {
  const ended = await Promise.allSettled(work);
  const results = ended.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
  return results as { -readonly [Key in keyof Work]: Awaited<Work[Key]> };
}
