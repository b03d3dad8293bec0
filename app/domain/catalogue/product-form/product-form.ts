import { z } from "zod";
import { taxes } from "#app/content/taxes.ts";
import { hasCheckDigit } from "#app/lib/amounts/check-digits.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { hundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { hiddenCharacters, noHiddenCharacters } from "#app/lib/form/hidden-characters.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import {
  hundredthsOf,
  isWithin,
  numberBounds,
  textBounds,
  wholeOf,
} from "#app/lib/form/typed-numbers.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import { type Category, salesUnits, storages } from "#db/schema/values/products.ts";
import { isCategory } from "../category.ts";
import { type AdminProduct, isProductId, type ProductFields } from "../product.ts";
import { maxSlugLength, proposeSlug } from "./product-slug.ts";

const atMost = (max: number) => z.string().max(max, atMostCharacters(max));

/** A single line: any run of white space or control characters becomes one space. */
const line = z
  .string()
  .default("")
  .transform((typed) => typed.replace(/[\s\p{Cc}]+/gu, " ").trim());

/** Multiple lines. The database rejects NUL, and forms submit line breaks as CRLF. */
const lines = z
  .string()
  .default("")
  .transform((typed) => typed.replaceAll("\0", "").replaceAll("\r\n", "\n").trim());

const title = line.refine((text) => !hiddenCharacters.test(text), noHiddenCharacters);

const name = title.pipe(
  atMost(200).refine((text) => /[\p{L}\p{N}]/u.test(text), "Please enter a name"),
);

/** Names separated by commas or line breaks, without duplicates: "Rib eye, Scotch fillet". */
const names = z
  .string()
  .default("")
  .transform((typed) => {
    const all = typed.split(/[,;\n]/).map((name) => name.replace(/[\s\p{Cc}]+/gu, " ").trim());
    const byLowerCase = new Map(all.map((name) => [name.toLowerCase(), name]));
    return [...byLowerCase.values()].filter(Boolean).join(", ");
  })
  .refine((text) => !hiddenCharacters.test(text), noHiddenCharacters);

const category = z
  .string()
  .default("")
  .refine((typed) => typed === "" || isCategory(typed), "Please choose one of the categories")
  .transform((typed): Category | null => (isCategory(typed) ? typed : null));

const slug = line.pipe(
  atMost(maxSlugLength)
    .min(1, "Please enter a slug")
    .refine(
      (text) => text === "" || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text),
      "Please use lowercase letters, digits and single hyphens, such as ribeye-steak",
    )
    // A URL segment that looks like an id is only looked up by id.
    .refine((text) => !isProductId(text), "Please use words: this looks like an ID"),
);

/** Schema of a number parsed by `read`; `words` are its error messages. */
const number = (
  read: typeof hundredthsOf,
  bounds: Parameters<typeof isWithin>[1],
  words: Record<"missing" | "malformed" | "range", string> & { "too precise"?: string },
) =>
  z
    .string()
    .default("")
    .transform((typed, context) => {
      const value = read(typed);
      if (isWithin(value, bounds)) return value;
      const problem = typeof value === "number" ? "range" : value;
      context.addIssue({ code: "custom", message: words[problem] ?? words.malformed });
      return z.NEVER;
    });

const price = number(hundredthsOf, numberBounds.pricePerLb, {
  missing: "Please enter a price",
  malformed: "Please enter a price in dollars, such as 24.99",
  "too precise": "Please use at most two decimals, such as 24.99",
  range: `Please enter a price between ${formatCents(numberBounds.pricePerLb.least)} and ${formatCents(numberBounds.pricePerLb.most)}`,
}).transform(toDollars);

const weight = (bounds: { least: number; most: number }) =>
  number(hundredthsOf, bounds, {
    missing: "Please enter what a piece typically weighs",
    malformed: "Please enter a weight in pounds, such as 1.25",
    "too precise": "Please use at most two decimals, such as 1.25",
    range: `Please enter a weight between ${toPounds(hundredthsLb(bounds.least))} and 1,000 lb`,
  }).transform(toDollars);

const typicalPieceLb = weight(numberBounds.typicalPieceLb);

