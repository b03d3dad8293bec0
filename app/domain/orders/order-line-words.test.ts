import { describe, expect, it } from "vitest";
import type { Order, OrderItem } from "./order.ts";
import {
  amountCents,
  figuresInWords,
  isAsOrdered,
  isPackingBegun,
  mostInWords,
  overCents,
  packedInWords,
  stateInWords,
} from "./order-line-words.ts";

const pending: Pick<Order, "status"> = { status: "pending" };
const fulfilled: Pick<Order, "status"> = { status: "fulfilled" };

/** Three ribeye steaks of about 1.25 lb, not packed. */
const ribeye: OrderItem = {
  id: "1",
  productId: null,
  productName: "Ribeye Steak",
  imageUrl: null,
  soldBy: "piece",
  orderedPieces: 3,
  typicalPieceLb: "1.25",
  quantity: "3.75",
  wish: null,
  pricePerLb: "24.99",
  subtotal: "93.71",
  overCapPct: 10,
  promisedAmount: "103.08",
  taxCode: "Z",
  packState: "open",
  packedLb: "0.00",
  packedPieces: 0,
  packNote: "",
  overDecision: null,
  substitutesItemId: null,
  finalAmount: "0.00",
  packages: [],
  reason: { source: "base", sourceName: "", endsOn: null, basePricePerLb: "24.99", last: null },
};
const weighed: OrderItem["packages"][number] = {
  id: "9",
  netLb: "1.29",
  netG: 585,
  pieces: 1,
  lot: null,
  box: null,
  packedAt: new Date(),
  source: "typed",
};
const packed: OrderItem = {
  ...ribeye,
  packState: "packed",
  packedLb: "3.86",
  packedPieces: 3,
  finalAmount: "96.46",
  packages: [weighed],
};
const tooMuch: OrderItem = {
  ...packed,
  packedLb: "4.50",
  finalAmount: "112.46",
  overDecision: "bill_promise",
};
const chuck: OrderItem = {
  ...ribeye,
  id: "2",
  productName: "Chuck Roast",
  substitutesItemId: "1",
};

describe("packedInWords", () => {
  const by = { orderedPieces: null, quantity: "12.50" };
  it.each([
    [
      { packedLb: "3.86", orderedPieces: 3, quantity: "3.75" },
      "Packed 3.86 lb (you asked for about 3.75 lb)",
    ],
    [{ ...by, packedLb: "12.62" }, "Packed 12.62 lb (you asked for 12.5 lb)"],
    [{ ...by, packedLb: "12.50" }, "Packed 12.5 lb"],
    [{ ...by, packedLb: "0.00" }, "You asked for 12.5 lb"],
    [{ packedLb: "12.50", orderedPieces: null, quantity: null }, "Packed 12.5 lb"],
  ])("%o", (line, words) => {
    expect(packedInWords(line)).toBe(words);
  });

  it("tells staff the ordered quantity without addressing them as the client", () => {
    const line = { ...by, packedLb: "12.62" };
    expect(packedInWords(line, "staff")).toBe("Packed 12.62 lb (ordered 12.5 lb)");
    expect(packedInWords({ ...by, packedLb: "0.00" }, "staff")).toBe("Ordered 12.5 lb");
  });
});

describe("figuresInWords", () => {
  it.each([
    ["before packing", ribeye, "3 pieces, about 3.75 lb × $24.99/lb"],
    [
      "while packing",
      { ...ribeye, packedLb: "1.29", packages: [weighed] },
      "3 pieces, about 3.75 lb × $24.99/lb. 1.29 lb packed so far.",
    ],
    ["after", packed, "Packed 3.86 lb (you asked for about 3.75 lb) × $24.99/lb"],
    ["of nothing", { ...ribeye, packState: "dropped" as const }, "You asked for about 3.75 lb"],
    ["of a replacement", { ...packed, substitutesItemId: "0" }, "Packed 3.86 lb × $24.99/lb"],
  ])("%s", (_, item, words) => {
    expect(figuresInWords(item)).toBe(words.replace("× ", "×\u00a0"));
  });
});

