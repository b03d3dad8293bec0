import { describe, expect, it } from "vitest";
import {
  chosenDelivery,
  type DeliveryOffer,
  datesOf,
  feeBeside,
  offeredDay,
} from "./delivery-offer.ts";
import { alwaysOpen } from "./site-hours.ts";

const terms = {
  cutOffAt: new Date("2026-11-25T21:00:00Z"),
  windowFrom: "08:00",
  windowTo: "15:00",
  capStops: 3,
  capLb: null,
  capBoxes: null,
  minOrder: 15_000,
  fee: 1_200,
  feeTaxCode: null,
  freeFrom: 40_000,
};
const day = (zoneId: string, date: string, isFull = false) =>
  offeredDay(
    { ...terms, zoneId, date, kind: zoneId === "pickup" ? "pickup" : "delivery" },
    new Set(isFull ? [`${zoneId} ${date}`] : []),
  );

const site = (id: string, zoneId: string | null, sharedDays: string[] = []) => ({
  id,
  name: "",
  address: "",
  postalCode: "V3G1A2",
  zoneId,
  sharedDays,
  coming: sharedDays.map((key) => ({
    day: key,
    number: 1001,
    pounds: 10,
    goodsCents: 15_000,
    isOpen: true,
    bearsFee: true,
  })),
  ...alwaysOpen,
});

const offer: DeliveryOffer = {
  sites: [
    site("home", "valley"),
    site("cabin", null),
    site("busy", "valley", ["valley 2026-11-26"]),
  ],
  zones: [
    {
      id: "pickup",
      kind: "pickup",
      name: "Abbotsford",
      place: "1 Sample Way",
      days: [day("pickup", "2026-11-24")],
    },
    {
      id: "valley",
      kind: "delivery",
      name: "Valley",
      place: "",
      days: [day("valley", "2026-11-26", true), day("valley", "2026-11-27")],
    },
    { id: "island", kind: "delivery", name: "Island", place: "", days: [] },
  ],
};

const order = { estimateCents: 20_000, shopMinimumCents: 0 };
const choose = (siteId: string, key: string) =>
  chosenDelivery(offer, { site: siteId, day: key }, order);

describe("the chosen delivery", () => {
  it("is the default site and its first day with room, unless another is chosen", () => {
    const chosen = choose("", "");
    expect(chosen.site?.id).toBe("home");
    expect(chosen.zones.map(({ id }) => id)).toEqual(["valley", "pickup"]);
    expect(chosen.day?.key).toBe("valley 2026-11-27");
    expect(chosen.terms).toEqual({ minimumCents: 15_000, feeCents: 1_200 });
  });

  it("is a pickup only if chosen, even where we don't deliver", () => {
    expect(choose("cabin", "")).toMatchObject({ day: null, lost: null });
    expect(choose("cabin", "pickup 2026-11-24").day?.key).toBe("pickup 2026-11-24");
    expect(choose("cabin", "valley 2026-11-27")).toMatchObject({
      day: null,
      lost: { date: "2026-11-27", isFull: false },
    });
  });

  it.each([
    ["valley 2026-11-26", { date: "2026-11-26", isFull: true }],
    ["valley 2026-11-19", { date: "2026-11-19", isFull: false }],
  ])("is not replaced automatically when %j is no longer offered", (key, lost) => {
    expect(choose("home", key)).toMatchObject({ day: null, zone: null, lost });
  });

  it.each(["valley 2026-11-31", "valley 9999-99-99", "valley", "constructor"])(
    "ignores the invalid day %j",
    (key) => {
      expect(choose("home", key)).toMatchObject({ day: { date: "2026-11-27" }, lost: null });
    },
  );

  it("isn't offered on a weekday on which the site is closed, except as a pickup", () => {
    // November 27, 2026 is a Friday, and the 24th a Tuesday.
    const closed = { ...site("home", "valley"), closedOn: [2, 5] };
    const chosen = chosenDelivery({ ...offer, sites: [closed] }, { site: "", day: "" }, order);
    expect(chosen.zones.map(({ id, days }) => [id, days.map(({ date }) => date)])).toEqual([
      ["valley", ["2026-11-26"]],
      ["pickup", ["2026-11-24"]],
    ]);
    expect(chosen.day).toBeNull();
  });

  it("has the part of its window in which the site receives; a pickup has its own window", () => {
    const at = (receivesFrom: string, receivesTo: string) => {
      const hours = { ...site("home", "valley"), receivesFrom, receivesTo };
      const { zones } = chosenDelivery({ ...offer, sites: [hours] }, { site: "", day: "" }, order);
      return zones.flatMap(({ id, days }) =>
        days.map(({ windowFrom, windowTo }) => `${id} ${windowFrom} to ${windowTo}`),
      );
    };
    const pickup = "pickup 08:00 to 15:00";
    expect(new Set(at("06:00", "10:30"))).toEqual(new Set(["valley 08:00 to 10:30", pickup]));
    expect(new Set(at("13:00:00", "18:00:00"))).toEqual(new Set(["valley 13:00 to 15:00", pickup]));
    // Our window opens when the site closes.
    expect(at("05:00", "08:00")).toEqual([pickup]);
  });

  it("shares the stop of the site's other order, even on a full day", () => {
    expect(choose("busy", "")).toMatchObject({
      isShared: true,
      day: { date: "2026-11-26" },
      terms: { minimumCents: 0, feeCents: 0 },
    });
  });
});

it("datesOf lists each date once", () => {
  expect(datesOf(offer)).toEqual(["2026-11-24", "2026-11-26", "2026-11-27"]);
});

describe("the fee of an order besides other orders of its stop", () => {
  const there = { day: "valley 2026-11-27", number: 1001, pounds: 10, goodsCents: 15_000 };
  const open = { ...there, isOpen: true, bearsFee: true };
  const packed = { ...there, isOpen: false, bearsFee: true };
  const fee = (coming: (typeof open)[], number?: number, estimateCents = 20_000) =>
    feeBeside(day("valley", "2026-11-27"), coming, { estimateCents, number });

  it("is charged to the earliest open order, which is never a new one", () => {
    expect(fee([open])).toBe(0);
    expect(fee([open], 1002)).toBe(0);
    expect(fee([open], 1000)).toBe(1_200);
  });

  it("is waived if a packed order already bears it, but not if that order has none", () => {
    expect(fee([packed], 1000)).toBe(0);
    expect(fee([{ ...packed, bearsFee: false }])).toBe(1_200);
  });

  it("is waived if the stop's orders reach the free amount together, counting that day's only", () => {
    expect(fee([open], 1000, 25_000)).toBe(0);
    expect(fee([{ ...open, day: "valley 2026-11-26" }])).toBe(1_200);
  });
});
