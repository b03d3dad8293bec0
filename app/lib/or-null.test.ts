import { expect, test, vi } from "vitest";
import { orNull, statusOf } from "./or-null.ts";

test("a result passes through, and nothing is logged", async () => {
  const error = vi.fn();
  expect(await orNull(Promise.resolve([]), { error }, "list")).toEqual([]);
  expect(error).not.toHaveBeenCalled();
});

test("a failure becomes null, and one log entry with its cause", async () => {
  const error = vi.fn();
  const cause = new Error("connection refused");
  expect(await orNull(Promise.reject(cause), { error }, "list products")).toBeNull();
  expect(error).toHaveBeenCalledExactlyOnceWith({ err: cause }, "list products failed");
});

test("a page without its content gets a 503", () => {
  expect(statusOf([], undefined)).toEqual({ status: 200 });
  expect(statusOf([], null)).toEqual({ status: 503 });
});
