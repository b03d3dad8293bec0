import { expect, test } from "vitest";
import { askedAtDoor } from "../door-book.ts";
import { Pencil } from "../pencil.ts";
import { shares } from "./lot-book.ts";

// The number before a title is the section of trade.md that it tests.

let pencil = new Pencil();

const at = { today: "2026-11-26", isDone: () => false };
const asking = { ...at, now: Date.UTC(2026, 10, 26, 18), isClosed: () => false };

function begin(): void {
  pencil = new Pencil();
  pencil.zone({ id: "valley", fee: 0 });
  pencil.customer({ id: "Lark", terms: { net: 30 } });
  for (const product of ["ribeye", "ground"]) {
    pencil.prices.base(product, 1000);
    pencil.stock.good(product);
  }
  pencil.stock.good("steak", 125);
  pencil.prices.base("steak", 2499);
}

const order = (id: string, day: string, product: string, lb: number) => ({
  id,
  customer: "Lark",
  site: "Lark 1",
  zone: "valley",
  day,
  today: at.today,
  lines: [{ id: `${id} 1`, product, lb, price: 1000 }],
});

const whyNot = (day: string, lb: number) =>
  pencil.whyNotPlaced(order("next", day, "ribeye", lb), asking).why;

test("9: stock reserved by an order is promised to no other, for an earlier or a later day", () => {
  begin();
  pencil.stock.keep("ribeye", "lb");
  pencil.stock.countedAs("ribeye", [{ lot: undefined, amount: 3000 }]);
  pencil.placed(order("a", "2026-12-01", "ribeye", 2000));
  expect([whyNot("2026-11-28", 1000), whyNot("2026-11-28", 1001)]).toEqual([[], ["lacking"]]);
  pencil.stock.coming("load", { product: "ribeye", day: "2026-11-30", amount: 500 });
  expect([whyNot("2026-11-30", 1500), whyNot("2026-11-28", 1500)]).toEqual([[], []]);
  expect([whyNot("2026-11-28", 1501), whyNot("2026-12-02", 1501)]).toEqual([
    ["lacking"],
    ["lacking"],
  ]);
  pencil.cancelled("a");
  expect(whyNot("2026-11-28", 3000)).toEqual([]);
});

test("9: a product closed by hand is available from the given day on; an untracked one always is", () => {
  begin();
  expect(whyNot("2026-11-28", 90_000)).toEqual([]);
  pencil.stock.keep("ribeye", "closed", "2026-12-01");
  expect([whyNot("2026-11-30", 1), whyNot("2026-12-01", 90_000)]).toEqual([["lacking"], []]);
});

test("9: packing takes the packed weight from a lot, even below zero; a voided package returns it", () => {
  begin();
  pencil.stock.keep("ribeye", "lb");
  pencil.stock.countedAs("ribeye", [{ lot: "L", amount: 500 }]);
  pencil.placed(order("a", "2026-11-28", "ribeye", 1000));
  const what = { order: "a", line: "a 1", id: "p", lot: "L" };
  pencil.packing.weighed({ ...what, thousandths: 6000, unit: "lb" });
  expect(pencil.stock.onHand("ribeye")).toBe(-100);
  pencil.packing.voided(what);
  expect(pencil.stock.byLot("ribeye")).toEqual(new Map([["L", 500]]));
});

test("8: each lot's received and counted pounds equal those packed, wasted, cut and on hand", () => {
  begin();
  pencil.stock.keep("ribeye", "lb");
  const line = { lot: "L", product: "ribeye", lb: 10_000, isAccepted: true };
  pencil.stock.received({ id: "r", freight: 0, lines: [line] });
  pencil.stock.packed("p", { product: "ribeye", lot: "L", lb: 2000, pieces: 0 });
  const outputs = [{ lot: "M", product: "ground", lb: 2700, price: 649 }];
  pencil.stock.cut({ id: "c", inputs: [{ lot: "L", lb: 3000 }], outputs, waste: 300 });
  pencil.stock.wasted("ribeye", "L", 100);
  pencil.stock.countedAs("ribeye", [{ lot: "L", amount: 4800 }]);
  const { received, packed, wasted, cut, counted, onHand } = pencil.stock.placesOf("L");
  expect([received, packed, wasted, cut, counted, onHand]).toEqual([
    ...[10_000, 2000, 400, 2700, -100, 4800],
  ]);
  expect(received + counted).toBe(packed + wasted + cut + (onHand ?? 0));
  expect(pencil.stock.leftOf("L")).toBe(4800);
});

