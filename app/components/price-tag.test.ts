import { describe, expect, it } from "vitest";
import { splitPrice } from "./price-tag.tsx";

describe("splitPrice", () => {
  it("splits a price per pound into its parts", () => {
    expect(splitPrice("$24.99/lb")).toEqual({
      sign: "$",
      dollars: "24",
      point: ".",
      cents: "99",
      unit: "/lb",
    });
  });

  it.each(["$1,024.50", "-$3.00/lb", "Varies", "", "$5/lb", "$0.05/lb"])(
    "loses nothing of %j",
    (price) => {
      expect(Object.values(splitPrice(price)).join("")).toBe(price);
    },
  );
});
