import { describe, expect, it } from "vitest";
import {
  type BankPayment,
  type Debt,
  invoicesNamedIn,
  matcher,
  normalizedSender,
  type OpenBooks,
  ordersNamedIn,
} from "./matching.ts";

describe("the invoices that a message names", () => {
  it.each([
    ["INV-000001", ["INV-000001"]],
    ["inv1", ["INV-000001"]],
    ["INV 000001", ["INV-000001"]],
    ["Payment (Inv-12), thanks", ["INV-000012"]],
    ["INV-1, inv 2 and INV3.", ["INV-000001", "INV-000002", "INV-000003"]],
    ["INV-1 INV-000001", ["INV-000001"]],
    ["INV-1234567", ["INV-1234567"]],
    ["INV-10", ["INV-000010"]],
  ])("%j: %j", (message, numbers) => {
    expect(invoicesNamedIn(message)).toEqual(numbers);
  });

  it.each([
    "",
    "12",
    "INV",
    "INV-0",
    "XINV-1",
    "1INV-1",
    "INV-1A",
    "ÉINV-1",
    "INV--1",
    "INVOICE 1",
  ])("%j: none", (message) => {
    expect(invoicesNamedIn(message)).toEqual([]);
  });
});

describe("the orders that a message names", () => {
  const said = (number: number) => ({ number, isSaid: true });
  const bare = (number: number) => ({ number, isSaid: false });
  it.each([
    ["order 1042", [said(1042)]],
    ["Order #1042, thanks", [said(1042)]],
    ["ORDER NO. 1042 and order number: 1043", [said(1042), said(1043)]],
    ["#1042", [said(1042)]],
    ["1042", [bare(1042)]],
    ["for 1042, 1043", [bare(1042), bare(1043)]],
    ["1042. order 1042", [said(1042)]],
    ["INV-001044 order 1042", [said(1042)]],
  ])("%j: %j", (message, orders) => {
    expect(ordersNamedIn(message)).toEqual(orders);
  });

  it.each([
    ...[
      "",
      "order 42",
      "INV-1042",
      "inv 1042",
      "CN-001042",
      "$1042",
      "1042.50",
      "11/1042",
      "2026-11-24",
    ],
    ...["1042A", "A1042", "order 01042", "604-555-1042", "10:1042"],
  ])("%j: none", (message) => {
    expect(ordersNamedIn(message)).toEqual([]);
  });
});

it.each([
  ["Café  Élan Ltd.", "cafe elan ltd"],
  ["CAFE ELAN LTD", "cafe elan ltd"],
  [" … ", ""],
])("the sender %j is compared as %j", (sender, normalized) => {
  expect(normalizedSender(sender)).toBe(normalized);
});

const debt = (number: number, customerId: string, openCents: number): Debt => ({
  entryId: `e${number}`,
  customerId,
  openCents,
  documentNumber: `INV-${String(number).padStart(6, "0")}`,
});

const books: OpenBooks = {
  debts: [
    debt(1, "ann", 10_000),
    debt(10, "ann", 2_500),
    debt(2, "bob", 10_000),
    debt(3, "cat", 700),
    debt(4, "cat", 800),
  ],
  settled: new Map([["INV-000005", "ann"]]),
  orders: new Map([
    [1042, { customerId: "ann", documentNumbers: ["INV-000010"] }],
    [1043, { customerId: "ann", documentNumbers: [] }],
    [1044, { customerId: "bob", documentNumbers: ["INV-000005"] }],
    [1045, { customerId: "cat", documentNumbers: ["INV-000003", "INV-000004"] }],
  ]),
  deposits: [
    { orderId: "o1050", number: 1050, customerId: "ann", cents: 5_000 },
    { orderId: "o1051", number: 1051, customerId: "dan", cents: 5_000 },
  ],
  aliases: new Map([
    ["ann lee", ["ann"]],
    ["shared office", ["ann", "bob"]],
  ]),
};

const payment = (cents: number, message = "", sender = ""): BankPayment => ({
  cents,
  message,
  sender,
});

const match = matcher(books);

const seen = (paid: BankPayment) =>
  match(paid).map(({ customerId, settles, isExact, restCents }) => ({
    customerId,
    isExact,
    restCents,
    settles: Object.fromEntries(settles.map(({ entryId, cents }) => [entryId, cents])),
  }));

describe("a deposit", () => {
  const orders = (paid: BankPayment) =>
    match(paid).map(({ customerId, depositOf, reason }) => [customerId, depositOf?.number, reason]);

  it("is the exact amount that a named order waits for, and never an exact match", () => {
    expect(orders(payment(5_000, "order 1051"))[0]).toEqual(["dan", 1051, "deposit"]);
    expect(match(payment(5_000, "1050"))[0]).toMatchObject({
      settles: [],
      restCents: 5_000,
      isExact: false,
      depositOf: { orderId: "o1050", number: 1050 },
    });
    expect(orders(payment(4_999, "order 1051"))).toEqual([]);
  });

  it("matches by its client's known sender, otherwise by its amount", () => {
    expect(orders(payment(5_000, "", "Ann Lee"))[0]).toEqual(["ann", 1050, "deposit"]);
    expect(orders(payment(5_000))).toEqual([
      ["ann", 1050, "deposit"],
      ["dan", 1051, "deposit"],
    ]);
    // Not for a customer who owes an invoice of that amount.
    expect(orders(payment(10_000, "", "Ann Lee"))[0]).toEqual(["ann", undefined, "sender"]);
  });
});

