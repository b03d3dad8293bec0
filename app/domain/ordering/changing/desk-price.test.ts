import { describe, expect, test } from "vitest";
import { deskPrice } from "./desk-price.ts";

const line = { pricePerLb: "24.99" };
const any = { withinPct: null };
const reason = "Last week's price, as agreed";

const problemOf = (answer: ReturnType<typeof deskPrice>) =>
  answer && "problem" in answer ? answer.problem : null;

test.each([undefined, { pricePerLb: " ", reason }, { pricePerLb: "24.99", reason: "" }])(
  "%j leaves the line's price unchanged",
  (typed) => expect(deskPrice(typed, line, "24.99", any)).toBeNull(),
);

test("a price is kept with its reason, in cents and on one line", () => {
  const typed = { pricePerLb: "$20.5", reason: "  As\nagreed " };
  expect(deskPrice(typed, line, "24.99", any)).toEqual({
    pricePerLb: "20.50",
    reason: "As agreed",
  });
  // Staff without a limit may also price a product that is no longer sold.
  expect(deskPrice(typed, line, null, any)).toMatchObject({ pricePerLb: "20.50" });
});

test.each([
  ["0", "pricePerLb"],
  ["-1", "pricePerLb"],
  ["12.505", "pricePerLb"],
  ["1e3", "pricePerLb"],
  ["10000.01", "pricePerLb"],
] as const)("%s is refused at its field", (pricePerLb, at) => {
  expect(problemOf(deskPrice({ pricePerLb, reason }, line, "24.99", any))?.at).toBe(at);
});

test.each(["", "   ", "x".repeat(121)])("the reason %j is refused", (bad) => {
  const typed = { pricePerLb: "20.00", reason: bad };
  expect(problemOf(deskPrice(typed, line, "24.99", any))?.at).toBe("reason");
});

describe("within 10 % of what the customer pays that day", () => {
  const set = (pricePerLb: string, todays: string | null = "25.00") =>
    problemOf(deskPrice({ pricePerLb, reason }, line, todays, { withinPct: 10 }));

  test.each(["22.50", "27.50"])("%s is allowed", (price) => expect(set(price)).toBeNull());
  test.each(["22.49", "27.51"])("%s is refused", (price) => {
    expect(set(price)?.message).toBe(
      "Your role sets it from $22.50/lb to $27.50/lb. Please ask an owner.",
    );
  });

  test("the limit counts from the day's price, not from an earlier price set by staff", () => {
    const before = { pricePerLb: "22.50" };
    const again = { pricePerLb: "20.25", reason };
    expect(problemOf(deskPrice(again, before, "25.00", { withinPct: 10 }))).not.toBeNull();
  });

  test("no price is accepted for a product that is no longer sold", () => {
    expect(set("24.00", null)?.message).toMatch(/no longer sold/);
  });
});

test("a limit of 0% lets only owners set prices", () => {
  const typed = { pricePerLb: "24.98", reason };
  expect(problemOf(deskPrice(typed, line, "24.99", { withinPct: 0 }))?.message).toMatch(/owner/);
});
