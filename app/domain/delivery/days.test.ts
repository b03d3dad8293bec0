import { afterEach, describe, expect, it, test, vi } from "vitest";
import {
  cutOffInWords,
  cutOffOf,
  type DayException,
  dayInWords,
  dayOn,
  timeInWords,
  upcomingDays,
  weekdayName,
  type ZoneRules,
} from "./days.ts";
import { exceptionOf, zoneWith } from "./test-rules.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const zone = zoneWith({});
/** Saturday 21 November 2026, noon. */
const now = new Date("2026-11-21T19:00:00Z");

function datesOf(...given: Parameters<typeof upcomingDays>): string[] {
  return upcomingDays(...given).map(({ date }) => date);
}

function cutOff(of: ZoneRules, date: string, exceptions: DayException[] = []): string | undefined {
  return dayOn(of, exceptions, date)?.cutOffAt.toISOString();
}

describe("the upcoming days of a zone", () => {
  it("are those of its rules, with their terms", () => {
    expect(upcomingDays(zone, [], now, { limit: 2 })).toEqual([
      {
        zoneId: "valley",
        date: "2026-11-26",
        kind: "delivery",
        cutOffAt: new Date("2026-11-25T21:00:00Z"),
        windowFrom: "08:00",
        windowTo: "15:00",
        capStops: 30,
        capLb: 200_000,
        capBoxes: null,
        minOrder: 15_000,
        fee: 1_200,
        feeTaxCode: "G",
        freeFrom: 40_000,
      },
      expect.objectContaining({ date: "2026-12-03" }),
    ]);
  });

  it("are offered for eight weeks", () => {
    expect(datesOf(zone, [], now)).toHaveLength(8);
  });

  it("are none without rules", () => {
    expect(upcomingDays(zoneWith(), [], now)).toEqual([]);
  });

  it("may be several a week", () => {
    expect(datesOf(zoneWith({ weekday: 5 }, { weekday: 2 }), [], now, { limit: 3 })).toEqual([
      "2026-11-24",
      "2026-11-27",
      "2026-12-01",
    ]);
  });
});

describe("the cut-off", () => {
  test.each([
    ["2026-11-25T20:59:59.999Z", "2026-11-26"],
    // The exact moment of the cut-off is in time.
    ["2026-11-25T21:00:00.000Z", "2026-11-26"],
    ["2026-11-25T21:00:00.001Z", "2026-12-03"],
  ])("lets an order at %s get %s as its earliest day", (moment, date) => {
    expect(upcomingDays(zone, [], new Date(moment))[0]?.date).toBe(date);
  });

  test.each([
    // Clocks change on these Sundays until 2026.
    ["2025-10-30", "2025-10-29T21:00:00.000Z"],
    ["2025-11-06", "2025-11-05T22:00:00.000Z"],
    ["2026-03-05", "2026-03-04T22:00:00.000Z"],
    ["2026-03-12", "2026-03-11T21:00:00.000Z"],
    // They no longer change.
    ["2026-10-29", "2026-10-28T21:00:00.000Z"],
    ["2026-11-05", "2026-11-04T21:00:00.000Z"],
    ["2027-03-11", "2027-03-10T21:00:00.000Z"],
    ["2027-03-18", "2027-03-17T21:00:00.000Z"],
  ])("for %s is at %s", (date, moment) => {
    expect(cutOff(zone, date)).toBe(moment);
  });

  it("doesn't depend on the machine's time-zone table", async () => {
    // A table in which clocks still go back in November 2026.
    const { DateTimeFormat } = Intl;
    vi.resetModules();
    vi.stubGlobal("Intl", {
      ...Object.fromEntries(
        Object.getOwnPropertyNames(Intl).map((name) => [name, Reflect.get(Intl, name)]),
      ),
      DateTimeFormat: function OldTable(locale: string, options: Intl.DateTimeFormatOptions) {
        const isPacific = options.timeZone === "America/Vancouver";
        const timeZone = isPacific ? "America/Los_Angeles" : options.timeZone;
        return new DateTimeFormat(locale, { ...options, timeZone });
      },
    });
    const old = await import("./days.ts");
    expect(old.dayOn(zone, [], "2026-11-26")?.cutOffAt.toISOString()).toBe(
      "2026-11-25T21:00:00.000Z",
    );
    expect(old.dayOn(zone, [], "2025-11-06")?.cutOffAt.toISOString()).toBe(
      "2025-11-05T22:00:00.000Z",
    );
    const sunday = zoneWith({ weekday: 7, cutOffTime: "01:30", cutOffDaysBefore: 0 });
    expect(old.dayOn(sunday, [], "2026-11-01")?.cutOffAt.toISOString()).toBe(
      "2026-11-01T08:30:00.000Z",
    );
    const at = (moment: string) =>
      old.upcomingDays(zone, [], new Date(moment), { limit: 1 })[0]?.date;
    expect(at("2026-11-25T21:00:00.000Z")).toBe("2026-11-26");
    expect(at("2026-11-25T21:00:00.001Z")).toBe("2026-12-03");
  });

  it("can be on the day itself", () => {
    const sameDay = zoneWith({ cutOffDaysBefore: 0, cutOffTime: "07:00" });
    expect(upcomingDays(sameDay, [], new Date("2026-11-26T14:00:00Z"))[0]?.date).toBe("2026-11-26");
    expect(upcomingDays(sameDay, [], new Date("2026-11-26T14:00:01Z"))[0]?.date).toBe("2026-12-03");
  });
});

