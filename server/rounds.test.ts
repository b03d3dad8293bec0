import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startRounds } from "./rounds.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("makes all rounds now and again, and goes on after a failure", async () => {
  const log = { info: vi.fn(), error: vi.fn() };
  const failing = vi.fn().mockRejectedValue(new Error("no"));
  const counting = vi.fn().mockResolvedValue({ mails: 2 });
  const idle = vi.fn().mockResolvedValue(undefined);
  const stop = startRounds({ log, rounds: { failing, counting, idle } });
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  await stop();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  for (const round of [failing, counting, idle]) expect(round).toHaveBeenCalledTimes(2);
  expect(log.info.mock.calls).toEqual([
    [{ mails: 2 }, "counting"],
    [{ mails: 2 }, "counting"],
  ]);
  expect(log.error).toHaveBeenCalledTimes(2);
});
