import { describe, expect, it } from "vitest";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import { checkBooking } from "./book-form.ts";

const requestId = "6f0e1a4e-0000-4000-8000-000000000001";
const entryId = "6f0e1a4e-0000-4000-8000-000000000002";
const payment = {
  intent: "payment",
  requestId,
  amount: " $1,250.5",
  method: "cheque",
  settles: "oldest",
  receivedOn: "2026-11-20",
  reference: " 1042 ",
  note: "",
};

describe("centsOf", () => {
  it.each([
    ["1,234.50", 123_450],
    ["$40", 4_000],
    ["$ 1234,5", 123_450],
    ["1,234", 123_400],
    [".5", 50],
    ["1,234,567.89", 123_456_789],
    ["199,95", 19_995],
    [" 12,5 ", 1_250],
  ])("reads %j", (typed, cents) => {
    expect(centsOf(typed)).toBe(cents);
  });

  it.each(["", "1,234,5", "12,34.5", "1.2,3", "12,", "1.234", "-5", "1e3", "9999999999999", "NaN"])(
    "refuses %j",
    (typed) => {
      expect(centsOf(typed)).toBeNull();
    },
  );
});

describe("checkBooking", () => {
  it("reads a payment", () => {
    expect(checkBooking(payment).data).toEqual({
      intent: "payment",
      requestId,
      amount: 125_050,
      method: "cheque",
      settles: "oldest",
      receivedOn: "2026-11-20",
      reference: "1042",
      note: "",
      chosen: [],
    });
  });

  it("reads which debts a payment settles only if they were chosen by hand", () => {
    const typed = { ...payment, [`settle-${entryId}`]: "20", "settle-other": " ", "settle-0": "0" };
    expect(checkBooking(typed).data).toMatchObject({ chosen: [] });
    expect(checkBooking({ ...typed, settles: "chosen" }).data).toMatchObject({
      chosen: [{ entryId, cents: 2_000 }],
    });
  });

  it.each([
    ["amount", "0"],
    ["amount", "much"],
    ["method", "card"],
    ["method", ""],
    ["receivedOn", "2026-02-30"],
    ["receivedOn", "yesterday"],
    ["requestId", "1"],
    ["reference", "x".repeat(101)],
  ])("refuses a payment with the %s %j", (name, value) => {
    const { refused } = checkBooking({ ...payment, [name]: value });
    expect(refused).toMatchObject({ intent: "payment", errors: { [name]: [expect.any(String)] } });
    expect(refused?.values).toMatchObject({ [name]: value });
  });

  it("refuses an invalid amount of a debt at its field", () => {
    const name = `settle-${entryId}`;
    const { refused } = checkBooking({ ...payment, settles: "chosen", [name]: "lots" });
    expect(refused?.errors).toEqual({ [name]: ["Please enter an amount, such as 120.00"] });
  });

  it("requires a reason for corrections, and refuses an unknown intent", () => {
    const writeOff = { intent: "write off", requestId, debitId: entryId, amount: "1", note: " " };
    expect(checkBooking(writeOff).refused).toMatchObject({
      about: entryId,
      errors: { note: ["Please say why"] },
    });
    expect(checkBooking({ intent: "__proto__" }).refused?.message).toBeTruthy();
    expect(checkBooking({}).refused?.message).toBeTruthy();
  });
});
