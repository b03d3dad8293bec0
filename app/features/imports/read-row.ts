import { z } from "zod";
import { taxes } from "#app/content/taxes.ts";
import { categoryText } from "#app/domain/catalogue/category.ts";
import { productRules } from "#app/domain/catalogue/product-form/product-form.ts";
import { profileFields } from "#app/domain/customers/profile.ts";
import {
  invoicePerText,
  maxTermsDays,
  poModeText,
  termsKindText,
  termsRules,
  wholeDays,
} from "#app/domain/customers/terms/client-terms.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { hundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { optionalText } from "#app/lib/form/form-texts.ts";
import { serialDay } from "#app/lib/spreadsheets/serial-day.ts";
import { centsIn, type DateFormat, dayInCell } from "#app/lib/spreadsheets/typed-cells.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { type Category, categories } from "#db/schema/values/products.ts";
import { kindText } from "./kinds.ts";

/** A row's values by field; fields without a column are missing. */
export type Wanted = Record<string, string | number | boolean | null>;

type Value = Wanted[string];

class CellProblem extends Error {
  override readonly name = "CellProblem";
}

/** `cells` are those of the whole row. */
type CellReader = (text: string, dateFormat: DateFormat, cells?: RowCells["cells"]) => Value;

const longestQuote = 40;

const quoted = (text: string) =>
  `“${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}”`;

/** Validates with the schema of the form in which people type the same value. */
const by =
  (rule: z.ZodType, prepare: (text: string) => string | undefined = (text) => text): CellReader =>
  (text) => {
    const { data, error } = rule.safeParse(prepare(text));
    if (error) throw new CellProblem(error.issues[0]?.message ?? "This can’t be read");
    return data as Value;
  };

/** Normalizes words: lower case, without spaces and punctuation. */
const word = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}%]+/gu, "");

/** Reads one of several words, by label or key. */
function oneOf<Key extends string>(
  labels: Readonly<Record<Key, string>>,
  whenEmpty: Key | null,
  also: Record<string, Key> = {},
): CellReader {
  const known = new Map<string, Key>();
  for (const [key, label] of Object.entries(labels) as [Key, string][]) {
    known.set(word(label), key).set(word(key), key);
  }
  for (const [other, key] of Object.entries(also)) known.set(word(other), key);
  return (text) => {
    if (text === "") return whenEmpty;
    const key = known.get(word(text));
    if (key === undefined) {
      const all = Object.values(labels).join(", ");
      throw new CellProblem(`${quoted(text)} is none of: ${all}`);
    }
    return key;
  };
}

const yesNo =
  (whenEmpty: boolean): CellReader =>
  (text) => {
    if (text === "") return whenEmpty;
    if (/^(?:yes|y|true|1|x|on|active)$/i.test(text)) return true;
    if (/^(?:no|n|false|0|off|inactive)$/i.test(text)) return false;
    throw new CellProblem(`${quoted(text)} is neither yes nor no`);
  };

/** Cents, from "1,234.50", "$12.40/lb" or "12.4 per lb". */
function priceCents(text: string): number {
  if (/\bkg\b|\/ ?kg/i.test(text)) {
    throw new CellProblem(`${quoted(text)} is per kilogram; prices here are per pound`);
  }
  const cents = centsIn(text.replace(/(?:\/|per)\s*(?:lb|pound)s?\.?$/i, ""));
  if (cents === null) throw new CellProblem(`${quoted(text)} isn't a valid price (example: 24.99)`);
  return cents;
}

const price: CellReader = (text) => {
  const dollars = text === "" ? "" : toDollars(priceCents(text));
  return by(productRules.pricePerLb)(dollars, "ymd");
};

const dollars: CellReader = (text) => {
  if (text === "") return null;
  const cents = centsIn(text);
  if (cents === null || cents < 0) throw new CellProblem(`${quoted(text)} is no amount in dollars`);
  return toDollars(cents);
};

/** Hundredths of a number with either decimal sign; null for anything else. */
const hundredthsIn = (text: string) =>
  /^[\d., \u00a0\u202f]{1,20}$/.test(text) ? centsIn(text) : null;

