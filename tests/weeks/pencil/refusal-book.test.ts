import { beforeEach, expect, test } from "vitest";
import { pacificInstant } from "./days.ts";
import { Pencil } from "./pencil.ts";
import { Impossible } from "./sums.ts";

// The number before a title is the section of trade.md that it tests.

let pencil: Pencil;
const today = "2026-11-24";

beforeEach(() => {
  pencil = new Pencil();
  pencil.customer({ id: "Lark", terms: { net: 14 } });
  const cutOff = { daysBefore: 1, minutes: 12 * 60 };
  pencil.zone({ id: "valley", fee: 0, minimum: 10_000, capStops: 1, capLb: 3000, cutOff });
  pencil.prices.base("rib", 1000);
});

function place(id: string, lb: number, more: { site?: string; approveOver?: number } = {}) {
  const at = { customer: "Lark", site: "kitchen", zone: "valley", day: "2026-11-26", today };
  pencil.placed({ ...at, ...more, id, lines: [{ id: "rib", product: "rib", lb, price: 1000 }] });
}

/** The hour of the day before the delivery, whose cut-off is at noon. */
const at = (hours: number) => ({
  now: pacificInstant("2026-11-25", hours * 60),
  today: "2026-11-25",
  isClosed: (_zone: string, day: string) => day === "2026-11-30",
  isDone: () => false,
});

function change(lb: number, hours = 9, isByStaff = false) {
  const lines = lb === 0 ? [] : [{ id: "rib", product: "rib", lb, price: 1000 }];
  return pencil.whyNotChanged("a", { lines, more: [], isByStaff }, at(hours)).why;
}

test("6: a client may change an order until the cut-off, within minimum and capacity; staff may override these", () => {
  place("a", 1500);
  expect(change(1200, 12)).toEqual([]);
  expect(change(1200, 12.1)).toEqual(["late"]);
  expect(change(900)).toEqual(["minimum"]);
  expect(change(2800)).toEqual(["full"]);
  expect(change(0)).toEqual(["empty", "minimum"]);
  expect([change(900, 13, true), change(2800, 13, true)]).toEqual([[], []]);
  // Staff filled the day: no further stop fits, but a smaller order needs no room.
  place("b", 2500, { site: "shop" });
  expect([change(1400), change(1600)]).toEqual([[], ["full"]]);
  const reading = { thousandths: 5000, unit: "lb" as const };
  pencil.packing.weighed({ order: "a", line: "rib", id: "p", ...reading });
  expect(change(1400, 9, true)).toEqual(["being packed"]);
});

test("13: a move must be in time for both days, and leave the minimum to the stop's other orders", () => {
  place("a", 800);
  place("b", 800);
  const move = (day: string, hours = 9) =>
    pencil.whyNotMoved("a", { day, zone: "valley", by: "client" }, at(hours)).why;
  expect(move("2026-11-27")).toEqual(["minimum", "too little left"]);
  expect(move("2026-11-30", 13)).toEqual(["closed", "late", "minimum", "too little left"]);
  const forced = { day: "2026-11-30", zone: "valley", by: "forced" } as const;
  expect(pencil.whyNotMoved("a", forced, at(13)).why).toEqual(["closed"]);
  // None of these attempts changed anything.
  expect(pencil.order("a").day).toBe("2026-11-26");
});

test("7: an order above its buyer's limit waits for approval, books its place, and is cancelled at the cut-off", () => {
  place("a", 1500, { approveOver: 15_000 });
  expect([...pencil.order("a").holds]).toEqual(["approval"]);
  expect(pencil.packable("a")).toBe(false);
  expect(pencil.stopsOn("valley", "2026-11-26")).toEqual({ stops: 1, lb: 1650 });
  expect(pencil.lapsed(at(12))).toEqual([]);
  expect(() => pencil.approved("a", at(13))).toThrow(Impossible);
  expect(pencil.lapsed(at(13))).toEqual(["a"]);
  expect(pencil.stopsOn("valley", "2026-11-26").stops).toBe(0);
});

test("7: an approved order needs approval again once its buyer raises it", () => {
  place("a", 1500, { approveOver: 15_000 });
  pencil.approved("a", at(12));
  expect(pencil.packable("a")).toBe(true);
  const raised = [{ id: "rib", product: "rib", lb: 1600, price: 1000 }];
  pencil.changed({ id: "a", today, lines: raised });
  expect(pencil.packable("a")).toBe(true);
  const more = [{ id: "rib", product: "rib", lb: 1700, price: 1000 }];
  pencil.changed({ id: "a", today, lines: more, approveOver: 15_000 });
  expect(pencil.packable("a")).toBe(false);
});
