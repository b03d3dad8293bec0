import { expect, test } from "vitest";
import { retried } from "./retried.ts";

/** An attempt that fails this often, and the waits between attempts. */
function failing(times: number) {
  const waits: number[] = [];
  let attempts = 0;
  const attempt = async () => {
    attempts += 1;
    if (attempts <= times) throw new Error(`failure ${attempts}`);
    return attempts;
  };
  const wait = async (ms: number) => waits.push(ms);
  return { result: () => retried(attempt, { wait }), waits };
}

test("what succeeds at once is not waited for", async () => {
  const { result, waits } = failing(0);
  expect(await result()).toBe(1);
  expect(waits).toEqual([]);
});

test("what fails twice is tried a third time, after 1 s and 2 s", async () => {
  const { result, waits } = failing(2);
  expect(await result()).toBe(3);
  expect(waits).toEqual([1000, 2000]);
});

test("what fails three times has failed, with the last reason", async () => {
  const { result, waits } = failing(3);
  await expect(result()).rejects.toThrow("failure 3");
  expect(waits).toEqual([1000, 2000]);
});

test("what another attempt cannot mend fails at once", async () => {
  const waits: number[] = [];
  const result = retried(() => Promise.reject(new Error("no")), {
    wait: async (ms) => waits.push(ms),
    isWorthIt: () => false,
  });
  await expect(result).rejects.toThrow("no");
  expect(waits).toEqual([]);
});
