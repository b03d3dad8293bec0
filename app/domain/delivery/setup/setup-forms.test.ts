import { describe, expect, it } from "vitest";
import { zoneWith } from "../test-rules.ts";
import { checkException } from "./exception-form.ts";
import { checkZone, zoneValues } from "./zone-form.ts";

const thursday = {
  served4: "on",
  cutOffDaysBefore4: "1",
  cutOffTime4: "14:00",
  windowFrom4: "08:00",
  windowTo4: "15:00",
  capStops4: "",
  capLb4: "1,500",
  minOrder4: "$150",
  fee4: "12.5",
  feeTaxCode4: "G",
  freeFrom4: "",
};
const valley = {
  name: "Fraser Valley",
  kind: "delivery",
  prefixes: "v3g, VOX 1LO;\nV3G",
  ...thursday,
};

describe("the zone form", () => {
  it("reads typed postal codes, days and amounts", () => {
    expect(checkZone(valley).zone).toEqual({
      name: "Fraser Valley",
      kind: "delivery",
      place: "",
      wholesaleOnly: false,
      prefixes: ["V0X1L0", "V3G"],
      days: [
        {
          weekday: 4,
          cutOffDaysBefore: 1,
          cutOffTime: "14:00",
          windowFrom: "08:00",
          windowTo: "15:00",
          capStops: null,
          capLb: "1500.00",
          capBoxes: null,
          minOrder: "150.00",
          fee: "12.50",
          feeTaxCode: "G",
          freeFrom: null,
        },
      ],
    });
  });

  it("requires postal codes for deliveries, and at least one day", () => {
    const { refused } = checkZone({ ...valley, prefixes: " " });
    expect(refused?.errors).toEqual({ prefixes: ["Please enter where you deliver, such as V3G"] });
    const { served4: _, ...dayless } = valley;
    expect(checkZone(dayless).refused?.message).toMatch(/^Please choose at least one day/);
    const counter = { ...dayless, kind: "pickup", prefixes: "", place: "1 Sample Way" };
    expect(checkZone(counter).refused?.message).toMatch(/^Please choose at least one day/);
    expect(checkZone({ ...counter, ...thursday }).zone?.prefixes).toEqual([]);
  });

  it("saves a stored zone's days and amounts unchanged", () => {
    const stored = zoneWith({}, { weekday: 1, capStops: null, capLb: null, freeFrom: null });
    const { zone } = checkZone(zoneValues(stored));
    expect(zone?.days).toHaveLength(2);
    expect(zone?.days.find(({ weekday }) => weekday === 4)).toMatchObject({
      capLb: "2000.00",
      minOrder: "150.00",
      freeFrom: "400.00",
    });
  });

  it.each([
    [{ name: " " }, "name", /name the zone/],
    [{ prefixes: "V3G, T2P" }, "prefixes", /“T2P” does not begin/],
    [{ prefixes: "V3D" }, "prefixes", /“V3D”/],
    [{ kind: "pickup", prefixes: "" }, "place", /address where orders are picked up/],
    [{ kind: "pickup", place: "100 Sample Road" }, "prefixes", /no postal codes/],
    [{ kind: "drone" }, "kind", /choose/],
    [{ cutOffTime4: "25:00" }, "cutOffTime4", /such as 14:00/],
    [{ cutOffDaysBefore4: "15" }, "cutOffDaysBefore4", /from 0 to 14/],
    [{ cutOffDaysBefore4: "0" }, "cutOffTime4", /before the deliveries begin/],
    [{ windowTo4: "08:00" }, "windowTo4", /a time after the start/],
    [{ capStops4: "0" }, "capStops4", /from 1 to 1,000/],
    [{ capStops4: "2.5" }, "capStops4", /whole number/],
    [{ fee4: "12.345" }, "fee4", /dollars/],
    [{ fee4: "-1" }, "fee4", /dollars/],
    [{ minOrder4: "9".repeat(400) }, "minOrder4", /dollars/],
    [{ feeTaxCode4: "X" }, "feeTaxCode4", /taxes/],
  ])("refuses %j at %s", (changes, field, words) => {
    const { refused } = checkZone({ ...valley, ...changes } as Record<string, string>);
    expect(refused?.errors[field]?.join()).toMatch(words);
    expect(refused?.values).toMatchObject(changes);
  });
});

describe("the form that closes, moves or adds a day", () => {
  /** Saturday 21 November 2026, noon. */
  const now = new Date("2026-11-21T19:00:00Z");
  const zoneId = "5b0f9d3e-0000-4000-8000-000000000001";
  const check = (fields: Record<string, string>) => checkException(fields, now);

  it("reads the change, its own cut-off, and where orders move", () => {
    const { exception } = check({
      kind: "moved",
      date: "2026-12-25",
      movedTo: "2026-12-24",
      zoneId: "",
      note: " Early ",
      cutOffDay: "2026-12-22",
      cutOffTime: "12:00",
      [`ordersTo:${zoneId}`]: "2026-12-24",
    });
    expect(exception).toEqual({
      zoneId: null,
      date: "2026-12-25",
      kind: "moved",
      movedTo: "2026-12-24",
      weekday: null,
      cutOffAt: new Date("2026-12-22T19:00:00Z"),
      note: "Early",
      ordersTo: { [zoneId]: "2026-12-24" },
      isHoliday: false,
    });
  });

  it.each([
    [{ date: "" }, /choose a day/],
    [{ date: "2026-02-30" }, /choose a day/],
    [{ date: "2026-11-20" }, /has passed/],
    [{ date: "2028-01-01" }, /more than 400 days/],
    [{ kind: "party" }, /what happens/],
    [{ zoneId: "1 or 1=1" }, /no longer exists/],
    [{ kind: "extra" }, /the zone of the extra day/],
    [{ kind: "extra", zoneId, weekday: "8" }, /weekday/],
    [{ kind: "moved" }, /the day it moves to/],
    [{ kind: "moved", movedTo: "2026-12-03" }, /another day/],
    [{ kind: "moved", movedTo: "2026-11-20" }, /ahead/],
    [
      { kind: "moved", movedTo: "2026-12-04", cutOffDay: "2026-11-20", cutOffTime: "14:00" },
      /already passed/,
    ],
    [
      { kind: "moved", movedTo: "2026-12-04", cutOffDay: "2026-12-03" },
      /both the day and the time/,
    ],
    [
      { kind: "moved", movedTo: "2026-12-04", cutOffDay: "2026-12-05", cutOffTime: "14:00" },
      /before the day is over/,
    ],
    [{ note: "x".repeat(501) }, /500/],
  ])("refuses %j", (changes, words) => {
    const fields = { kind: "closed", date: "2026-12-03", ...changes } as Record<string, string>;
    expect(check(fields).words).toMatch(words);
  });
});
