import { expect, it } from "vitest";
import { isSameCheque, isSameMoney, likest, surplusInWords, takenInWords } from "./door-receipt.ts";

const cheque = {
  method: "cheque" as const,
  cents: 300_00,
  dueCents: 249_90,
  overCents: 50_10,
  isTakenBack: false,
};

it("surplusInWords states how much of a payment is the client's credit, and why", () => {
  const more = "$50.10 of it is more than was due, and is the client’s credit";
  const otherwise = "$100.00 of it was paid otherwise meanwhile, and is the client’s credit";
  expect(surplusInWords(cheque)).toEqual([more]);
  expect(surplusInWords({ ...cheque, overCents: 150_10 })).toEqual([more, otherwise]);
  expect(surplusInWords({ ...cheque, cents: 249_90, overCents: 100_00 })).toEqual([otherwise]);
  // Settled older invoices.
  expect(surplusInWords({ ...cheque, overCents: 0 })).toEqual([]);
  // What cash is rounded up by was asked for.
  const cash = { ...cheque, method: "cash" as const, cents: 250_00, dueCents: 249_98 };
  expect(surplusInWords({ ...cash, overCents: 100_00 })).toEqual([otherwise]);
});

it("surplusInWords is empty once the payment was taken back", () => {
  expect(surplusInWords({ ...cheque, isTakenBack: true })).toEqual([]);
});

it("isSameMoney and isSameCheque compare method, amount and cheque number", () => {
  const money = (method: string, cents: number, reference = "") => ({ method, cents, reference });
  const first = money("cheque", 100_00, "0101");
  const same = [money("cheque", 100_00, "101"), money("cheque", 100_00, "No. 101")];
  for (const one of same)
    expect([isSameMoney(first, one), isSameCheque(one, first)]).toEqual([true, true]);
  const unnumbered = money("cheque", 100_00);
  expect([isSameMoney(first, unnumbered), isSameCheque(first, unnumbered)]).toEqual([true, false]);
  const others = [
    money("cheque", 100_00, "102"),
    money("cash", 100_00),
    money("cheque", 99_00, "101"),
  ];
  for (const one of others) expect(isSameMoney(first, one)).toBe(false);
  // Only cheques have numbers that both sides know.
  expect(isSameMoney(money("terminal", 5_00, "17"), money("terminal", 5_00, "A-9"))).toBe(true);
  expect(likest([unnumbered, ...same], first)).toBe(same[0]);
  expect(likest(others, first)).toBeUndefined();
});

it("takenInWords names a cheque by its number", () => {
  expect(takenInWords({ method: "cheque", cents: 100_00, reference: "0101" })).toBe(
    "$100.00 by cheque 0101",
  );
  expect(takenInWords({ method: "terminal", cents: 100_00, reference: "17" })).toBe(
    "$100.00 by card terminal",
  );
});
