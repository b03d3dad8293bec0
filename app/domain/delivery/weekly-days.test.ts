import { expect, it } from "vitest";
import type { DayRule } from "./days.ts";
import { rulesOf, zoneWith } from "./test-rules.ts";
import { deliveryWeekdays, servedZones, weeklyDayInWords } from "./weekly-days.ts";

it.each([
  [{}, "Thursdays, 8 a.m. to 3 p.m., order by Wednesday 2 p.m., "],
  [
    { cutOffDaysBefore: 0, cutOffTime: "07:00" },
    "Thursdays, 8 a.m. to 3 p.m., order by 7 a.m. the same day, ",
  ],
  [
    { cutOffDaysBefore: 0, cutOffTime: "00:00" },
    "Thursdays, 8 a.m. to 3 p.m., order by Wednesday 11:59 p.m., ",
  ],
  [{ weekday: 1 }, "Mondays, 8 a.m. to 3 p.m., order by Sunday 2 p.m., "],
  [{ cutOffDaysBefore: 6 }, "Thursdays, 8 a.m. to 3 p.m., order by Friday 2 p.m., "],
  [
    { cutOffDaysBefore: 7 },
    "Thursdays, 8 a.m. to 3 p.m., order by Thursday 2 p.m. the week before, ",
  ],
  [
    { cutOffDaysBefore: 14 },
    "Thursdays, 8 a.m. to 3 p.m., order by Thursday 2 p.m. two weeks before, ",
  ],
])("weeklyDayInWords describes %j as %s", (changes: Partial<DayRule>, words) => {
  const [rule] = zoneWith(changes).days;
  if (!rule) throw new Error("No rule");
  expect(weeklyDayInWords(rule, "delivery")).toBe(
    `${words}minimum $150, delivery $12, free from $400`,
  );
});

it("servedZones lists zones that have days, deliveries before pickups", () => {
  const pickup = { ...zoneWith({}), id: "counter", name: "Counter", kind: "pickup" as const };
  const zones = servedZones(
    rulesOf([
      { ...pickup, place: "100 Sample Road", prefixes: [], wholesaleOnly: true },
      { ...zoneWith(), id: "none" },
      zoneWith({}),
    ]),
  );
  expect(zones.map(({ name, about }) => [name, about])).toEqual([
    ["Fraser Valley", "Postal codes V3G"],
    ["Counter", "100 Sample Road (wholesale clients)"],
  ]);
});

it("servedZones merges weekdays with the same terms", () => {
  const rule = (change: Partial<DayRule>) => zoneWith(change).days;
  const week = [1, 2, 3, 4, 5, 6, 7];
  const days = (...weekdays: number[]) => weekdays.flatMap((weekday) => rule({ weekday }));
  const said = (rules: DayRule[]) =>
    servedZones(rulesOf([{ ...zoneWith({}), days: rules }])).flatMap((zone) => zone.days);
  const terms = "minimum $150, delivery $12, free from $400";
  const usual = `8 a.m. to 3 p.m., order by 2 p.m. the day before, ${terms}`;
  expect(said(days(...week))).toEqual([`Every day, ${usual}`]);
  expect(said(days(1, 2, 3, 4, 5, 6))).toEqual([`Mondays to Saturdays, ${usual}`]);
  expect(said([...days(2, 4), ...rule({ weekday: 6, cutOffDaysBefore: 3 })])).toEqual([
    `Tuesdays and Thursdays, ${usual}`,
    `Saturdays, 8 a.m. to 3 p.m., order by Wednesday 2 p.m., ${terms}`,
  ]);
  const early = [1, 2].flatMap((weekday) => rule({ weekday, cutOffDaysBefore: 2 }));
  expect(said(early)).toEqual([
    `Mondays and Tuesdays, 8 a.m. to 3 p.m., order by 2 p.m. 2 days before, ${terms}`,
  ]);
});

it.each([
  [[], ""],
  [[4], "Thursday"],
  [[2, 4], "Tuesday and Thursday"],
  [[5, 1, 3], "Monday, Wednesday and Friday"],
  [[2, 3, 4, 5], "Tuesday to Friday"],
  [[1, 2, 3, 4, 5, 6, 7], "every day"],
])("deliveryWeekdays describes %j as “%s”", (weekdays, words) => {
  const zones = weekdays.map((weekday) => ({ ...zoneWith({ weekday }), id: String(weekday) }));
  const counter = { ...zoneWith({ weekday: 6 }), id: "counter", kind: "pickup" as const };
  const closed = { ...zoneWith({ weekday: 7 }), id: "chefs", wholesaleOnly: true };
  expect(deliveryWeekdays(rulesOf([...zones, counter, closed]))).toBe(words);
});
