import { expect, test } from "vitest";
import { numberBounds } from "#app/lib/form/typed-numbers.ts";
import { maxPricePerLb } from "#db/schema/products.ts";
import { checkProduct, productFieldNames } from "./product-form.ts";

const typed = {
  name: "Ribeye Steak",
  category: "prime-rib",
  slug: "ribeye-steak",
  cutType: "Rib",
  otherNames: "Rib eye",
  description: "Well marbled.",
  pricePerLb: "24.99",
  isActive: "on",
};

const plain = {
  soldBy: "lb",
  typicalPieceLb: null,
  orderStepLb: "0.01",
  overCapPct: null,
  itemNumber: null,
  gtin: null,
  tareG: 0,
  storage: "refrigerated",
  taxCode: "Z",
  isTraced: false,
};

const errorsOf = (fields: Record<string, string>) =>
  checkProduct({ ...typed, ...fields }).refused?.errors;

test("parses and tidies a product", () => {
  const { data: product } = checkProduct({
    ...typed,
    name: " Ribeye\t Steak\0 ",
    slug: " ribeye-steak ",
    otherNames: " Rib  eye,rib EYE;\r\n Scotch fillet,, ",
    description: " Well\r\nmarbled.\0 ",
    pricePerLb: "$24.9 ",
  });
  expect(product).toEqual({
    name: "Ribeye Steak",
    category: "prime-rib",
    slug: "ribeye-steak",
    cutType: "Rib",
    otherNames: "rib EYE, Scotch fillet",
    description: "Well\nmarbled.",
    pricePerLb: "24.90",
    isActive: true,
    ...plain,
  });
});

test("requires only a name and a price, and derives the slug from the name", () => {
  expect(checkProduct({ name: "Rôti & Jus", pricePerLb: "7" }).data).toEqual({
    name: "Rôti & Jus",
    category: null,
    slug: "roti-and-jus",
    cutType: "",
    otherNames: "",
    description: "",
    pricePerLb: "7.00",
    isActive: false,
    ...plain,
  });
});

test("reports all problems together, and keeps what was typed", () => {
  expect(checkProduct({ slug: " ", category: "fish", pricePerLb: "dear" }).refused).toEqual({
    message: "Please correct the marked fields.",
    values: { slug: " ", category: "fish", pricePerLb: "dear" },
    errors: {
      name: ["Please enter a name"],
      category: ["Please choose one of the categories"],
      pricePerLb: ["Please enter a price in dollars, such as 24.99"],
    },
  });
});

test.each(["", " ", "\0\t\n", "\u200b", "—", "\u0085"])("refuses the name %j", (name) => {
  expect(errorsOf({ name })).toEqual({ name: ["Please enter a name"] });
});

test.each(["牛肉", 'O\'Brien & <Sons> "Fine"', "7", "x".repeat(200)])(
  "accepts the name %j",
  (name) => {
    expect(checkProduct({ ...typed, name }).data?.name).toBe(name);
  },
);

test("says what is too long", () => {
  const fields = { name: "x".repeat(201), slug: "x".repeat(121), cutType: "x".repeat(201) };
  const otherNames = "x".repeat(501);
  expect(errorsOf({ ...fields, otherNames, description: "x".repeat(5001) })).toEqual({
    name: ["Please use at most 200 characters"],
    slug: ["Please use at most 120 characters"],
    cutType: ["Please use at most 200 characters"],
    otherNames: ["Please use at most 500 characters"],
    description: ["Please use at most 5,000 characters"],
  });
});

test.each([
  "Ribeye",
  "ribeye--steak",
  "-ribeye",
  "ribeye-",
  "ribeye/steak",
  "rôti",
  "a b",
  "..",
  "%",
])("refuses the slug %j", (slug) => {
  expect(errorsOf({ slug })?.slug).toEqual([
    "Please use lowercase letters, digits and single hyphens, such as ribeye-steak",
  ]);
});

test("refuses a slug that looks like an id, and requires one if none can be derived from the name", () => {
  const slug = "11111111-1111-4111-8111-111111111111";
  expect(errorsOf({ slug })?.slug).toEqual(["Please use words: this looks like an ID"]);
  expect(errorsOf({ name: "牛肉", slug: "" })).toEqual({ slug: ["Please enter a slug"] });
});

test.each([
  ["0.01", "0.01"],
  [".5", "0.50"],
  ["24.", "24.00"],
  ["0024.99", "24.99"],
  ["$ 24.99", "24.99"],
  ["10000", "10000.00"],
  ["10000.00", "10000.00"],
])("reads the price %j as %j", (pricePerLb, dollars) => {
  expect(checkProduct({ ...typed, pricePerLb }).data?.pricePerLb).toBe(dollars);
});

