import { createElement, useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { closeTillForm, moveForm, openTillForm } from "#app/domain/door/till/till-forms.ts";
import { refundForm } from "../refund.ts";
import {
  banknotes,
  restBeside,
  type TypedTenders,
  tendersInWords,
  tendersOf,
  useRarerMethods,
} from "./tender-fields.tsx";

it("offers the exact cash amount and the next banknotes", () => {
  expect(banknotes(61_20)).toEqual([61_20, 65_00, 70_00, 80_00, 100_00]);
  expect(banknotes(20_00)).toEqual([20_00, 50_00, 100_00]);
  expect(banknotes(0)).toEqual([]);
});

it("calculates the rest beside another payment, and beside cash that is too little", () => {
  const transfer = {
    method: "etransfer",
    cents: 20_00,
    tenderedCents: null,
    reference: "",
  } as const;
  const totalCents = 81_23;
  expect(restBeside([], { totalCents, inHand: 0 })).toEqual({ rest: 81_23, keepsCash: false });
  expect(restBeside([transfer], { totalCents, inHand: 0 })).toEqual({
    rest: 61_23,
    keepsCash: false,
  });
  expect(restBeside([transfer], { totalCents, inHand: 40_00 })).toEqual({
    rest: 21_23,
    keepsCash: true,
  });
  // There is no such cash, or it pays for everything.
  for (const inHand of [40_01, 61_25, 100_00]) {
    expect(restBeside([transfer], { totalCents, inHand })).toMatchObject({ rest: 61_23 });
  }
  expect(tendersOf({ terminal: "41,23", cash: "40" }, totalCents)).toMatchObject([
    { method: "terminal", cents: 41_23 },
    { method: "cash", cents: 40_00, tenderedCents: 40_00 },
  ]);
});

it.each(["etransfer", "cheque"] as const)(
  "keeps the field of a restored payment open while it is typed again: %s",
  (method) => {
    function Retyped() {
      const [typed, setTyped] = useState<TypedTenders>({ [method]: "20.00" });
      const { areMore, rarer } = useRarerMethods(typed);
      if (typed[method]) setTyped({ [method]: "" });
      return areMore ? "Shown" : rarer;
    }
    expect(renderToStaticMarkup(createElement(Retyped))).toBe("Shown");
  },
);

// Every field for an amount at the till: the cents that it reads, else its error.
const id = "0b0e7a52-6f6e-4a52-9d1c-0f3f7f0a1b2c";
const read = <Data>(
  { data, error }: { data?: Data; error?: { issues: { message: string }[] } | undefined },
  cents: (data: Data) => number | undefined,
) => (data ? cents(data) : error?.issues.map(({ message }) => message).join());
const moved = (kind: string) => (amount: string) =>
  read(
    moveForm.safeParse({ requestId: id, sessionId: id, kind, amount, reason: "Why" }),
    (move) => move.amount,
  );
const refunded = (method: string) => (typed: string) =>
  read(
    refundForm.safeParse({
      requestId: id,
      sessionId: id,
      lines: "0",
      meat: "customer",
      reason: "Why",
      [method]: typed,
    }),
    ({ parts }) => parts.find((part) => part.method === method)?.cents,
  );
const tendered = (method: "cash" | "terminal" | "etransfer" | "cheque") => (typed: string) => {
  const tenders = tendersOf({ [method]: typed }, 5000_00);
  if (tenders === null) return tendersInWords({ [method]: typed }, 5000_00).replace(/\.$/, "");
  return tenders[0]?.tenderedCents ?? tenders[0]?.cents;
};

it.each([
  [
    "opening float",
    (float: string) => read(openTillForm.safeParse({ requestId: id, float }), (till) => till.float),
  ],
  [
    "count",
    (counted: string) =>
      read(closeTillForm.safeParse({ sessionId: id, counted }), (till) => till.counted),
  ],
  ["cash in", moved("in")],
  ["cash out", moved("out")],
  ["drop", moved("drop")],
  ["refund in cash", refunded("cash")],
  ["refund by terminal", refunded("terminal")],
  ["refund by e-transfer", refunded("etransfer")],
  ["cash handed over", tendered("cash")],
  ["terminal", tendered("terminal")],
  ["e-transfer", tendered("etransfer")],
  ["cheque", tendered("cheque")],
])("every field of the till reads amounts in the same way: %s", (_, typed) => {
  for (const text of ["12.50", "12,50", "12,5", " $12.50 ", "12.5"])
    expect(typed(text)).toBe(12_50);
  for (const text of ["1,250.00", "1250", "1,250"]) expect(typed(text)).toBe(1250_00);
  for (const text of ["abc", "12 dollars", "1.2.3", "-5", "12.505", "1,25,0"]) {
    expect(typed(text), text).toBe("Please enter an amount in dollars, such as 250.00");
  }
});

it("ignores a payment method whose amount is empty or zero", () => {
  expect(tendersOf({ terminal: "0.00", cheque: " ", cash: "0,00" }, 20_00)).toEqual([]);
});
