import { z } from "zod";
import { checkForm } from "#app/lib/form/check-form.ts";
import { formatCents, toCents, toDollars } from "#app/lib/money.ts";
import { type Category, isCategory } from "../category.ts";
import { isProductId, type ProductFields } from "../product.ts";
import type { ProductAnswer } from "./product-form-answer.ts";
import { maxSlugLength, proposeSlug } from "./product-slug.ts";

/** The lowest and highest price per lb that the table accepts, in cents. */
export const priceBounds = { least: 1, most: 1_000_000 };

const atMost = (max: number) => z.string().max(max, `Please use at most ${max} characters`);

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

const name = line.pipe(
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
  });

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

const price = z
  .string()
  .default("")
  .transform((typed, context) => {
    const text = typed.replace(/^[\s$]+/, "").trim();
    const problem = problemOfPrice(text);
    if (!problem) return toDollars(toCents(padded(text)));
    context.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  });

/** A product's editable fields, validated alike by the browser and the server. */
const productForm = z.object({
  name,
  category,
  slug,
  cutType: line.pipe(atMost(200)),
  otherNames: names.pipe(atMost(500)),
  description: lines.pipe(atMost(5000)),
  pricePerLb: price,
  /** A checkbox, which is only submitted when checked. */
  isActive: z
    .string()
    .optional()
    .transform((sent) => sent !== undefined),
});

/** The field names in form order. */
export const productFieldNames = productForm.keyof().options;

/**
 * Parses a submitted product form; returns the product, or the answer with its errors. An empty
 * slug is derived from the name.
 */
export function checkProduct(
  fields: Record<string, string>,
): { product: ProductFields; refused?: never } | { product?: never; refused: ProductAnswer } {
  const typedSlug = fields.slug?.trim();
  const slug = typedSlug || proposeSlug(fields.name ?? "");
  const { data, refused } = checkForm(productForm, { ...fields, slug });
  if (!refused) return { product: data };
  const errors = { ...refused.errors };
  // Without a name no slug can be derived; one message is enough.
  if (errors.name && !typedSlug) delete errors.slug;
  return { refused: { ...refused, errors, values: fields } };
}

function problemOfPrice(text: string): string | undefined {
  if (text === "") return "Please enter a price";
  if (/^\d*\.\d{3,}$/.test(text)) return "Please use at most two decimals, such as 24.99";
  if (!/^(\d+\.?|\d*\.\d{1,2})$/.test(text)) {
    return "Please enter a price in dollars, such as 24.99";
  }
  // More digits than a safe integer are too many in any case.
  const cents = text.length > 12 ? Number.POSITIVE_INFINITY : toCents(padded(text));
  if (cents >= priceBounds.least && cents <= priceBounds.most) return undefined;
  const [least, most] = [formatCents(priceBounds.least), formatCents(priceBounds.most)];
  return `Please enter a price between ${least} and ${most}`;
}

/** Completes ".5" and "24." for `toCents`. */
function padded(text: string): string {
  return text.replace(/^\./, "0.").replace(/\.$/, "");
}

/**
 * The answer the server would give to an invalid product; undefined if valid. The page
 * loads this module, which is larger than itself, only on demand.
 */
export function refusalOf(fields: Record<string, string>): ProductAnswer | undefined {
  return checkProduct(fields).refused;
}