const number = "Please enter a price in dollars, such as 24.99";
const bounds = "Please enter a price between $0.01 and $10,000.00";
const decimals = "Please use at most two decimals, such as 24.99";
test.each([
  ["", "Please enter a price"],
  ["$", "Please enter a price"],
  ["24.999", decimals],
  ["0.004", decimals],
  ["0", bounds],
  ["0.00", bounds],
  ["10000.01", bounds],
  ["9".repeat(400), bounds],
  ["-1", number],
  ["1e3", number],
  ["24,99", number],
  ["1,000.00", number],
  ["NaN", number],
  ["Infinity", number],
  [".", number],
  ["0x10", number],
  ["٢٤", number],
])("refuses the price %j: %s", (pricePerLb, message) => {
  expect(errorsOf({ pricePerLb })).toEqual({ pricePerLb: [message] });
});

test("limits the price as the table does", () => {
  expect(numberBounds.pricePerLb.most).toBe(maxPricePerLb * 100);
});

test("parses how a product is sold, packed and taxed", () => {
  const { data: product } = checkProduct({
    ...typed,
    soldBy: "piece",
    typicalPieceLb: " 1.5 ",
    orderStepLb: ".5",
    overCapPct: "0",
    itemNumber: " 00042 ",
    gtin: "0-36000 29145 2",
    tareG: "15",
    storage: "frozen",
    taxCode: "GP",
    isTraced: "on",
  });
  expect(product).toMatchObject({
    soldBy: "piece",
    typicalPieceLb: "1.50",
    orderStepLb: "0.50",
    overCapPct: 0,
    itemNumber: 42,
    gtin: "00036000291452",
    tareG: 15,
    storage: "frozen",
    taxCode: "GP",
    isTraced: true,
  });
});

test.each(["", " "])("requires the weight of a piece, not %j", (typicalPieceLb) => {
  const missing = { typicalPieceLb: ["Please enter what a piece typically weighs"] };
  expect(errorsOf({ soldBy: "piece", typicalPieceLb })).toEqual(missing);
  expect(errorsOf({ soldBy: "lb", typicalPieceLb })).toBeUndefined();
});

test("a product by the pound may have a typical piece", () => {
  expect(checkProduct({ ...typed, typicalPieceLb: "2" }).data?.typicalPieceLb).toBe("2.00");
});

test.each([
  ["96385074", "00000096385074"],
  ["036000291452", "00036000291452"],
  ["4006381333931", "04006381333931"],
  ["14006381333938", "14006381333938"],
  ["", null],
])("keeps the GTIN %j as %j", (gtin, stored) => {
  expect(checkProduct({ ...typed, gtin }).data?.gtin).toBe(stored);
});

const percent = "Please enter a whole number from 0 to 30";
const grams = "Please enter a whole number from 0 to 5,000";
const item = "Please enter a whole number from 1 to 99,999";
const digits = "Please enter 8, 12, 13 or 14 digits";
const wrongDigit = "One of these digits is wrong: the last one does not fit the others";
test.each([
  ["soldBy", "kg", "Please choose one of the two"],
  ["typicalPieceLb", "heavy", "Please enter a weight in pounds, such as 1.25"],
  ["typicalPieceLb", "1.255", "Please use at most two decimals, such as 1.25"],
  ["typicalPieceLb", "0.04", "Please enter a weight between 0.05 and 1,000 lb"],
  ["typicalPieceLb", "1000.01", "Please enter a weight between 0.05 and 1,000 lb"],
  ["orderStepLb", "0", "Please enter a weight between 0.01 and 1,000 lb"],
  ["orderStepLb", "-1", "Please enter a weight in pounds, such as 1.25"],
  ["overCapPct", "31", percent],
  ["overCapPct", "2.5", percent],
  ["overCapPct", "10%", percent],
  ["overCapPct", "9".repeat(400), percent],
  ["tareG", "5001", grams],
  ["tareG", "-1", grams],
  ["itemNumber", "0", item],
  ["itemNumber", "100000", item],
  ["itemNumber", "٤٢", item],
  ["gtin", "123", digits],
  ["gtin", "03600029145x", digits],
  ["gtin", "0".repeat(15), digits],
  ["gtin", "036000291453", wrongDigit],
  ["storage", "outside", "Please choose one of the two"],
  ["taxCode", "X", "Please choose one of the taxes"],
  ["taxCode", "toString", "Please choose one of the taxes"],
])("refuses the %s %j: %s", (name, value, message) => {
  expect(errorsOf({ [name]: value })).toEqual({ [name]: [message] });
});

test("ignores other fields", () => {
  const { data: product } = checkProduct({ ...typed, id: "1", imageUrl: "/x.jpg", createdAt: "" });
  expect(Object.keys(product ?? {}).sort()).toEqual([...productFieldNames].sort());
});

test.each(["name", "cutType", "otherNames"])("refuses invisible characters in %s", (field) => {
  const typed = `Ribeye \u202ekaetS`;
  expect(errorsOf({ [field]: typed })).toEqual({
    [field]: ["Please remove the invisible characters"],
  });
});
