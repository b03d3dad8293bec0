import { beforeEach, expect, test } from "vitest";
import type { LineAsked } from "./order.ts";
import { Pencil } from "./pencil.ts";
import { postalCode, zoneFor } from "./stops.ts";
import { Impossible } from "./sums.ts";

// The number before a title is the section of trade.md that it tests.

let pencil: Pencil;
let numbers: number;

beforeEach(() => {
  pencil = new Pencil();
  numbers = 1000;
  pencil.customer({ id: "Lark", terms: { net: 14 } });
  pencil.zone({ id: "valley", fee: 1200, feeTax: "G", freeFrom: 40_000, minimum: 15_000 });
});

function place(id: string, lines: LineAsked[], more: { site?: string; day?: string } = {}) {
  numbers += 1;
  const { site = "kitchen", day = "2026-11-26" } = more;
  const today = "2026-11-24";
  pencil.placed({ id, number: numbers, customer: "Lark", zone: "valley", site, day, today, lines });
}

const pounds = (id: string, lb: number, price: number, more: Partial<LineAsked> = {}) => ({
  id,
  product: id,
  lb,
  price,
  ...more,
});

const pieces: LineAsked = { id: "rib", product: "rib", pieces: 3, typicalLb: 125, price: 2499 };

function weigh(order: string, line: string, id: string, hundredths: number) {
  pencil.packing.weighed({ order, line, id, thousandths: hundredths * 10, unit: "lb" });
}

test("1.6: three pieces of about 1.25 lb at $24.99 cost at most $103.08", () => {
  pencil.zone({ id: "valley", fee: 0 });
  place("o", [pieces]);
  expect(pencil.estimate("o")).toBe(9371);
  expect(pencil.most("o")).toBe(10_308);
});

test("13: the estimate of $128.32 and the maximum of $139.89 include the fee and its tax", () => {
  place("o", [pounds("rib", 100, 11_572)]);
  expect(pencil.fee("o")).toBe(1200);
  expect(pencil.estimate("o")).toBe(12_832);
  expect(pencil.most("o")).toBe(13_989);
});

test("13: a line's GST is part of the maximum", () => {
  pencil.zone({ id: "valley", fee: 0 });
  place("o", [pounds("box", 100, 20_000, { tax: "G", overPercent: 0 })]);
  expect(pencil.most("o")).toBe(21_000);
});

test("1.2: a line is the sum of its packages as printed, without voided ones", () => {
  pencil.zone({ id: "valley", fee: 0 });
  place("o", [pounds("rib", 300, 1000)]);
  for (const id of ["a", "b", "c", "d"]) {
    pencil.packing.weighed({ order: "o", line: "rib", id, thousandths: 456, unit: "kg" });
  }
  pencil.packing.voided({ order: "o", line: "rib", id: "d" });
  expect(pencil.cameTo("o")).toBe(3030);
  expect(() => pencil.packing.voided({ order: "o", line: "rib", id: "d" })).toThrow(Impossible);
});

test("2: a line packed over its promise is billed at the promise, or in full if the customer agrees", () => {
  pencil.zone({ id: "valley", fee: 0 });
  place("o", [pounds("rib", 1000, 1000)]);
  weigh("o", "rib", "a", 1150);
  expect(pencil.cameTo("o")).toBe(11_000);
  pencil.packing.answered({ order: "o", line: "rib", isAgreed: true });
  expect(pencil.cameTo("o")).toBe(11_500);
  expect(pencil.most("o")).toBe(11_500);
  expect(pencil.brokenPromises()).toEqual([]);
});

test("2: a substitute costs the lower price, within the promise of the line it replaces", () => {
  pencil.zone({ id: "valley", fee: 0 });
  place("o", [pounds("rib", 1000, 1000)]);
  weigh("o", "rib", "a", 400);
  // $70.00 are left: $60.00 plus 10 percent fits, plus 17 percent doesn't.
  const at = { order: "o", line: "rib" };
  const tolerant = { ...pounds("chuck", 600, 1200), overPercent: 17 };
  expect(() => pencil.packing.substituted({ ...at, by: tolerant })).toThrow(Impossible);
  pencil.packing.substituted({ ...at, by: pounds("chuck", 600, 1200) });
  expect(pencil.most("o")).toBe(4000 + 6600);
  weigh("o", "chuck", "b", 600);
  expect(pencil.cameTo("o")).toBe(10_000);
  weigh("o", "chuck", "c", 200);
  expect(pencil.cameTo("o")).toBe(10_600);
});

test("2: a substitute may exceed the promise if the customer agrees", () => {
  pencil.zone({ id: "valley", fee: 0 });
  place("o", [pounds("rib", 1000, 1000)]);
  const by = pounds("chuck", 1200, 1200);
  pencil.packing.substituted({ order: "o", line: "rib", by, agreed: true });
  expect(pencil.most("o")).toBe(13_200);
});

