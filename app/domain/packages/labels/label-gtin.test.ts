import { expect, it } from "vitest";
import { hasCheckDigit } from "#app/lib/amounts/check-digits.ts";
import { idsOfSerial, isLotInCode, labelGtin, labelSerial } from "./label-gtin.ts";

it.each([
  ["0614141", { gtin: null, itemNumber: 1 }, "90614141000015"],
  ["0614141", { gtin: null, itemNumber: 99999 }, "90614141999999"],
  ["123456", { gtin: null, itemNumber: 42 }, "91234560000428"],
  // A variable-measure GTIN is used as it is; a fixed-measure one means something else.
  ["0614141", { gtin: "90614141999999", itemNumber: 1 }, "90614141999999"],
  ["0614141", { gtin: "00614141000012", itemNumber: 1 }, "90614141000015"],
  ["12345678901", { gtin: null, itemNumber: 12 }, null],
  ["0614141", { gtin: null, itemNumber: null }, null],
  ["", { gtin: "90614141999999", itemNumber: 1 }, null],
])("derives from prefix %j and %o the GTIN %s", (prefix, product, gtin) => {
  expect(labelGtin(prefix, product)).toBe(gtin);
  if (gtin) expect(hasCheckDigit(gtin)).toBe(true);
});

it("converts a package's id to a serial number and back", () => {
  const id = "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11";
  expect(labelSerial(id)).toBe("0b8a3b1e7a554c8e9a29");
  expect(idsOfSerial(labelSerial(id))).toEqual({
    first: "0b8a3b1e-7a55-4c8e-9a29-000000000000",
    last: "0b8a3b1e-7a55-4c8e-9a29-ffffffffffff",
  });
  for (const other of ["", "000123", "0B8A3B1E7A554C8E9A29", `${labelSerial(id)}0`]) {
    expect(idsOfSerial(other)).toBeNull();
  }
});

it("tells which lot codes a barcode can hold", () => {
  expect(isLotInCode(null)).toBe(true);
  expect(isLotInCode("26-326/A_(1)")).toBe(true);
  for (const lot of ["Lot 7", "L".repeat(21), "Ö", "", "~1"]) expect(isLotInCode(lot)).toBe(false);
});
