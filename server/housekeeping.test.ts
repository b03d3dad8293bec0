import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recordingLog } from "#tests/setup/test-log.ts";
import { startHousekeeping, untilNight } from "./housekeeping.ts";

const start = new Date("2026-03-08T20:00:00Z");
const day = 24 * 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

function housekeeping(removed: () => Promise<Record<string, number>>) {
  const before: Date[] = [];
  const { log, lines } = recordingLog();
  const stop = startHousekeeping({
    log,
    sweep(date) {
      before.push(date);
      return removed();
    },
  });
  return { before, lines, stop };
}

test("removes day-old files at the start and every night, until the shop closes", async () => {
  const { before, lines, stop } = housekeeping(async () => ({ mails: 1, images: 2 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(before).toEqual([new Date(start.getTime() - day)]);
  await vi.advanceTimersByTimeAsync(2 * day);
  expect(before.slice(1)).toEqual([
    new Date("2026-03-08T10:30:00Z"),
    new Date("2026-03-09T10:30:00Z"),
  ]);
  expect(lines.at(-1)).toMatchObject({ level: "info", facts: { mails: 1, images: 2 } });
  await stop();
  await vi.advanceTimersByTimeAsync(2 * day);
  expect(before).toHaveLength(3);
});

test("a failed run is logged, and the next night tries again", async () => {
  const { before, lines, stop } = housekeeping(() => Promise.reject(new Error("away")));
  await vi.advanceTimersByTimeAsync(day);
  expect(before).toHaveLength(2);
  expect(lines.map(({ level }) => level)).toEqual(["error", "error"]);
  await stop();
});

test("logs nothing if there was nothing to remove", async () => {
  const { lines, stop } = housekeeping(async () => ({ mails: 0 }));
  await stop();
  expect(lines).toEqual([]);
});

test.each([
  ["2026-03-09T10:29:59Z", 1000],
  ["2026-03-09T10:30:00Z", day],
])("from %s it is %d ms until the nightly run", (now, ms) => {
  expect(untilNight(new Date(now))).toBe(ms);
});
