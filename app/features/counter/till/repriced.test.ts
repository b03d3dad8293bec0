import { expect, it } from "vitest";
import type { SaleLine } from "../sale.ts";
import { repriced } from "./repriced.ts";
import type { TillProduct } from "./till-product.ts";

const bones: TillProduct = {
  id: "bones",
  name: "Marrow Bones",
  pricePerLb: "13.99",
  taxCode: "Z",
  tareG: 0,
  isTraced: false,
  soldBy: "lb",
  itemNumber: null,
  gtin: null,
  labelGtin: null,
  typicalPieceLb: null,
  usualLb: null,
  isUsualHere: false,
};

const line = (more: Partial<SaleLine> = {}): SaleLine => ({
  productId: "bones",
  name: "Marrow Bones",
  value: "2.00",
  unit: "lb",
  tareG: 0,
  pieces: null,
  source: "typed",
  rawScan: "",
  serial: null,
  lotId: null,
  pricePerLb: "12.99",
  taxCode: "Z",
  ...more,
});

it("applies today's price and tax to the lines, and lists the changes and the new total", () => {
  expect(repriced([line(), line({ value: "1.00" })], [bones])).toMatchObject({
    lines: [{ pricePerLb: "13.99" }, { pricePerLb: "13.99" }],
    message: "Marrow Bones is $13.99/lb now; the total is $41.97.",
  });
  expect(repriced([line({ pricePerLb: "13.99" })], [{ ...bones, taxCode: "G" }])).toMatchObject({
    lines: [{ taxCode: "G" }],
    message: "Marrow Bones has GST 5% now; the total is $29.38.",
  });
});

it("returns no message if nothing changed, and names products that are no longer sold", () => {
  expect(repriced([line({ pricePerLb: "13.99" })], [bones]).message).toBe("");
  expect(repriced([line()], []).message).toContain("Marrow Bones is not on sale here: take it off");
});
