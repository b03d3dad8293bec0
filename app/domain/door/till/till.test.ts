import { expect, it } from "vitest";
import { mostTillDevices } from "#db/schema/values/tills.ts";
import { drawerVersion, readSlipNumber, slipNumber, type TillMoney } from "./till.ts";
import { closeTillForm, openTillForm } from "./till-forms.ts";

it("gives each browser of a till slip numbers of its own, the first as the trade writes them", () => {
  expect(slipNumber(2, { slip: 31, device: 0 })).toBe("T2-0031");
  expect(slipNumber(1, { slip: 11, device: 1 })).toBe("T1A-0011");
  expect(slipNumber(1, { slip: 11, device: 27 })).toBe("T1AA-0011");
  const devices = Array.from({ length: mostTillDevices }, (_, device) => device);
  const numbers = devices.map((device) => slipNumber(1, { slip: 11, device }));
  expect(new Set(numbers).size).toBe(mostTillDevices);
  expect(numbers.at(-1)).toBe("T1ZZ-0011");
  expect(numbers.map((number) => readSlipNumber(number)?.device)).toEqual(devices);
});

it("reads a slip number as it is typed", () => {
  expect(readSlipNumber(" t2a-31 ")).toEqual({ till: 2, device: 1, slip: 31 });
  expect(readSlipNumber("T2-0031")).toEqual({ till: 2, device: 0, slip: 31 });
  expect(readSlipNumber("R-000012")).toBeNull();
});

it("has another version with each thing that changes what should be in a drawer, and does not say how much", () => {
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

it("says how much a drawer may hold at most, and that it takes no pennies", () => {
  const said = (float: string) =>
    openTillForm
      .safeParse({ requestId: "0b0e7a52-6f6e-4a52-9d1c-0f3f7f0a1b2c", float })
      .error?.issues.map(({ message }) => message);
  expect(said("999999")).toEqual(["Please enter at most $100,000.00"]);
  expect(said(" ")).toEqual(["Please enter an amount, or 0 for none"]);
  expect(said("1.01")).toEqual(["Cash ends on 0 or 5 cents: there are no pennies"]);
});

it("closes a drawer without sales that are not sent yet only if that is meant", () => {
  const typed = { sessionId: crypto.randomUUID(), counted: "125" };
  const closing = (more: object) => closeTillForm.safeParse({ ...typed, ...more });
  expect(closing({}).success).toBe(true);
  expect(closing({ unsent: "1", withoutUnsent: "on" }).success).toBe(true);
  expect(closing({ unsent: "1" }).error?.issues).toMatchObject([{ path: ["withoutUnsent"] }]);
});
