import { expect, it } from "vitest";
import {
  columnsInWords,
  labelPricesOf,
  readColumns,
  type ScaleFile,
  scaleFileSettings,
} from "./scale-file.ts";
import { headText, itemsText } from "./scale-rows.ts";

const usual = scaleFileSettings.defaults;
const ribeye = {
  itemNumber: 42,
  name: "Ribeye, Grilling Steak",
  nameFr: "Bifteck de faux-filet",
  pricePerLb: "24.99",
  tareG: 15,
  keepsDays: 14,
};

it("has number, name, price, tare and shelf life with headings and a byte order mark by default", () => {
  expect(headText(usual)).toBe('\uFEFFPLU,Name,Price,Tare,"Shelf life (days)"\r\n');
  expect(itemsText(usual, [ribeye])).toBe('42,"Ribeye, Grilling Steak",24.99,15,14\r\n');
});

it("writes the owner's columns in their order, with decimal commas and prices per kilogram", () => {
  const { columns = [] } = readColumns("Price: CHF\n french name\nitem number\ntare: T");
  const file: ScaleFile = {
    columns,
    delimiter: "semicolon" as const,
    decimalComma: true,
    pricePer: "kg" as const,
    tareIn: "kg",
    hasHeadings: false,
    hasMark: false,
  };
  expect(headText(file)).toBe("");
  expect(itemsText(file, [ribeye])).toBe('"55,09";"Bifteck de faux-filet";42;"0,015"\r\n');
  expect(columnsInWords(columns)).toBe(
    "price: CHF\nfrench name: Name (French)\nitem number: PLU\ntare: T",
  );
});

it("quotes a cell that contains the separator, also as a decimal comma", () => {
  const file = { ...usual, decimalComma: true };
  expect(itemsText(file, [{ ...ribeye, name: "Rib", keepsDays: null }])).toBe(
    '42,Rib,"24,99",15,\r\n',
  );
  const tabs = itemsText({ ...usual, delimiter: "tab" }, [{ ...ribeye, name: "A\tB" }]);
  expect(tabs).toBe('42\t"A\tB"\t24.99\t15\t14\r\n');
});

it.each(["=1+2", "@SUM(A1)", "\t=1", "＝1"])("keeps %j from being read as a formula", (name) => {
  expect(itemsText(usual, [{ ...ribeye, name }])).toContain(`"'${name}"`);
});

it.each([
  ["", "The item number is missing"],
  ["name", "The item number is missing"],
  ["item number\nname\nitem number", "“item number” is there twice"],
  ["item number\nweight", "“weight” isn’t a column"],
  ["item number\n__proto__: x", "“__proto__: x” isn’t a column"],
  [`item number: ${"x".repeat(61)}`, "too long a heading"],
])("refuses the columns %j", (typed, mistake) => {
  expect(readColumns(typed).mistake).toContain(mistake);
});

it("returns the prices that the scale prints on labels, from which weights are derived", () => {
  expect(labelPricesOf([ribeye], usual)).toEqual([{ itemNumber: 42, price: "24.99", unit: "lb" }]);
  expect(labelPricesOf([ribeye], { ...usual, pricePer: "kg" })).toEqual([
    { itemNumber: 42, price: "55.09", unit: "kg" },
  ]);
});