test("9: a receipt counts as unused while at least its weight of the lot is left", () => {
  begin();
  pencil.stock.keep("ribeye", "lb");
  const brings = (id: string, lb: number) => {
    const line = { lot: "L", product: "ribeye", lb, isAccepted: true };
    pencil.stock.received({ id, freight: 0, lines: [line] });
  };
  brings("r", 10_000);
  expect(pencil.stock.isReceiptUsed("r", 1)).toBe(false);
  pencil.stock.wasted("ribeye", "L", 7000);
  expect(pencil.stock.isReceiptUsed("r", 1)).toBe(true);
  brings("wrong", 6000);
  expect(pencil.stock.isReceiptUsed("wrong", 1)).toBe(false);
  pencil.stock.wasted("ribeye", "L", 3001);
  expect(pencil.stock.isReceiptUsed("wrong", 1)).toBe(true);
  brings("late", 100);
  pencil.stock.countedAs("ribeye", [{ lot: "L", amount: 6100 }]);
  expect(pencil.stock.isReceiptUsed("late", 1)).toBe(true);
});

test("9: receiving a product kept in pieces adds the counted pieces, and cutting takes whole ones", () => {
  begin();
  pencil.stock.keep("steak", "pieces");
  const line = { lot: "L", product: "steak", lb: 5000, pieces: 37, isAccepted: true };
  pencil.stock.received({ id: "r", freight: 0, lines: [line] });
  expect(pencil.stock.onHand("steak")).toBe(37);
  pencil.stock.corrected("r", 0, 4800);
  expect(pencil.stock.onHand("steak")).toBe(37);
  const outputs = [{ lot: "M", product: "ground", lb: 800, price: 649 }];
  const inputs = [{ lot: "L", lb: 1000, pieces: 7 }];
  pencil.stock.cut({ id: "c", inputs, outputs, waste: 200 });
  expect(pencil.stock.onHand("steak")).toBe(30);
});

test("9: counted pieces weigh their lot's average, and those without a lot the typical weight", () => {
  begin();
  pencil.stock.keep("steak", "pieces");
  const line = { lot: "L", product: "steak", lb: 5000, pieces: 37, isAccepted: true };
  pencil.stock.received({ id: "r", freight: 0, lines: [line] });
  pencil.stock.countedAs("steak", [
    { lot: "L", amount: 36 },
    { lot: undefined, amount: 4 },
  ]);
  expect([...pencil.stock.poundsByLot("steak")]).toEqual([
    ["L", 4865],
    [undefined, 500],
  ]);
  pencil.stock.wasted("steak", "L", 36);
  expect([...pencil.stock.poundsByLot("steak").values()]).toEqual([0, 500]);
});

test("15: a lot's cost is divided among its cuts by value, exact in sum", () => {
  begin();
  const side = { lot: "side", product: undefined, lb: 10_000, isAccepted: true };
  const price = { by: "total" as const, cents: 520_00 };
  pencil.stock.received({ id: "r", freight: 0, lines: [{ ...side, price }] });
  const outputs = [
    { lot: "ribeye", product: "ribeye", lb: 2000, price: 2799 },
    { lot: "ground", product: "ground", lb: 5000, price: 999 },
  ];
  pencil.stock.cut({ id: "c", inputs: [{ lot: "side", lb: 10_000 }], outputs, waste: 3000 });
  const { lots } = pencil.stock;
  expect([lots.cost("ribeye"), lots.cost("ground")]).toEqual([274_80, 245_20]);
  expect(shares(520_00, [2000, 5000])).toEqual([148_57, 371_43]);
  // With more pounds, each costs less.
  pencil.stock.corrected("r", 0, 20_000);
  expect((lots.cost("ribeye") ?? 0) + (lots.cost("ground") ?? 0)).toBe(260_00);
});

test("15: a lot's cost excludes refused and missing pounds, and includes its share of the freight by pounds", () => {
  begin();
  const line = { product: "ribeye", lb: 1000, isAccepted: true };
  const price = { by: "lb" as const, cents: 500 };
  const lines = [
    { ...line, lot: "a", price, billedLb: 1200 },
    { ...line, lot: "b", price: { by: "total" as const, cents: 6000 }, billedLb: 1200 },
    { ...line, lot: undefined, price, isAccepted: false },
    { ...line, lot: "c" },
  ];
  pencil.stock.received({ id: "r", freight: 100, lines });
  const { lots } = pencil.stock;
  expect([lots.cost("a"), lots.cost("b"), lots.cost("c")]).toEqual([5034, 5033, undefined]);
});

test("14: only cash is rounded to five cents", () => {
  const cents = [1002, 1003, 1007, 1008];
  expect(cents.map((due) => askedAtDoor(due, "cash"))).toEqual([1000, 1005, 1005, 1010]);
  expect(askedAtDoor(1002, "cheque")).toBe(1002);
});
