import { beforeEach, expect, test } from "vitest";
import type { Terms } from "./days.ts";
import { Pencil } from "./pencil.ts";
import { Impossible } from "./sums.ts";

// The number before a title is the section of trade.md that it tests.

let pencil: Pencil;

beforeEach(() => {
  pencil = new Pencil();
  pencil.zone({ id: "valley", fee: 0 });
  pencil.customer({ id: "Lark", terms: { net: 14 } });
});

function place(id: string, dollars: number, more: { today?: string; day?: string } = {}) {
  const { today = "2026-11-02", day = today } = more;
  const lines = [{ id: "rib", product: "rib", lb: 100 * dollars, price: 100, overPercent: 0 }];
  return pencil.placed({
    id,
    customer: "Lark",
    site: "kitchen",
    zone: "valley",
    day,
    today,
    lines,
  });
}

function invoice(id: string, dollars: number, day: string): string {
  place(id, dollars, { today: day });
  return pencil.fulfilledWithoutWeights({ id, day }) ?? "none";
}

function withTerms(terms: Terms) {
  pencil.customer({ id: "Lark", terms });
}

const open = () => pencil.openPapers("Lark").map(({ id, open }) => [id, open]);

test("3: a payment settles the invoice it names, or else the earliest due, then the lowest number", () => {
  invoice("a", 100, "2026-11-10");
  withTerms({ net: 7 });
  invoice("b", 100, "2026-11-10");
  invoice("c", 100, "2026-11-10");
  pencil.paid({ id: "p", customer: "Lark", day: "2026-11-11", cents: 15_000 });
  expect(open()).toEqual([
    ["invoice 3", 5000],
    ["invoice 1", 10_000],
  ]);
  pencil.paid({ id: "q", customer: "Lark", day: "2026-11-12", cents: 4000, named: ["invoice 1"] });
  expect(open()).toEqual([
    ["invoice 3", 5000],
    ["invoice 1", 6000],
  ]);
  expect(pencil.owes("Lark")).toBe(11_000);
});

test("3: an overpayment becomes credit, which settles the next invoice", () => {
  invoice("a", 100, "2026-11-10");
  pencil.paid({ id: "p", customer: "Lark", day: "2026-11-11", cents: 13_000 });
  expect(pencil.owes("Lark")).toBe(-3000);
  expect(pencil.creditLeft("Lark")).toBe(3000);
  invoice("b", 100, "2026-11-12");
  expect(open()).toEqual([["invoice 2", 7000]]);
  expect(pencil.books.owedOn("Lark", "2026-11-11")).toBe(-3000);
});

test("3: a monthly invoice is dated the last day of its month, even if issued later, and due by the terms", () => {
  for (const [terms, due] of [
    [{ endOfMonthPlus: 0 }, "2026-11-30"],
    [{ dayOfNextMonth: 15 }, "2026-12-15"],
  ] as const) {
    pencil = new Pencil();
    pencil.zone({ id: "valley", fee: 0 });
    pencil.customer({ id: "Lark", terms, invoicePer: "month" });
    expect(invoice("a", 100, "2026-11-03")).toBe("delivery note 1");
    expect(invoice("b", 50, "2026-11-28")).toBe("delivery note 2");
    expect(invoice("c", 20, "2026-12-01")).toBe("delivery note 3");
    expect([pencil.owes("Lark"), pencil.exposure("Lark")]).toEqual([0, 17_000]);
    expect(pencil.monthInvoiced("Lark", "2026-11")).toBe("invoice 1");
    expect(pencil.monthInvoiced("Lark", "2026-11")).toBeUndefined();
    expect(pencil.books.paper("invoice 1")).toMatchObject({
      day: "2026-11-30",
      due,
      cents: 15_000,
    });
    expect([pencil.owes("Lark"), pencil.exposure("Lark")]).toEqual([15_000, 17_000]);
  }
});

