import { expect, it } from "vitest";
import { lineDetail } from "./sale.ts";

it("says a weight in kg as it was read, with the pounds it is priced by, and pieces", () => {
  expect(lineDetail({ lb: "2.65", pricePerLb: "9.49" })).toBe("2.65 lb × $9.49/lb");
  expect(lineDetail({ lb: "2.65", pricePerLb: "9.49", netG: 1200 })).toBe(
    "1.200 kg (2.65 lb) × $9.49/lb",
  );
  expect(lineDetail({ lb: "2.65", pricePerLb: "9.49", pieces: 2 })).toBe(
    "2 pieces, 2.65 lb × $9.49/lb",
  );
});