/** From "1.25 lb", "1,25" or "1,250 lbs"; anything else goes on to the schema, which reports it. */
const pounds = (text: string) => {
  const plain = text.replace(/lbs?\.?$/i, "").trimEnd();
  const hundredths = hundredthsIn(plain);
  return hundredths === null ? plain : toPounds(hundredthsLb(hundredths));
};

/** Spreadsheets may write whole numbers as "1.0" or "1,0". */
const whole = (text: string) => {
  const plain = text.replace(/[%g]$/i, "").trimEnd();
  const hundredths = hundredthsIn(plain);
  return hundredths === null || hundredths % 100 !== 0 ? plain : String(hundredths / 100);
};

const id: CellReader = (text) => {
  if (text === "") return null;
  if (!isUuid(text)) throw new CellProblem(`${quoted(text)} is no ID of this shop`);
  return text.toLowerCase();
};

const emailRule = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.literal("").or(z.email("isn't a valid email address").max(320, "is too long")));

const email: CellReader = (text) => {
  const { data, error } = emailRule.safeParse(text.replace(/^mailto:/i, ""));
  if (error) throw new CellProblem(`${quoted(text)} isn't a valid email address`);
  return data;
};

const day: CellReader = (text, dateFormat) => {
  if (text === "") return null;
  const serial = /^\d{5}(?:[.,]\d{1,9})?$/.test(text)
    ? serialDay(Number(text.replace(",", ".")))
    : undefined;
  if (serial) return serial;
  const found = dayInCell(text, dateFormat) ?? dayInCell(text, "named") ?? dayInCell(text, "ymd");
  if (!found) throw new CellProblem(`${quoted(text)} is no day in the chosen format`);
  return found;
};

const termsShort: Record<string, keyof typeof termsKindText> = {
  cod: "on_delivery",
  "due on receipt": "on_delivery",
  "pay on delivery": "on_delivery",
  prepaid: "prepay",
  prepayment: "prepay",
  eom: "end_of_month",
  "end of month": "end_of_month",
};

const termsKind = oneOf(termsKindText, "net", termsShort);

/** "Net 30" gives both the kind of terms and the days; undefined for other terms. */
const netDays = (terms = "") => /^net ?(\d{1,3})(?: days)?$/i.exec(terms.trim())?.[1];

const taxLabels = Object.fromEntries(
  Object.entries(taxes).map(([code, { label }]) => [code, label]),
) as Record<keyof typeof taxes, string>;

const categoryLabels = Object.fromEntries(
  categories.map((category) => [category, categoryText[category].label]),
) as Record<Category, string>;

const storages = { refrigerated: "refrigerated", frozen: "frozen" };

const profile = profileFields.shape;
const text = (max: number) => by(optionalText(max));