test("2: the customer's agreement ends when another package is added", () => {
  pencil.zone({ id: "valley", fee: 0 });
  place("o", [pounds("rib", 1000, 1000)]);
  weigh("o", "rib", "a", 1200);
  pencil.packing.answered({ order: "o", line: "rib", isAgreed: true });
  expect([pencil.most("o"), pencil.cameTo("o")]).toEqual([12_000, 12_000]);
  weigh("o", "rib", "b", 100);
  expect([pencil.most("o"), pencil.cameTo("o")]).toEqual([11_000, 11_000]);
});

test("2: a line added by staff raises the maximum; a dropped one costs nothing", () => {
  pencil.zone({ id: "valley", fee: 0 });
  place("o", [pounds("rib", 1000, 1000), pounds("chuck", 500, 800)]);
  pencil.packing.added({ order: "o", line: pounds("bones", 100, 300) });
  expect(pencil.estimate("o")).toBe(14_300);
  expect(pencil.most("o")).toBe(11_000 + 4400 + 330);
  pencil.packing.dropped({ order: "o", line: "chuck" });
  expect(pencil.most("o")).toBe(11_000 + 330);
  weigh("o", "rib", "a", 900);
  pencil.packing.short({ order: "o", line: "rib" });
  weigh("o", "bones", "b", 100);
  expect(pencil.cameTo("o")).toBe(9300);
  expect(pencil.finished({ id: "o", day: "2026-11-26" })).toBe("invoice 1");
});

test("1: an order finished without any package is cancelled, without an invoice", () => {
  place("o", [pounds("rib", 1000, 1000)]);
  pencil.packing.short({ order: "o", line: "rib" });
  expect(pencil.finished({ id: "o", day: "2026-11-26" })).toBeUndefined();
  expect(pencil.order("o").state).toBe("cancelled");
  expect(pencil.lastNumber("invoice")).toBe(0);
});

test("1: an order fulfilled without weights is billed as ordered, but refused if it has pieces", () => {
  place("a", [pounds("rib", 150, 2999)]);
  place("b", [pieces], { site: "shop" });
  expect(pencil.fulfilledWithoutWeights({ id: "a", day: "2026-11-26" })).toBe("invoice 1");
  expect(pencil.owes("Lark")).toBe(4499 + 1260);
  const pieceLine = () => pencil.fulfilledWithoutWeights({ id: "b", day: "2026-11-26" });
  expect(pieceLine).toThrow(Impossible);
});

test("13: the earliest open order of a shared stop is charged the fee, after every change", () => {
  place("a", [pounds("rib", 1000, 1000)]);
  place("b", [pounds("rib", 1000, 1000)]);
  place("c", [pounds("rib", 1000, 1000)], { site: "shop" });
  expect(["a", "b", "c"].map((id) => pencil.fee(id))).toEqual([1200, 0, 1200]);
  expect(pencil.stopsOn("valley", "2026-11-26")).toEqual({ stops: 2, lb: 3300 });
  pencil.changed({ id: "b", today: "2026-11-24", lines: [pounds("rib", 3000, 1000)] });
  expect(["a", "b"].map((id) => pencil.fee(id))).toEqual([0, 0]);
  pencil.moved({ id: "a", today: "2026-11-24", day: "2026-12-03", pricesStay: true });
  expect(["a", "b"].map((id) => pencil.fee(id))).toEqual([1200, 1200]);
  pencil.cancelled("b");
  expect(pencil.stopsOn("valley", "2026-11-26")).toEqual({ stops: 1, lb: 1100 });
});

test("13: a finished order keeps the stop's fee", () => {
  place("a", [pounds("rib", 1000, 1000)]);
  place("b", [pounds("rib", 1000, 1000)]);
  pencil.fulfilledWithoutWeights({ id: "a", day: "2026-11-26" });
  expect(["a", "b"].map((id) => pencil.fee(id))).toEqual([1200, 0]);
  pencil.reopened({ id: "a", day: "2026-11-26" });
  pencil.cancelled("a");
  expect(pencil.fee("b")).toBe(1200);
});

test("13, 14: a guest's fee stays when nobody was home and the order is reopened at the yard", () => {
  pencil.zone({ id: "yard", fee: 0 });
  place("a", [pounds("rib", 1000, 1000)]);
  pencil.fulfilledWithoutWeights({ id: "a", day: "2026-11-26" });
  pencil.nobodyHome({ id: "a", day: "2026-12-03", zone: "yard" });
  pencil.reopened({ id: "a", day: "2026-11-26", keepsFee: true });
  expect(pencil.fee("a")).toBe(1200);
});

