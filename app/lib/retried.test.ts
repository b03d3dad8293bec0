import { expect, test } from "vitest";
import { retried } from "./retried.ts";

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

test("a successful first attempt is not delayed", async () => {
  const { result, waits } = failing(0);
  expect(await result()).toBe(1);
  expect(waits).toEqual([]);
});

test("two failures are retried, after 1 s and 2 s", async () => {
  const { result, waits } = failing(2);
  expect(await result()).toBe(3);
  expect(waits).toEqual([1000, 2000]);
});

test("three failures throw the last error", async () => {
  const { result, waits } = failing(3);
  await expect(result()).rejects.toThrow("failure 3");
  expect(waits).toEqual([1000, 2000]);
});

test("an error that isn't worth retrying is thrown immediately", async () => {
  const waits: number[] = [];
  const result = retried(() => Promise.reject(new Error("no")), {
    wait: async (ms) => waits.push(ms),
    isWorthIt: () => false,
  });
  await expect(result).rejects.toThrow("no");
  expect(waits).toEqual([]);
});