describe("a closed day", () => {
  const goodFriday = exceptionOf({ date: "2027-03-26", kind: "closed" });

  it("is not offered", () => {
    const fridays = zoneWith({ weekday: 5 });
    const before = new Date("2027-03-22T19:00:00Z");
    expect(upcomingDays(fridays, [goodFriday], before)[0]?.date).toBe("2027-04-02");
  });

  it("moves a cut-off on it to the same time on the last open day before it", () => {
    // A Thursday's, six days before; a Saturday's, one; and a Monday's, three.
    const thursday = zoneWith({ cutOffDaysBefore: 6 });
    expect(cutOff(thursday, "2027-04-01")).toBe("2027-03-26T21:00:00.000Z");
    expect(cutOff(thursday, "2027-04-01", [goodFriday])).toBe("2027-03-25T21:00:00.000Z");
    const saturday = zoneWith({ weekday: 6 });
    expect(cutOff(saturday, "2027-03-27", [goodFriday])).toBe("2027-03-25T21:00:00.000Z");
    const monday = zoneWith({ weekday: 1, cutOffDaysBefore: 3, cutOffTime: "09:30" });
    expect(cutOff(monday, "2027-03-29", [goodFriday])).toBe("2027-03-25T16:30:00.000Z");
  });

  it("moves the cut-off of a rule without a zone", () => {
    const rule = { cutOffDaysBefore: 1, cutOffTime: "14:00" };
    expect(cutOffOf(rule, "2027-03-27", [goodFriday]).toISOString()).toBe(
      "2027-03-25T21:00:00.000Z",
    );
  });

  it("moves a cut-off over several closed days in a row", () => {
    const christmas = ["2026-12-23", "2026-12-24", "2026-12-25"].map((date) =>
      exceptionOf({ date, kind: "closed" }),
    );
    const saturday = zoneWith({ weekday: 6 });
    expect(cutOff(saturday, "2026-12-26", christmas)).toBe("2026-12-22T21:00:00.000Z");
  });

  it("has no effect on other zones", () => {
    const elsewhere = { ...goodFriday, zoneId: "coast" };
    expect(cutOff(zoneWith({ weekday: 6 }), "2027-03-27", [elsewhere])).toBe(
      "2027-03-26T21:00:00.000Z",
    );
    expect(dayOn(zoneWith({ weekday: 5 }), [elsewhere], "2027-03-26")).toBeDefined();
  });

  it("is served nevertheless by a zone with an extra day on it", () => {
    const own = exceptionOf({ zoneId: "valley", date: "2027-03-26", kind: "extra", weekday: 5 });
    const fridays = zoneWith({ weekday: 5 });
    expect(cutOff(fridays, "2027-03-26", [goodFriday, own])).toBe("2027-03-25T21:00:00.000Z");
  });
});

describe("a moved day", () => {
  const fridays = zoneWith({ weekday: 5 });
  const moved = exceptionOf({ date: "2027-03-26", kind: "moved", movedTo: "2027-03-25" });

  it("is served on the other date, on its own terms, with its own cut-off", () => {
    const before = new Date("2027-03-22T19:00:00Z");
    expect(datesOf(fridays, [moved], before, { limit: 2 })).toEqual(["2027-03-25", "2027-04-02"]);
    expect(cutOff(fridays, "2027-03-25", [moved])).toBe("2027-03-24T21:00:00.000Z");
  });

  it("counts as closed if all zones move it, so cut-offs move away from it", () => {
    expect(cutOff(zoneWith({ weekday: 6 }), "2027-03-27", [moved])).toBe(
      "2027-03-25T21:00:00.000Z",
    );
  });

  it("remains a working day if only one zone moves it", () => {
    const own = { ...moved, zoneId: "valley" };
    const both = zoneWith({ weekday: 5 }, { weekday: 6 });
    expect(cutOff(both, "2027-03-27", [own])).toBe("2027-03-26T21:00:00.000Z");
  });

  it("has the new date's terms if the zone serves that date anyway", () => {
    const both = zoneWith({ weekday: 5, fee: 500 }, { weekday: 4, fee: 700 });
    expect(dayOn(both, [moved], "2027-03-25")?.fee).toBe(700);
  });

  it("may have a cut-off of its own", () => {
    const cutOffAt = new Date("2027-03-24T16:00:00Z");
    expect(dayOn(fridays, [{ ...moved, cutOffAt }], "2027-03-25")?.cutOffAt).toEqual(cutOffAt);
  });

  it("doesn't affect a zone that isn't served on it or has its own exception", () => {
    expect(dayOn(zone, [moved], "2027-03-27")).toBeUndefined();
    const kept = exceptionOf({ zoneId: "valley", date: "2027-03-26", kind: "extra", weekday: 5 });
    expect(dayOn(fridays, [moved, kept], "2027-03-25")).toBeUndefined();
    expect(dayOn(fridays, [moved, kept], "2027-03-26")).toBeDefined();
  });
});