test("13: an order finished without a fee is never charged one; the next open order is", () => {
  place("a", [pounds("rib", 1000, 1000)]);
  place("b", [pounds("rib", 3000, 1000)]);
  pencil.fulfilledWithoutWeights({ id: "a", day: "2026-11-26" });
  pencil.moved({ id: "b", today: "2026-11-24", day: "2026-12-03", pricesStay: true });
  place("c", [pounds("rib", 1000, 1000)]);
  expect(["a", "b", "c"].map((id) => pencil.fee(id))).toEqual([0, 1200, 1200]);
});

test("13: a fee set by staff stays, also after the order is finished", () => {
  const order = { customer: "Lark", site: "kitchen", zone: "valley", day: "2026-11-26" };
  const asked = { ...order, today: "2026-11-24", lines: [pounds("rib", 1000, 1000)] };
  pencil.placed({ ...asked, id: "a", fee: 500 });
  pencil.placed({ ...asked, id: "b" });
  expect(["a", "b"].map((id) => pencil.fee(id))).toEqual([500, 0]);
  pencil.fulfilledWithoutWeights({ id: "a", day: "2026-11-26" });
  expect(["a", "b"].map((id) => pencil.fee(id))).toEqual([500, 0]);
});

test("4, 5: the minimum counts the estimates of all orders of the stop", () => {
  const at = { customer: "Lark", site: "kitchen", zone: "valley", day: "2026-11-26" };
  expect(pencil.minimumToGo({ ...at, goods: 3160 })).toBe(11_840);
  place("a", [pounds("rib", 1000, 1500)]);
  expect(pencil.minimumToGo({ ...at, goods: 100 })).toBe(0);
  pencil.customer({ id: "Lark", terms: "prepay", minimum: 20_000 });
  expect(pencil.minimumToGo({ ...at, goods: 100 })).toBe(4900);
});

test("5: a run takes neither stops nor pounds over its capacity", () => {
  pencil.zone({ id: "valley", fee: 0, capStops: 1, capLb: 2500 });
  place("a", [pounds("rib", 1000, 1000)]);
  const at = { zone: "valley", day: "2026-11-26" };
  expect(pencil.fits({ ...at, site: "kitchen", lb: 1400 })).toBe(true);
  expect(pencil.fits({ ...at, site: "kitchen", lb: 1401 })).toBe(false);
  expect(pencil.fits({ ...at, site: "shop", lb: 1 })).toBe(false);
  expect(pencil.overfull()).toEqual([]);
  place("b", [pounds("rib", 1300, 1000)], { site: "shop" });
  expect(pencil.overfull()).toHaveLength(2);
});

test("5: the longest matching prefix of a BC postal code decides its zone", () => {
  const zones = new Map([
    ...([
      ["V", "province"],
      ["V3", "valley"],
      ["V3G", "town"],
      ["V3G1A2", "yard"],
    ] as const),
  ]);
  expect(zoneFor(zones, postalCode("v3g 1a2") ?? "")).toBe("yard");
  expect(zoneFor(zones, "V3G1A3")).toBe("town");
  expect(zoneFor(zones, "V3A1A3")).toBe("valley");
  expect(zoneFor(zones, "V0N1A3")).toBe("province");
  expect(zoneFor(new Map(), "V0N1A3")).toBeUndefined();
  expect(postalCode("T2P 1A1")).toBeUndefined();
  expect(postalCode("V3D 1A1")).toBeUndefined();
});

test("4: a move reprices the order for its new day; 6: added pounds get the current price", () => {
  pencil.prices.base("rib", 1000);
  place("a", [pounds("rib", 1000, 1000)]);
  pencil.prices.ofCustomer("Lark", "rib", 900, { from: "2026-12-01" });
  pencil.moved({ id: "a", today: "2026-11-24", day: "2026-12-03" });
  expect(pencil.order("a").lines[0]?.price).toBe(900);
  pencil.prices.endOfCustomer("Lark", "rib", "2026-12-01");
  expect(pencil.partsAfterChange("a", "rib", 800)).toEqual([{ lb: 800, price: 900 }]);
  expect(pencil.partsAfterChange("a", "rib", 1200)).toEqual([
    { lb: 1000, price: 900 },
    { lb: 200, price: 1000 },
  ]);
});

test("16: order numbers begin at 1001 and are never reused", () => {
  const order = { customer: "Lark", site: "x", zone: "valley", day: "2026-11-26", lines: [] };
  const numbered = (id: string, number: number) => () =>
    pencil.placed({ ...order, id, number, today: "2026-11-24" });
  expect(numbered("a", 1000)).toThrow(Impossible);
  expect(numbered("b", 1001)).not.toThrow();
  expect(numbered("c", 1001)).toThrow(Impossible);
});
