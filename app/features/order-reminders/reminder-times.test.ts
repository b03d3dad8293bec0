import { describe, expect, it, test } from "vitest";
import type { DayException, DayRule } from "#app/domain/delivery/days.ts";
import { isTimeToRemind, remindAt, usualDates } from "./reminder-times.ts";

describe("the time to remind", () => {
  test.each([
    // Wednesday 2 p.m.: reminded that morning at 8.
    ["2026-11-25T21:00:00Z", "2026-11-25T15:00:00.000Z"],
    ["2026-11-25T18:00:00Z", "2026-11-25T15:00:00.000Z"],
    // 10:59 a.m. and 7 a.m.: reminded the afternoon before at 2.
    ["2026-11-25T17:59:00Z", "2026-11-24T21:00:00.000Z"],
    ["2026-11-25T14:00:00Z", "2026-11-24T21:00:00.000Z"],
  ])("is, for a cut-off at %s, %s", (cutOff, remind) => {
    expect(remindAt(new Date(cutOff)).toISOString()).toBe(remind);
  });

  test.each([
    ["2026-11-25T14:59:59.999Z", false],
    ["2026-11-25T15:00:00.000Z", true],
    ["2026-11-25T20:00:00.000Z", true],
    ["2026-11-25T20:00:00.001Z", false],
    ["2026-11-25T22:00:00.000Z", false],
  ])("has come at %s: %s", (now, isOpen) => {
    expect(isTimeToRemind(new Date("2026-11-25T21:00:00Z"), new Date(now))).toBe(isOpen);
  });
});

describe("the usual delivery dates before a day", () => {
  const zone = { id: "valley", days: [{ weekday: 4 } as DayRule] };
  const exception = (of: Partial<DayException>): DayException => ({
    zoneId: null,
    date: "",
    kind: "moved",
    movedTo: null,
    weekday: null,
    cutOffAt: null,
    ...of,
  });

  it("are those of the last four weeks", () => {
    expect(usualDates(zone, [], "2026-11-26")).toEqual([
      "2026-11-19",
      "2026-11-12",
      "2026-11-05",
      "2026-10-29",
    ]);
  });

  it("take moved days into account", () => {
    const then = exception({ date: "2026-11-12", movedTo: "2026-11-10" });
    const elsewhere = exception({ date: "2026-11-05", movedTo: "2026-11-04", zoneId: "coast" });
    expect(usualDates(zone, [then, elsewhere], "2026-11-26")).toEqual([
      "2026-11-19",
      "2026-11-10",
      "2026-11-05",
      "2026-10-29",
    ]);
    const now = exception({ date: "2026-11-26", movedTo: "2026-11-27" });
    expect(usualDates(zone, [now], "2026-11-27")[0]).toBe("2026-11-19");
  });

  it("are empty for an extra day", () => {
    const extra = exception({ date: "2026-11-24", kind: "extra", weekday: 4 });
    expect(usualDates(zone, [extra], "2026-11-24")).toEqual([]);
  });
});