test("14: a reversed delivery note is not billed", () => {
  pencil.customer({ id: "Lark", terms: { net: 14 }, invoicePer: "month" });
  invoice("a", 100, "2026-11-03");
  expect(pencil.reopened({ id: "a", day: "2026-11-03" })).toBe("reversal 1");
  expect(pencil.monthInvoiced("Lark", "2026-11")).toBeUndefined();
  expect(pencil.finished({ id: "a", day: "2026-11-04" })).toBe("delivery note 2");
  expect(pencil.monthInvoiced("Lark", "2026-11")).toBe("invoice 1");
});

test("14: a reopened order's invoice is credited in full, and a new one is issued", () => {
  invoice("a", 100, "2026-11-10");
  expect(pencil.reopened({ id: "a", day: "2026-11-10" })).toBe("credit note 1");
  expect(pencil.owes("Lark")).toBe(0);
  pencil.packing.voided({ order: "a", line: "rib", id: "rib as ordered" });
  expect(() => pencil.finished({ id: "a", day: "2026-11-10" })).toThrow(Impossible);
  const at = { order: "a", line: "rib", id: "again" };
  pencil.packing.weighed({ ...at, thousandths: 90_000, unit: "lb" });
  expect(pencil.finished({ id: "a", day: "2026-11-10" })).toBe("invoice 2");
  expect(open()).toEqual([["invoice 2", 9000]]);
});

test("3: a capture exceeds neither the authorization nor the open amount of the order's invoice", () => {
  place("a", 100);
  pencil.cards.authorized("a", pencil.most("a"));
  pencil.deposited({ id: "d", order: "a", day: "2026-11-02", cents: 3000 });
  pencil.fulfilledWithoutWeights({ id: "a", day: "2026-11-02" });
  expect(pencil.toCapture("a")).toBe(7000);
  const capture = (cents: number) => () =>
    pencil.captured({ id: "c", order: "a", day: "2026-11-02", cents });
  expect(capture(10_000)).toThrow(Impossible);
  expect(capture(7000)).not.toThrow();
  expect(pencil.cards.of("a")).toEqual({ held: 0, charged: 7000, refunded: 0 });
  expect([pencil.owes("Lark"), pencil.toCapture("a")]).toEqual([0, 0]);
});

test("3: a card is authorized immediately up to five days ahead, or else saved until three days before", () => {
  const saved = (id: string, today: string) => pencil.isCardSaved(id, today);
  place("a", 100, { today: "2026-11-02", day: "2026-11-07" });
  expect(saved("a", "2026-11-02")).toBe(false);
  pencil.moved({ id: "a", today: "2026-11-03", day: "2026-11-08", pricesStay: true });
  expect(saved("a", "2026-11-03")).toBe(false);
  pencil.moved({ id: "a", today: "2026-11-03", day: "2026-11-20", pricesStay: true });
  expect([saved("a", "2026-11-03"), saved("a", "2026-11-17")]).toEqual([true, false]);
  pencil.moved({ id: "a", today: "2026-11-15", day: "2026-11-19", pricesStay: true });
  expect([saved("a", "2026-11-15"), saved("a", "2026-11-16")]).toEqual([true, false]);
  pencil.moved({ id: "a", today: "2026-11-16", day: "2026-11-21", pricesStay: true });
  expect(saved("a", "2026-11-16")).toBe(false);
});

test("3: refunds never exceed their credit note, and credits never exceed their invoice", () => {
  invoice("a", 100, "2026-11-10");
  pencil.paidByCard({ id: "p", customer: "Lark", day: "2026-11-11", cents: 10_000, order: "a" });
  pencil.creditAsked({ id: "claim", order: "a", parts: [{ line: "rib", lb: 2500 }] });
  expect(pencil.owes("Lark")).toBe(0);
  const note = pencil.creditDecided({ claim: "claim", day: "2026-11-12", by: "refund" });
  expect(note).toBe("credit note 1");
  const back = { of: "credit note 1", day: "2026-11-12", card: "a" };
  pencil.refunded({ ...back, id: "r", cents: 2500 });
  expect([pencil.owes("Lark"), pencil.creditLeft("Lark")]).toEqual([0, 0]);
  expect(() => pencil.refunded({ ...back, id: "s", cents: 1 })).toThrow(Impossible);
  pencil.refundFailed({ id: "r", cents: 2500, card: "a" });
  expect(pencil.owes("Lark")).toBe(-2500);
  const more = [{ line: "rib", lb: 7501 }];
  expect(() => pencil.credited({ order: "a", day: "2026-11-13", parts: more })).toThrow(Impossible);
});

