import { describe, expect, it } from "vitest";
import { comesBack, goesOnUnweighed, isAllWeighed } from "./comes-back.ts";
import type { Run } from "./run.ts";

const line = (productName: string, more: object = {}) => ({
  id: productName,
  productName,
  packedLb: "10.00",
  refusedLb: "0.00",
  keptLb: "0.00",
  weighedLb: "0.00",
  ...more,
});

const order = (number: number, status: string, ...lines: object[]) => ({
  id: String(number),
  number,
  status,
  boxes: 2,
  packedLb: "20.00",
  orderedLb: "20.00",
  lines,
});

const run = {
  id: "r",
  date: "2026-11-26",
  kind: "delivery",
  state: "out",
  endedAt: null,
  boxMoves: [],
  moved: [
    {
      id: "8",
      number: 8,
      name: "Hill",
      to: null,
      isByDriver: false,
      handedOverTo: null,
      isOut: false,
    },
    {
      id: "9",
      number: 9,
      name: "Lake",
      to: { day: "2026-12-01", kind: "pickup" },
      isByDriver: true,
      handedOverTo: null,
      isOut: false,
      boxes: 1,
      packedLb: "12.5",
    },
  ],
  stops: [
    { name: "Grill", state: "not_home", orders: [order(1, "fulfilled", line("Ribeye"))] },
    {
      name: "Bistro",
      state: "delivered",
      orders: [
        order(
          2,
          "delivered",
          line("Ribeye", { refusedLb: "4.00" }),
          line("Stew", { refusedLb: "1.25" }),
        ),
        order(3, "delivered", line("Ribeye")),
        order(4, "fulfilled", line("Ribeye")),
      ],
    },
    { name: "Pub", state: "kept", orders: [order(5, "fulfilled", line("Ribeye"))] },
    {
      name: "Cafe",
      state: "waiting",
      orders: [order(6, "pending", line("Ribeye")), order(7, "fulfilled", line("Stew"))],
    },
    {
      name: "Diner",
      state: "waiting",
      earlier: [{ state: "not_home", orders: [11] }],
      orders: [order(11, "fulfilled", line("Ribeye")), order(12, "fulfilled", line("Ribeye"))],
    },
    {
      name: "Deli",
      state: "delivered",
      orders: [order(10, "delivered", line("Ribeye", { keptLb: "1.5" }))],
    },
  ],
} as unknown as Run;

it("lists undelivered orders, refused pounds, and orders that the driver moved", () => {
  expect(comesBack(run).map(({ whose, what }) => `${whose} | ${what.join("; ")}`)).toEqual([
    "Grill, order 1: no one there | 2 boxes, 20 lb, the whole order",
    "Bistro, order 2: refused | 4 lb of Ribeye; 1.25 lb of Stew",
    "Bistro, order 4: not reported | 2 boxes, 20 lb, the whole order",
    "Pub, order 5: kept back, meat on hold | 2 boxes, 20 lb, the whole order",
    "Cafe, order 7: not reported | 2 boxes, 20 lb, the whole order",
    "Diner, order 11: no one there | 2 boxes, 20 lb, the whole order",
    "Diner, order 12: not reported | 2 boxes, 20 lb, the whole order",
    "Deli, order 10: kept back | 1.5 lb of Ribeye",
    "Lake, order 9: to be picked up on Tuesday, December 1 | 1 box, 12.5 lb, the whole order",
  ]);
});

it("marks goods to be weighed as returns only if they aren't for another run", () => {
  const carried = comesBack(run).filter(({ isWeighed }) => !isWeighed);
  expect(carried.map(({ key }) => key)).toEqual(["9"]);
});

it("lists nothing for a pickup, since its goods never left", () => {
  expect(comesBack({ ...run, kind: "pickup" })).toEqual([]);
});

