import { expect, it } from "vitest";
import { together } from "./together.ts";

it("returns results in the order of the list", async () => {
  expect(await together([Promise.resolve(1), "two", null])).toEqual([1, "two", null]);
});

it("throws the first error in the list, but only after everything has ended", async () => {
  let hasEnded = false;
  const slow = Promise.resolve()
    .then(() => undefined)
    .then(() => {
      hasEnded = true;
      throw new Error("first");
    });
  const quick = Promise.reject(new Error("second"));

  await expect(together([slow, quick])).rejects.toThrow("first");
  expect(hasEnded).toBe(true);
});
