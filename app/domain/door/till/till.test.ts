import { expect, it } from "vitest";
import { mostTillDevices } from "#db/schema/values/tills.ts";
import { drawerVersion, judgePart, readSlipNumber, slipNumber, type TillMoney } from "./till.ts";
import { closeTillForm, moveForm, openTillForm } from "./till-forms.ts";

it("each browser of a till has its own slip numbers, the first of them without a letter", () => {
  expect(slipNumber(2, { slip: 31, device: 0 })).toBe("T2-0031");
  expect(slipNumber(1, { slip: 11, device: 1 })).toBe("T1A-0011");
  expect(slipNumber(1, { slip: 11, device: 27 })).toBe("T1AA-0011");
  const devices = Array.from({ length: mostTillDevices }, (_, device) => device);
  const numbers = devices.map((device) => slipNumber(1, { slip: 11, device }));
  expect(new Set(numbers).size).toBe(mostTillDevices);
  expect(numbers.at(-1)).toBe("T1ZZ-0011");
  expect(numbers.map((number) => readSlipNumber(number)?.device)).toEqual(devices);
});

it("readSlipNumber parses a typed slip number", () => {
  expect(readSlipNumber(" t2a-31 ")).toEqual({ till: 2, device: 1, slip: 31 });
  expect(readSlipNumber("T2-0031")).toEqual({ till: 2, device: 0, slip: 31 });
  expect(readSlipNumber("R-000012")).toBeNull();
});

it("drawerVersion changes whenever the expected cash does, and doesn't reveal the amount", () => {
  const sold: TillMoney = { method: "cash", cents: 25_00, isTakenBack: false };
  const states = [
    { moves: [], money: [] },
    { moves: [{}], money: [] },
    { moves: [], money: [sold] },
    { moves: [], money: [{ ...sold, isTakenBack: true }] },
    { moves: [], money: [sold, { ...sold, cents: -25_00 }] },
  ];
  expect(new Set(states.map(drawerVersion)).size).toBe(states.length);
  // Card payments aren't included; a session without cash payments is possible.
  const byCard: TillMoney = { ...sold, method: "terminal" };
  expect(drawerVersion({ moves: [], money: [sold, byCard] })).toBe("0-1-0");
});

it("a float is limited, and refused in pennies", () => {
  const said = (float: string) =>
    openTillForm
      .safeParse({ requestId: "0b0e7a52-6f6e-4a52-9d1c-0f3f7f0a1b2c", float })
      .error?.issues.map(({ message }) => message);
  expect(said("999999")).toEqual(["Please enter at most $100,000.00"]);
  expect(said(" ")).toEqual(["Please enter an amount, or 0 for none"]);
  expect(said("1.01")).toEqual(["There are no pennies: $1.01 is $1.00 in cash"]);
});

it("a drawer with unsent sales can be closed only if that is confirmed", () => {
  const typed = { sessionId: crypto.randomUUID(), counted: "125" };
  const closing = (more: object) => closeTillForm.safeParse({ ...typed, ...more });
  expect(closing({}).success).toBe(true);
  expect(closing({ unsent: "1", withoutUnsent: "on" }).success).toBe(true);
  expect(closing({ unsent: "1" }).error?.issues).toMatchObject([{ path: ["withoutUnsent"] }]);
});

it("all errors of a count are reported together", () => {
  const wrong = { sessionId: crypto.randomUUID(), counted: "", unsent: "1", openSale: "yes" };
  const paths = closeTillForm.safeParse(wrong).error?.issues.map(({ path }) => path[0]);
  expect(paths).toEqual(["counted", "withoutUnsent", "withoutOpenSale"]);
});

it("a move requires a reason, and reports other errors with it", () => {
  const ids = { requestId: crypto.randomUUID(), sessionId: crypto.randomUUID() };
  const wrongIn = (typed: object) =>
    moveForm.safeParse({ ...ids, ...typed }).error?.issues.map(({ path }) => path[0]) ?? [];
  expect(wrongIn({ kind: "drop", amount: "100" })).toEqual(["reason"]);
  expect(wrongIn({ kind: "out", amount: "100", reason: "Twine" })).toEqual([]);
  expect(wrongIn({ kind: "out", amount: "0.01" })).toEqual(["amount", "reason"]);
  expect(wrongIn({})).toEqual(["kind", "amount", "reason"]);
});

it("a part of an amount must be in existing coins, while the whole amount is rounded", () => {
  const cash = (cents: number) => ({ method: "cash", cents, tenderedCents: cents }) as const;
  const judged = (...cents: number[]) =>
    judgePart(
      86_42,
      cents.map((one) => ({ ...cash(one), reference: "" })),
    );
  expect(judged(30_00).accepted).toMatchObject([{ cents: 30_00, roundingCents: 0 }]);
  expect(judged(86_40).accepted).toMatchObject([{ cents: 86_40, roundingCents: -2 }]);
  expect(judged(30_02).problem).toContain("In cash it comes to $30.00");
  expect(judged(90_00).problem).toContain("In cash it comes to $86.40");
  expect(judged().problem).toBe("Nothing is to be paid.");
});