const whole = (bounds: { least: number; most: number }) => {
  const { least, most } = bounds;
  const range = `Please enter a whole number from ${least} to ${most.toLocaleString("en-CA")}`;
  return number(wholeOf, bounds, { missing: range, malformed: range, range });
};

const orNone = <Output>(schema: z.ZodType<Output, string | undefined>) =>
  z
    .string()
    .default("")
    .transform((typed): string | null | undefined => (typed.trim() === "" ? null : typed))
    .pipe(schema.nullable());

const gtinLengths = [8, 12, 13, 14];

const gtin = z
  .string()
  .default("")
  .transform((typed) => typed.replace(/[\s-]/g, ""))
  .refine((digits) => /^\d+$/.test(digits) && gtinLengths.includes(digits.length), {
    error: "Please enter 8, 12, 13 or 14 digits",
    abort: true,
  })
  .refine(hasCheckDigit, "One of these digits is wrong: the last one does not fit the others")
  .transform((digits) => digits.padStart(14, "0"));

/** A checkbox is only submitted when checked. */
const ticked = z
  .string()
  .optional()
  .transform((sent) => sent !== undefined);

/** A product's editable fields, validated alike by the browser and the server. */
const productForm = z.object({
  name,
  category,
  pricePerLb: price,
  soldBy: z.enum(salesUnits, "Please choose one of the two").default("lb"),
  typicalPieceLb: orNone(typicalPieceLb),
  orderStepLb: orNone(weight(numberBounds.orderStepLb)).transform((step) => step ?? "0.01"),
  overCapPct: orNone(whole(numberBounds.overCapPct)),
  slug,
  cutType: title.pipe(atMost(textBounds.cutType)),
  otherNames: names.pipe(atMost(500)),
  description: lines.pipe(atMost(textBounds.description)),
  isActive: ticked,
  itemNumber: orNone(whole(numberBounds.itemNumber)),
  gtin: orNone(gtin),
  tareG: orNone(whole(numberBounds.tareG)).transform((grams) => grams ?? 0),
  storage: z.enum(storages, "Please choose one of the two").default("refrigerated"),
  taxCode: z
    .string()
    .default("Z")
    .refine((code) => isTaxCode(code), "Please choose one of the taxes")
    .transform((code) => (isTaxCode(code) ? code : "Z")),
  isTraced: ticked,
});

/** The rule of each field, for imports. */
export const productRules = productForm.shape;

/** Pieces need a typical weight, as their orders are estimates. */
const pieceForm = productForm.extend({ typicalPieceLb });

export const productFieldNames = productForm.keyof().options;

/** The answer to a refused product form: the errors and the submitted values. */
export type ProductAnswer = FormAnswer<keyof ProductFields>;

/** Parses a product form, or returns its errors. An empty slug is derived from the name. */
export function checkProduct(
  fields: Record<string, string>,
): { data: ProductFields; refused?: never } | { data?: never; refused: ProductAnswer } {
  const typedSlug = fields.slug?.trim();
  const slug = typedSlug || proposeSlug(fields.name ?? "");
  const form = fields.soldBy === "piece" ? pieceForm : productForm;
  const { data, refused } = checkForm(form, { ...fields, slug });
  if (!refused) return { data };
  const errors = { ...refused.errors };
  // Without a name no slug can be derived; one message is enough.
  if (errors.name && !typedSlug) delete errors.slug;
  return { refused: { ...refused, errors, values: fields } };
}

function isTaxCode(code: string): code is ProductFields["taxCode"] {
  return Object.hasOwn(taxes, code);
}

/** Returns the server's answer to an invalid product. This large module is loaded on demand. */
export function refusalOf(fields: Record<string, string>): ProductAnswer | undefined {
  return checkProduct(fields).refused;
}

/** Returns a product as the values of its form; undefined for an unticked checkbox. */
export function productValues({
  id: _id,
  imageUrl: _image,
  featuredRank: _rank,
  ...fields
}: AdminProduct): Record<string, string | undefined> {
  const values = Object.entries(fields).map(([name, value]) => {
    if (typeof value === "boolean") return [name, value ? "on" : undefined];
    return [name, value === null ? "" : String(value)];
  });
  return Object.fromEntries(values);
}