describe("a run that has ended", () => {
  const whatOf = (...stops: object[]) => {
    const done = { ...run, state: "done", moved: [], stops } as unknown as Run;
    return { back: comesBack(done).flatMap(({ what }) => what), isAll: isAllWeighed(done) };
  };
  const missed = (...lines: object[]) => ({
    name: "Grill",
    state: "not_home",
    orders: [order(1, "fulfilled", ...lines)],
  });
  const refused = (weighedLb: string) => ({
    name: "Bistro",
    state: "delivered",
    orders: [order(2, "delivered", line("Stew", { refusedLb: "4.00", weighedLb }))],
  });

  it("lists the goods still to be weighed", () => {
    const half = missed(line("Ribeye", { weighedLb: "10.00" }), line("Stew"));
    expect(whatOf(missed(line("Ribeye")), half, refused("1.00"))).toEqual({
      back: ["2 boxes, 20 lb, the whole order", "10 lb of Stew", "3 lb of Stew"],
      isAll: false,
    });
  });

  it("lists nothing once all goods were weighed, allowing for a slight loss on the way", () => {
    const weighed = missed(line("Ribeye", { weighedLb: "9.80" }));
    expect(whatOf(weighed, refused("4.00"))).toEqual({ back: [], isAll: true });
  });

  it("lists nothing if nothing came back, without marking it as weighed", () => {
    const taken = { name: "Pub", state: "delivered", orders: [order(3, "delivered", line("Rib"))] };
    expect(whatOf(taken)).toEqual({ back: [], isAll: false });
  });

  it("lists only the refused pounds if the rest was not reported", () => {
    const part = line("Stew", { refusedLb: "4.00" });
    const open = { name: "Cafe", state: "waiting" };
    expect(whatOf({ ...open, orders: [order(4, "fulfilled", part, line("Rib"))] }).back).toEqual([
      "4 lb of Stew",
    ]);
  });
});

it("lists an order that the driver moved until it is unloaded or on its new run", () => {
  const listed = (more: object, isOut = false) =>
    comesBack({ ...run, stops: [], moved: run.moved.map((one) => ({ ...one, isOut })), ...more })
      .length;
  expect(listed({})).toBe(1);
  // The run ended by itself, at night.
  expect(listed({ state: "done" })).toBe(1);
  expect(listed({ state: "done" }, true)).toBe(0);
  expect(listed({ state: "done", endedAt: new Date() })).toBe(0);
});

it("lists a box for a later run once, until it is unloaded or on that run", () => {
  const box = { orderId: "2", number: 2, box: 1, fromStopId: "s", toRunId: "next", isOut: false };
  const moved = { ...box, date: "2026-12-01", address: "1 Main St" };
  const stops = run.stops.map((stop) => ({ ...stop, id: "s" }));
  const listed = (more: object) =>
    comesBack({ ...run, stops, boxMoves: [moved], ...more } as Run)
      .filter(({ what }) => what.some((one) => one.startsWith("Box")))
      .map(({ whose, what }) => `${what} | ${whose}`);
  expect(listed({})).toEqual([
    "Box 1 of order 2, for another run | Box 1 of order 2 is handed over at 1 Main St on Tuesday, December 1",
  ]);
  expect(listed({ state: "done" })).toHaveLength(1);
  expect(listed({ endedAt: new Date() })).toEqual([]);
  expect(listed({ boxMoves: [{ ...moved, isOut: true }] })).toEqual([]);
  // The whole order of it is listed already.
  expect(listed({ boxMoves: [{ ...moved, orderId: "1" }] })).toEqual([]);
  expect(listed({ boxMoves: [{ ...moved, toRunId: "r" }] })).toEqual([]);
});

it("lists, after the run, moved goods that came back and need no weighing", () => {
  const box = { orderId: "2", number: 2, box: 1, fromStopId: "s", toRunId: "next", isOut: true };
  const boxMoves = [
    { ...box, date: "2026-12-01", address: "1 Main St" },
    { ...box, toRunId: "r", box: 2 },
  ];
  const stops = run.stops.map((stop) => ({ ...stop, id: "s" }));
  const said = (more: object) => goesOnUnweighed({ ...run, stops, boxMoves, ...more } as Run);
  const endedAt = new Date();
  expect(said({ endedAt })).toEqual([
    "Lake, order 9: to be picked up on Tuesday, December 1, 1 box, 12.5 lb",
    "Box 1 of order 2 is handed over at 1 Main St on Tuesday, December 1",
  ]);
  // Until then it is among what comes back.
  expect(said({})).toEqual([]);
  expect(said({ endedAt, kind: "pickup" })).toEqual([]);
});