test("3: credits of a line billed at its promised amount never exceed that amount", () => {
  place("a", 100);
  const at = { order: "a", line: "rib" };
  pencil.packing.weighed({ ...at, id: "x", thousandths: 110_000, unit: "lb" });
  pencil.finished({ id: "a", day: "2026-11-02" });
  expect(pencil.total("a")).toBe(10_000);
  const credit = (lb: number) => () =>
    pencil.credited({ order: "a", day: "2026-11-03", parts: [{ line: "rib", lb }] });
  credit(6000)();
  expect(credit(5001)).toThrow(Impossible);
  credit(5000)();
  expect(pencil.owes("Lark")).toBe(0);
  expect(credit(1)).toThrow(Impossible);
});

test("3: a payment can't name another customer's invoice", () => {
  pencil.customer({ id: "Wren", terms: { net: 30 } });
  invoice("a", 100, "2026-11-10");
  const named = ["invoice 1"];
  const pay = () => pencil.paid({ id: "p", customer: "Wren", day: "2026-11-11", cents: 1, named });
  expect(pay).toThrow(Impossible);
  expect(pencil.owes("Wren")).toBe(0);
});

test("3: a refund of a payment reopens the invoice that the payment settled", () => {
  invoice("a", 100, "2026-11-10");
  pencil.paid({ id: "p", customer: "Lark", day: "2026-11-11", cents: 12_000 });
  pencil.refunded({ id: "r", of: "p", day: "2026-11-12", cents: 5000 });
  expect(open()).toEqual([["invoice 1", 3000]]);
});

test("14: a returned cheque reopens the invoice that it settled, and its fee is billed", () => {
  invoice("a", 100, "2026-11-10");
  pencil.paid({ id: "p", customer: "Lark", day: "2026-11-11", cents: 10_000 });
  pencil.reversed("p", "2026-11-13");
  const parts = [{ cents: 4500, tax: "E" as const }];
  expect(pencil.debited({ customer: "Lark", day: "2026-11-13", parts })).toBe("invoice 2");
  expect(pencil.owes("Lark")).toBe(14_500);
  expect(pencil.books.owedOn("Lark", "2026-11-12")).toBe(0);
});

test("14: $10.00 in cash settles a bill of $10.02", () => {
  const parts = [{ cents: 1002, tax: "Z" as const }];
  pencil.debited({ customer: "Lark", day: "2026-11-13", parts });
  pencil.paid({ id: "p", customer: "Lark", day: "2026-11-13", cents: 1000, rounding: 2 });
  expect(pencil.owes("Lark")).toBe(0);
});

test("a positive opening balance is settled like an invoice, and a negative one is credit", () => {
  const due = "2026-11-20";
  pencil.openingBalance({ id: "x", customer: "Lark", day: "2026-10-31", due, cents: 5000 });
  invoice("a", 100, "2026-11-10");
  pencil.openingBalance({ id: "y", customer: "Lark", day: "2026-10-31", cents: -6000 });
  expect(open()).toEqual([["invoice 1", 9000]]);
  pencil.writtenOff({ id: "w", paper: "invoice 1", day: "2026-11-20", cents: 9000 });
  expect(pencil.owes("Lark")).toBe(0);
});

