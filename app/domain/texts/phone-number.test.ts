import { expect, it } from "vitest";
import { maskedEmail, maskedNumber, textableNumber } from "./phone-number.ts";

it.each([
  ["604-555-0142", "+16045550142"],
  ["+1 (604) 555-0142", "+16045550142"],
  ["1.604.555.0142", "+16045550142"],
  ["604-555-0142 ext. 12", null],
  ["555-0142", null],
  ["+44 20 7946 0958", null],
  ["104-555-0142", null],
  ["", null],
])("turns %s into %s for text messages", (typed, number) => {
  expect(textableNumber(typed)).toBe(number);
});

it("shows just enough of an address to recognize it", () => {
  expect(maskedNumber("+16045550142")).toBe("…0142");
  expect(maskedEmail("kim@example.com")).toBe("k…@example.com");
});