const cellReaders: Record<ImportKind, Record<string, CellReader>> = {
  products: {
    productId: id,
    name: by(productRules.name),
    category: oneOf(categoryLabels, null),
    slug: (typed) => (typed === "" ? null : by(productRules.slug)(typed, "ymd")),
    cutType: by(productRules.cutType),
    otherNames: by(productRules.otherNames),
    pricePerLb: price,
    isActive: yesNo(true),
    description: by(productRules.description),
    soldBy: oneOf({ lb: "pound", piece: "piece" }, "lb", {
      lbs: "lb",
      pounds: "lb",
      each: "piece",
    }),
    typicalPieceLb: by(productRules.typicalPieceLb, pounds),
    orderStepLb: by(productRules.orderStepLb, pounds),
    overCapPct: by(productRules.overCapPct, whole),
    tareG: by(productRules.tareG, whole),
    itemNumber: by(productRules.itemNumber, whole),
    gtin: by(productRules.gtin),
    storage: oneOf(storages, "refrigerated"),
    taxCode: oneOf(taxLabels, "Z"),
    isTraced: yesNo(false),
  },
  prices: {
    list: by(optionalText(100)),
    productId: id,
    itemNumber: by(productRules.itemNumber, whole),
    slug: (typed) => (typed === "" ? null : by(productRules.slug)(typed, "ymd")),
    name: by(optionalText(200)),
    pricePerLb: (typed) => (/^(?:no|not offered)$/i.test(typed) ? null : price(typed, "ymd")),
    minLb: (typed) => {
      if (typed === "") return null;
      const hundredths = hundredthsIn(pounds(typed));
      if (hundredths === null || hundredths < 1 || hundredths > 1_000_000) {
        throw new CellProblem(`${quoted(typed)} is no weight up to 10,000 lb`);
      }
      return toPounds(hundredthsLb(hundredths));
    },
    startsOn: day,
  },
  clients: {
    clientId: id,
    companyName: by(profile.companyName),
    contactName: by(profile.contactName),
    email,
    phone: by(profile.phone),
    address: by(profile.address),
    postalCode: by(profile.postalCode),
    notes: by(profile.notes),
    termsKind: (typed) => (netDays(typed) ? "net" : termsKind(typed, "ymd")),
    termsDays: (typed, _dateFormat, { termsKind: terms = "" } = {}) => {
      const net = netDays(terms);
      const days = by(termsRules.termsDays, whole)(typed || net || "30", "ymd");
      if (net && days !== Number(net)) {
        throw new CellProblem(`${quoted(typed)} differs from ${quoted(terms.trim())}`);
      }
      return days;
    },
    creditLimit: dollars,
    graceDays: (typed) => {
      const days = whole(typed);
      if (days === "") return null;
      if (!/^\d{1,3}$/.test(days) || Number(days) > maxTermsDays) {
        throw new CellProblem(wholeDays);
      }
      return Number(days);
    },
    poMode: oneOf(poModeText, "optional"),
    poBlanket: by(termsRules.poBlanket),
    invoicePer: oneOf(invoicePerText, "order", { monthly: "month" }),
    minOrder: dollars,
    accountingName: by(termsRules.accountingName),
    wantsStatements: yesNo(false),
  },
  sites: {
    clientId: id,
    email,
    companyName: text(200),
    siteId: id,
    name: text(200),
    address: by(profile.address),
    postalCode: by(profile.postalCode),
    contactName: by(profile.contactName),
    phone: by(profile.phone),
    notes: text(2000),
    routeRank: (typed) => {
      const rank = whole(typed);
      if (rank === "") return 0;
      if (!/^-?\d{1,6}$/.test(rank)) throw new CellProblem("Please enter a whole number");
      return Number(rank);
    },
  },
  balances: {
    clientId: id,
    email,
    companyName: text(200),
    amount: (typed) => {
      if (typed === "") return 0;
      const cents = centsIn(typed);
      if (cents === null) throw new CellProblem(`${quoted(typed)} is no amount in dollars`);
      return cents;
    },
    asOf: day,
    dueOn: day,
  },
};

/** A row as read: its values, or its first problem. */
export type ReadRow =
  | { line: number; label: string; wanted: Wanted; problem?: never }
  | { line: number; label: string; wanted?: never; problem: string };

/** Cells of a row by field. */
export interface RowCells {
  line: number;
  cells: Readonly<Record<string, string>>;
  problems?: Readonly<Record<string, string>>;
}

/** Reads a row's cells, each with its field's schema, in linear time. */
export function readRow(
  kind: ImportKind,
  { line, cells, problems = {} }: RowCells,
  dateFormat: DateFormat,
): ReadRow {
  const label = labelOf(kind, cells);
  const wanted: Wanted = {};
  for (const { name, heading } of kindText[kind].fields) {
    const cell = cells[name] ?? (name === "termsDays" ? netDays(cells.termsKind) : undefined);
    const read = cellReaders[kind][name];
    if (cell === undefined || !read) continue;
    try {
      if (problems[name]) throw new CellProblem(problems[name]);
      wanted[name] = read(cell.trim(), dateFormat, cells);
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      return { line, label, problem: `${heading}: ${error.message}.` };
    }
  }
  return { line, label, wanted };
}

function labelOf(kind: ImportKind, cells: RowCells["cells"]): string {
  const named = {
    products: [cells.name || cells.slug || cells.itemNumber],
    prices: [cells.name || cells.slug || cells.itemNumber, cells.list || "Standard"],
    clients: [cells.companyName || cells.email],
    sites: [cells.companyName || cells.email, cells.name || "Main site"],
    balances: [cells.companyName || cells.email],
  }[kind];
  const words = named.filter(Boolean).join(", ").replace(/\s+/g, " ").replaceAll("\0", "").trim();
  return Array.from(words).slice(0, 200).join("");
}
