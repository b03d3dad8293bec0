import { describe, expect, test } from "vitest";
import { lineTotalCents, mostPounds, sumCents, weightOfPrice } from "./line-totals.ts";
import { toHundredthsLb } from "./weight.ts";

describe("lineTotalCents", () => {
  test.each([
    [2499, 3, 7497],
    [1999, "0.5", 1000],
    [1, "0.5", 1],
    [1, "0.49", 0],
    [999, "2.75", 2747],
    [2499, 10_000, 24_990_000],
    [100_000_000, "9999.99", 999_999_000_000],
    [231, "-1.00", -231],
    [1, "-0.5", -1],
    [1, "-0.49", 0],
    [999, "-2.75", -2747],
  ])("%i cents/lb × %s lb = %i cents", (price, quantity, total) => {
    expect(lineTotalCents(price, toHundredthsLb(quantity))).toBe(total);
  });
});

test("lines are added up as whole cents", () => {
  expect(sumCents([{ cents: 1 }, { cents: 2498 }], ({ cents }) => cents)).toBe(2499);
  expect(sumCents([], () => 1)).toBe(0);
});

describe("mostPounds", () => {
  test("is the last hundredth that costs no more than the maximum", () => {
    for (let price = 1; price < 12_000; price += 97) {
      for (const most of [0, 1, 99, 10_308, 27_489, 99_999_999]) {
        const pounds = mostPounds(price, most);
        const next = (Number(pounds) + 0.01).toFixed(2);
        expect(lineTotalCents(price, toHundredthsLb(pounds))).toBeLessThanOrEqual(most);
        expect(lineTotalCents(price, toHundredthsLb(next))).toBeGreaterThan(most);
      }
    }
    expect(mostPounds(2499, 27_489)).toBe("11.00");
  });
});

test("weightOfPrice returns the weight of a label's price, in thousandths", () => {
  expect(weightOfPrice(2499, 2499)).toBe("1.000");
  expect(weightOfPrice(6804, 5509)).toBe("1.235");
  expect(weightOfPrice(1, 5509)).toBe("0.000");
  expect(weightOfPrice(6797, 2499)).toBe("2.720");
});
