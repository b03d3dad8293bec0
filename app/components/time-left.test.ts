import { expect, test } from "vitest";
import { timeLeft } from "./time-left.tsx";

const minute = 60_000;

test("formats days and hours, hours and minutes, and less than a minute", () => {
  expect(timeLeft(27 * 60 * minute)).toBe("1 day 3 h");
  expect(timeLeft((48 * 60 - 1) * minute)).toBe("1 day 23 h");
  expect(timeLeft(48 * 60 * minute)).toBe("2 days 0 h");
  expect(timeLeft(125 * minute + 59_999)).toBe("2 h 05 min");
  expect(timeLeft(59 * minute)).toBe("59 min");
  expect(timeLeft(minute - 1)).toBe("Less than a minute");
});