test("4: an order is put on hold if it and the open orders exceed the credit limit", () => {
  pencil.customer({ id: "Lark", terms: { net: 14 }, limit: 50_000 });
  invoice("a", 200, "2026-11-10");
  expect(place("b", 300, { today: "2026-11-10" })).toEqual([]);
  expect(pencil.exposure("Lark")).toBe(50_000);
  expect(place("c", 1, { today: "2026-11-10" })).toEqual(["credit"]);
  expect(pencil.packable("c")).toBe(false);
  const finish = () => pencil.fulfilledWithoutWeights({ id: "c", day: "2026-11-10" });
  expect(finish).toThrow(Impossible);
  pencil.released("c", "credit");
  expect(pencil.packable("c")).toBe(true);
});

test("4: unused credit lowers the exposure; a change that raises an order's maximum is checked again", () => {
  pencil.customer({ id: "Lark", terms: { net: 14 }, limit: 10_000 });
  pencil.paid({ id: "p", customer: "Lark", day: "2026-11-02", cents: 5000 });
  expect(place("a", 150)).toEqual([]);
  expect(pencil.exposure("Lark")).toBe(10_000);
  const change = (lb: number) => {
    const lines = [{ id: "rib", product: "rib", lb, price: 100, overPercent: 0 }];
    pencil.changed({ id: "a", today: "2026-11-02", lines });
    return [...pencil.order("a").holds];
  };
  expect(change(14_000)).toEqual([]);
  expect(change(15_001)).toEqual(["credit"]);
  pencil.released("a", "credit");
  expect(change(15_001)).toEqual([]);
});

test("4: invoices overdue past the grace days put an order on hold; 3: $5 or less in all never does", () => {
  pencil.customer({ id: "Lark", terms: { net: 14 }, graceDays: 3 });
  invoice("a", 100, "2026-11-01");
  expect(pencil.overdue("Lark", "2026-11-15")).toBe(0);
  expect(pencil.overdue("Lark", "2026-11-16")).toBe(10_000);
  expect(place("b", 1, { today: "2026-11-18" })).toEqual([]);
  expect(place("c", 1, { today: "2026-11-19" })).toEqual(["overdue"]);
  pencil.paid({ id: "p", customer: "Lark", day: "2026-11-19", cents: 9500 });
  expect(place("d", 1, { today: "2026-11-19" })).toEqual([]);
});

test("13: a prepaid order is on hold until it is paid; 3: releasing one hold releases no other", () => {
  withTerms("prepay");
  expect(place("a", 100)).toEqual(["prepay"]);
  pencil.held("a", "manual");
  pencil.deposited({ id: "d", order: "a", day: "2026-11-02", cents: 10_000 });
  expect([...pencil.order("a").holds]).toEqual(["manual"]);
  pencil.cancelled("a");
  expect(pencil.creditLeft("Lark")).toBe(10_000);
  pencil.refunded({ id: "r", of: "d", day: "2026-11-03", cents: 10_000 });
  expect(pencil.owes("Lark")).toBe(0);
});

test("3: a deposit settles its order's invoice; the rest, or all if the order is cancelled, settles others", () => {
  invoice("a", 100, "2026-11-02");
  place("b", 20);
  place("c", 20);
  pencil.deposited({ id: "d", order: "b", day: "2026-11-02", cents: 3000 });
  pencil.deposited({ id: "e", order: "c", day: "2026-11-02", cents: 500 });
  expect(open()).toEqual([["invoice 1", 10_000]]);
  pencil.fulfilledWithoutWeights({ id: "b", day: "2026-11-02" });
  expect(open()).toEqual([["invoice 1", 9000]]);
  pencil.cancelled("c");
  expect(open()).toEqual([["invoice 1", 8500]]);
});

test("7: an order above its buyer's limit needs approval", () => {
  const lines = [{ id: "rib", product: "rib", lb: 100, price: 1000 }];
  const order = { customer: "Lark", site: "x", zone: "valley", day: "2026-11-02", lines };
  const asked = { ...order, today: "2026-11-02" };
  expect(pencil.placed({ ...asked, id: "a", approveOver: 1100 })).toEqual([]);
  expect(pencil.placed({ ...asked, id: "b", approveOver: 1099 })).toEqual(["approval"]);
});