describe("a payment", () => {
  it("of the open amount of an invoice that it names is exact", () => {
    expect(seen(payment(10_000, "inv 1"))[0]).toEqual({
      customerId: "ann",
      isExact: true,
      restCents: 0,
      settles: { e1: 10_000 },
    });
    expect(seen(payment(2_500, "INV-10"))[0]).toMatchObject({ settles: { e10: 2_500 } });
  });

  it("of the sum of several invoices that it names is exact", () => {
    expect(seen(payment(12_500, "INV-10 INV-1"))).toEqual([
      { customerId: "ann", isExact: true, restCents: 0, settles: { e10: 2_500, e1: 10_000 } },
    ]);
  });

  it("below the named invoices' open amount is proposed, and settles a part", () => {
    const [first] = match(payment(4_000, "INV-10 INV-1"));
    expect(first).toMatchObject({ isExact: false, reason: "number" });
    expect(first?.settles.map(({ entryId, cents }) => [entryId, cents])).toEqual([
      ["e10", 2_500],
      ["e1", 1_500],
    ]);
    expect(first?.why).toBe("INV-000010 and INV-000001 are named, and $85.00 stays open.");
  });

  it("above the named invoices' open amount settles them, then the oldest; the rest is credit", () => {
    const [first] = match(payment(13_000, "INV-10"));
    expect(first).toMatchObject({ isExact: false, restCents: 500 });
    expect(first?.settles.map(({ entryId }) => entryId)).toEqual(["e10", "e1"]);
    expect(first?.why).toBe("INV-000010 is named, and the payment is $105.00 more than is open.");
  });

  it("that names invoices of two clients, or one that isn't open, is not exact", () => {
    const two = seen(payment(10_000, "INV-1 and INV-2"));
    expect(two.map(({ customerId, isExact }) => [customerId, isExact])).toEqual([
      ["ann", false],
      ["bob", false],
    ]);
    for (const message of ["INV-1, INV-5", "INV-1, INV-999"]) {
      expect(seen(payment(10_000, message))[0], message).toMatchObject({
        customerId: "ann",
        isExact: false,
      });
    }
  });

  it("that names a settled invoice is proposed for its client's oldest open invoice", () => {
    const [first] = match(payment(3_000, "inv5"));
    expect(first).toMatchObject({ customerId: "ann", reason: "settled number" });
    expect(first?.settles).toEqual([{ entryId: "e1", cents: 3_000, documentNumber: "INV-000001" }]);
  });

  it("that names an order is proposed for its open invoices, and never exact", () => {
    for (const message of ["order 1042", "#1042", "beef 1042"]) {
      expect(match(payment(2_500, message))[0], message).toMatchObject({
        customerId: "ann",
        isExact: false,
        reason: "order",
        settles: [{ entryId: "e10", cents: 2_500, documentNumber: "INV-000010" }],
        why: "Order 1042 is named, billed by INV-000010.",
      });
    }
    expect(seen(payment(1_500, "order 1045"))[0]?.settles).toEqual({ e3: 700, e4: 800 });
  });

  it("that names a settled order is proposed for its client, unless it gives just the number", () => {
    expect(match(payment(4_321, "order 1043"))).toMatchObject([
      {
        customerId: "ann",
        reason: "order",
        why: "Order 1043 is named, of which no invoice is open.",
      },
    ]);
    expect(match(payment(4_321, "Order 1044"))).toMatchObject([{ customerId: "bob" }]);
    expect(match(payment(4_321, "1043 or 1044 or 1099"))).toEqual([]);
    // An invoice named along with it comes first, and decides.
    expect(match(payment(10_000, "INV-1, order 1042"))[0]).toMatchObject({
      customerId: "ann",
      reason: "number",
      isExact: true,
    });
  });

  it("from a known sender is proposed for the client's invoice of that amount, otherwise the oldest", () => {
    expect(seen(payment(2_500, "beef", "Ann LEE"))).toEqual([
      { customerId: "ann", isExact: false, restCents: 0, settles: { e10: 2_500 } },
    ]);
    expect(seen(payment(3_000, "", "ann lee"))[0]?.settles).toEqual({ e1: 3_000 });
    expect(seen(payment(9_999, "", "Shared office")).map((one) => one.customerId)).toEqual([
      ...["ann", "bob"],
    ]);
  });

  it("without a number or known sender is proposed for clients who owe exactly its amount", () => {
    expect(match(payment(10_000)).map(({ customerId, reason }) => [customerId, reason])).toEqual([
      ["ann", "amount"],
      ["bob", "amount"],
    ]);
    expect(match(payment(1_500))).toMatchObject([{ customerId: "cat", reason: "total" }]);
    expect(match(payment(1_234, "thanks", "nobody"))).toEqual([]);
  });

  it("is proposed once for each client, for the best reason", () => {
    const reasons = match(payment(10_000, "INV-1", "Shared office"));
    expect(reasons.map(({ customerId, reason }) => [customerId, reason])).toEqual([
      ["ann", "number"],
      ["bob", "sender"],
    ]);
  });
});