describe("stateInWords", () => {
  const note = "none left";
  it.each<[string, Partial<OrderItem>, string]>([
    ["nothing before packing", {}, ""],
    ["nothing for a line packed as ordered", { packState: "packed" }, ""],
    ["short", { packState: "short", packNote: note }, "Less than ordered: none left"],
    ["dropped", { packState: "dropped" }, "Not available"],
    [
      "replaced",
      { packState: "substituted", packNote: note },
      "Replaced by Chuck Roast: none left",
    ],
    [
      "replaced in part",
      { packState: "substituted", packedLb: "1.30" },
      "Partly replaced by Chuck Roast",
    ],
    [
      "over the promise, agreed",
      { packState: "packed", overDecision: "customer_agreed", packNote: "By telephone" },
      "Over weight, as agreed",
    ],
  ])("%s", (_, facts, words) => {
    const item = { ...ribeye, ...facts };
    for (const order of [pending, fulfilled]) {
      expect(stateInWords(order, item, [item, chuck])).toBe(words);
    }
  });

  it("names the product that a line replaces, even if the line is short itself", () => {
    const short: OrderItem = { ...chuck, packState: "short" };
    expect(stateInWords(fulfilled, chuck, [ribeye, chuck])).toBe("In place of Ribeye Steak");
    expect(stateInWords(fulfilled, short, [ribeye, short])).toBe(
      "In place of Ribeye Steak. Less than ordered",
    );
  });

  it("says that excess weight is not charged, until the bill has a line for it", () => {
    expect(stateInWords(pending, tooMuch, [tooMuch])).toBe("Over weight, no charge");
    expect(stateInWords(fulfilled, tooMuch, [tooMuch])).toBe("");
  });
});

it("returns the estimate until the order is billed, then the packed amount", () => {
  expect(amountCents(pending, packed)).toBe(9371);
  expect(amountCents(fulfilled, packed)).toBe(9646);
  expect(amountCents({ status: "cancelled" }, packed)).toBe(9371);
  expect(amountCents(pending, chuck)).toBeNull();
  expect(amountCents(fulfilled, { ...chuck, packState: "packed", finalAmount: "5.00" })).toBe(500);
});

it("deducts weight above the promise unless the client agreed to it", () => {
  expect(overCents(tooMuch)).toBe(938);
  expect(overCents({ ...tooMuch, overDecision: "customer_agreed" })).toBe(0);
  expect(overCents(packed)).toBe(0);
  expect(overCents({ ...packed, overDecision: "bill_promise" })).toBe(0);
});

it("promises a maximum for the ordered lines, with tax and fees but without substitutes", () => {
  const most = (...items: (typeof ribeye)[]) => mostInWords({ items, charges: [] });
  expect(most({ ...ribeye, packState: "substituted" }, chuck)).toBe("at most $103.08");
  expect(most(ribeye, { ...ribeye, taxCode: "GP" })).toBe("at most $218.53");
  const fee = { kind: "delivery_fee" as const, description: "Delivery", amount: "12.00" };
  const withFee = { items: [ribeye], charges: [{ ...fee, taxCode: "Z" as const }] };
  expect(mostInWords(withFee)).toBe("at most $115.08");
});

it("detects whether packing has begun, and whether all was packed as ordered without weighing", () => {
  const assumed: OrderItem = { ...packed, packages: [{ ...weighed, source: "assumed" }] };
  expect(
    [ribeye, packed, { ...ribeye, packages: [weighed] }].map((item) => isPackingBegun([item])),
  ).toEqual([false, true, true]);
  expect(isAsOrdered([assumed, assumed])).toBe(true);
  expect(isAsOrdered([assumed, packed])).toBe(false);
  expect(isAsOrdered([ribeye])).toBe(false);
});