describe("an extra day", () => {
  const extra = exceptionOf({ zoneId: "valley", date: "2026-12-22", kind: "extra", weekday: 4 });

  it("follows the rule that it names", () => {
    const day = dayOn(zone, [extra], "2026-12-22");
    expect(day?.fee).toBe(1_200);
    expect(day?.cutOffAt.toISOString()).toBe("2026-12-21T21:00:00.000Z");
  });

  it("may have a cut-off of its own", () => {
    const cutOffAt = new Date("2026-12-19T01:00:00Z");
    expect(dayOn(zone, [{ ...extra, cutOffAt }], "2026-12-22")?.cutOffAt).toEqual(cutOffAt);
  });

  it("doesn't exist if the zone no longer has the rule that it names", () => {
    expect(dayOn(zoneWith({ weekday: 1 }), [extra], "2026-12-22")).toBeUndefined();
  });
});

describe("dayInWords and cutOffInWords", () => {
  const monday = new Date("2026-11-23T20:00:00Z");
  const day = dayOn(zone, [], "2026-11-26");
  if (!day) throw new Error("No day");

  test.each([
    [{}, "Thursday, November 26, order by Wed 2 p.m., minimum $150, delivery $12, free from $400"],
    [{ freeFrom: null }, "Thursday, November 26, order by Wed 2 p.m., minimum $150, delivery $12"],
    [{ fee: 0 }, "Thursday, November 26, order by Wed 2 p.m., minimum $150, free delivery"],
    [
      { minOrder: 0, fee: 1_250, freeFrom: 123_456 },
      "Thursday, November 26, order by Wed 2 p.m., delivery $12.50, free from $1,234.56",
    ],
    [
      { kind: "pickup" as const, minOrder: 0, fee: 0 },
      "Thursday, November 26, order by Wed 2 p.m., free pickup",
    ],
    [
      { cutOffAt: new Date("2026-11-26T14:30:00Z"), minOrder: 0, fee: 0 },
      "Thursday, November 26, order by Thu 7:30 a.m., free delivery",
    ],
    // A bare weekday would mean the same week.
    [
      { cutOffAt: new Date("2026-11-19T19:00:00Z"), minOrder: 0, fee: 0 },
      "Thursday, November 26, order by Thu, Nov 19, noon, free delivery",
    ],
  ])("describe a day with %j", (changes, words) => {
    expect(dayInWords({ ...day, ...changes }, monday)).toBe(words);
  });

  it("add the date to a cut-off that isn't close to today", () => {
    const at = (now: string) => cutOffInWords(day, new Date(now));
    expect(at("2026-11-19T20:00:00Z")).toBe("Wed 2 p.m.");
    expect(at("2026-11-18T20:00:00Z")).toBe("Wed, Nov 25, 2 p.m.");
    // The weekday alone is clear enough for this week's.
    expect(at("2026-12-01T20:00:00Z")).toBe("Wed 2 p.m.");
    expect(at("2026-12-02T20:00:00Z")).toBe("Wed, Nov 25, 2 p.m.");
  });

  it("format weekdays and times", () => {
    expect(cutOffInWords(day, monday)).toBe("Wed 2 p.m.");
    const midnight = { date: "2026-11-26", cutOffAt: new Date("2026-11-26T07:00:00Z") };
    expect(cutOffInWords(midnight, monday)).toBe("Wed 11:59 p.m.");
    expect(weekdayName(7)).toBe("Sunday");
    expect(["00:00", "07:30", "12:00", "13:05"].map(timeInWords)).toEqual([
      "midnight",
      "7:30 a.m.",
      "noon",
      "1:05 p.m.",
    ]);
  });
});