test("7: a merged customer's account is that of the customer it was merged into, until they are separated", () => {
  pencil.customer({ id: "Wren", terms: { net: 30 } });
  invoice("a", 100, "2026-11-10");
  pencil.books.merge("Lark", "Wren");
  expect([pencil.owes("Wren"), pencil.owes("Lark")]).toEqual([10_000, 10_000]);
  pencil.paid({ id: "p", customer: "Wren", day: "2026-11-11", cents: 4000 });
  expect(open()).toEqual([["invoice 1", 6000]]);
  pencil.books.merge("Lark");
  expect(open()).toEqual([["invoice 1", 10_000]]);
  expect([pencil.owes("Wren"), pencil.owes("Lark")]).toEqual([-4000, 10_000]);
});

test("2: an order that found nobody home moves to another day; a delivery can be undone", () => {
  invoice("a", 100, "2026-11-10");
  pencil.nobodyHome({ id: "a", day: "2026-11-12" });
  expect(pencil.stopsOn("valley", "2026-11-10").stops).toBe(0);
  expect(pencil.stopsOn("valley", "2026-11-12").stops).toBe(1);
  pencil.delivered("a");
  pencil.deliveryUndone("a");
  expect(pencil.order("a").state).toBe("fulfilled");
});

test("14: a delivery notes the credits requested and decided after it, but no earlier ones", () => {
  invoice("a", 100, "2026-11-10");
  const parts = [{ line: "rib", lb: 100 }];
  pencil.creditAsked({ id: "before", order: "a", parts });
  pencil.delivered("a");
  pencil.creditDecided({ claim: "before", day: "2026-11-10" });
  expect(pencil.builtOn("a")).toEqual([]);
  pencil.creditAsked({ id: "after", order: "a", parts });
  expect(pencil.builtOn("a")).toEqual([]);
  pencil.creditDecided({ claim: "after", day: "2026-11-11" });
  expect(pencil.builtOn("a")).toEqual(["credited since"]);
  pencil.deliveryUndone("a");
  expect(pencil.builtOn("a")).toEqual([]);
});

test("14: taking back the weighing of a return bills its credit again", () => {
  invoice("a", 100, "2026-11-10");
  pencil.delivered("a");
  const back = { order: "a", line: "rib", lot: undefined, lb: 5000, place: "client" as const };
  const how = { isUndelivered: false, isStock: false, claim: "c", day: "2026-11-10" };
  const before = pencil.owes("Lark");
  pencil.weighedBack({ ...back, ...how, id: "r" });
  expect(pencil.owes("Lark")).toBeLessThan(before);
  expect(pencil.builtOn("a")).toEqual(["weighed since"]);
  expect(pencil.whyNotWeighingTakenBack("r").why).toEqual([]);
  pencil.returnTakenBack({ id: "r", day: "2026-11-10" });
  expect(pencil.owes("Lark")).toBe(before);
  expect(pencil.builtOn("a")).toEqual([]);
  expect(pencil.sentOf("a", "rib").get(undefined)).toBe(10_000);
  expect(() => pencil.returnTakenBack({ id: "r", day: "2026-11-10" })).toThrow(Impossible);
  pencil.weighedBack({ ...back, ...how, lb: 10_000, id: "s" });
  expect(pencil.owes("Lark")).toBe(0);
});

test("3: a series can be set to begin at a number above its last", () => {
  pencil.books.begin("invoice", 124);
  expect(invoice("a", 1, "2026-11-10")).toBe("invoice 124");
  expect(() => pencil.books.begin("invoice", 124)).toThrow(Impossible);
  pencil.depositKept({ id: "k", of: deposit(), day: "2026-11-12", cents: 500 });
  expect(pencil.owes("Lark")).toBe(100);
});

function deposit(): string {
  place("later", 100);
  pencil.deposited({ id: "d", order: "later", day: "2026-11-11", cents: 500 });
  return "d";
}
