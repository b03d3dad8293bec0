import { expect, test } from "vitest";
import * as authForms from "#app/domain/accounts/credentials/auth-forms.ts";
import { safeNext } from "#app/domain/accounts/session/landing.ts";
import { imagesToSave } from "#app/domain/catalogue/placement/image-mappings.server.ts";
import {
  checkProduct,
  productFieldNames,
} from "#app/domain/catalogue/product-form/product-form.ts";
import { oneSlipAway } from "#app/domain/catalogue/search/product-search.server.ts";
import { profileFields } from "#app/domain/customers/profile.ts";
import { amountsFrom } from "#app/domain/documents/invoices-found.server.ts";
import { parseCart } from "#app/domain/drafts/cart/cart-parse.ts";
import { parseDraft } from "#app/domain/drafts/order-draft-parse.ts";
import { networksOf } from "#app/domain/limits/network.ts";
import { readOrderForm } from "#app/domain/ordering/placing/order-form.ts";
import { checkOrder, OrderRefusedError } from "#app/domain/ordering/placing/order-rules.ts";
import { partOfId } from "#app/domain/orders/lists/orders-found.server.ts";
import { isNone, readQuantity } from "#app/domain/orders/order-quantity.ts";
import { readImageAddress } from "#app/domain/pictures/image-address.ts";
import { imageName } from "#app/domain/pictures/upload/image-upload.ts";
import { readVariantAddress } from "#app/domain/pictures/variants/variant-address.server.ts";
import { readCartCookie } from "#app/features/cart/without-script/cart-cookie.ts";
import { invoicesNamedIn, normalizedSender } from "#app/features/collecting/bank/matching.ts";
import { checkColumns, guessColumns } from "#app/features/imports/columns.ts";
import { readRow } from "#app/features/imports/read-row.ts";
import { contactForm, inquiryForm } from "#app/features/inquiries/forms/form-schemas.ts";
import { dayRangeIn } from "#app/lib/day-range.ts";
import { readCursor } from "#app/lib/page-of-rows.ts";
import { phoneDigits, searchText } from "#app/lib/search-text.ts";
import { centsIn, dateFormats, dayInCell } from "#app/lib/spreadsheets/typed-cells.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { keptAddress } from "#server/edge/public-page.ts";
import { askedFrom, parseProxies } from "#server/edge/trusted-proxies.ts";

// Parsers of untrusted text must take linear time. Each test times a short and a long text in the
// same run. Quadratic work would take four times the allowance, which leaves room for noise.

const short = 1_000;
const growth = 16;
const allowance = 4 * growth;

/** In ms. Shorter measurements are noise; quadratic work on the short text takes about 1 ms. */
const noise = 0.2;

/** Texts that are hard for regular expressions: a start, a repeated part, an end. */
const starts = ["", "1", "a@", "/", "https://", "quantity.", "["];
const repeated = [
  ...["0", "1", "a", "é", "\u0301", " ", "\t", "\n", "\r", "\r\n", ".", ",", "-", "_", "/", "@"],
  ...[
    "%",
    "%20",
    ";",
    "=",
    "&",
    ":",
    "[",
    "(",
    '"',
    "\0",
    "\\",
    "$",
    "<",
    "1,",
    "000,",
    "0.",
    "a@",
  ],
  ...["INV-0", "a.", "a-", ". ", " \n", "1 ", "::", "\ud800", "🥩", "9:", "%ff"],
];
const ends = ["", "x", "!", " ", "\n", "]", "@"];

const texts = starts.flatMap((start) =>
  repeated.flatMap((unit) => ends.map((end) => ({ start, unit, end }))),
);

type Reader = (text: string) => unknown;

const ofSchemas = Object.entries({
  ...authForms,
  contactForm,
  inquiryForm,
  imagesToSave,
  profileForm: profileFields,
}).map(([name, schema]): [string, Reader] => {
  const names = "shape" in schema ? Object.keys(schema.shape) : [];
  return [name, (text) => schema.safeParse("shape" in schema ? everyField(names, text) : text)];
});

const proxies = parseProxies("127.0.0.1") ?? undefined;

/** One for each way to parse a cell. */
const importCells = Object.entries({
  products: ["productId", "name", "category", "slug", "pricePerLb", "isActive", "tareG", "gtin"],
  prices: ["minLb"],
  clients: ["email", "phone", "postalCode", "termsKind", "termsDays", "graceDays", "creditLimit"],
  sites: ["routeRank"],
  balances: ["amount", "asOf"],
} satisfies Partial<Record<ImportKind, string[]>>).flatMap(([kind, fields]) =>
  fields.map((field) => [kind as ImportKind, field] as const),
);

const others: Record<string, Reader> = {
  "pounds of an order": (text) => [readQuantity(text, "lb"), isNone(text)],
  "pieces of an order": (text) => [readQuantity(text, "piece 1.25"), readQuantity("3", text)],
  "lines of an order": (text) => {
    try {
      checkOrder({
        requestId: text,
        lines: [{ productId: text, quantity: text, seenUnit: text, seenPricePerLb: text }],
        notes: text,
      });
    } catch (error) {
      if (!(error instanceof OrderRefusedError)) throw error;
    }
  },
  "a product": (text) => checkProduct(everyField(productFieldNames, text)),
  "an order's number": partOfId,
  "an amount": amountsFrom,
  "a telephone number": phoneDigits,
  "a cell of a bank's file": (text) => [
    centsIn(text),
    dateFormats.map((format) => dayInCell(text, format)),
  ],
  "a cell of an import": (text) =>
    importCells.map(([kind, field]) => readRow(kind, { line: 1, cells: { [field]: text } }, "dmy")),
  "a heading of an import": (text) => [
    guessColumns("products", [text, "Name"]),
    checkColumns("products", { "column-name": text }, [text]),
  ],
  "an e-transfer": (text) => [invoicesNamedIn(text), normalizedSender(text)],
  "a range of days": (text) => dayRangeIn(new URLSearchParams({ from: text, to: text })),
  "a misspelt word": (text) => [oneSlipAway(text, `${text}s`), oneSlipAway(text, `x${text}`)],
  "a cursor": readCursor,
  "a search": searchText,
  "a stored cart": (text) => {
    const names = ["id", "name", "image", "price", "category", "slug"];
    return parseCart(JSON.stringify([{ product: everyField(names, text), quantity: text }]));
  },
  "a cart's cookie": (text) => [readCartCookie(text), readCartCookie(`cart=${text}`)],
  "a stored draft": (text) => {
    const names = ["productId", "name", "quantity", "seenUnit", "seenPricePerLb"];
    return parseDraft(
      JSON.stringify({ requestId: text, notes: text, lines: [everyField(names, text)] }),
    );
  },
  "where to go next": safeNext,
  "an image's name": imageName,
  "an image's address": (text) => [readImageAddress(text), readVariantAddress(text)],
  "a page's address": (text) => keptAddress(`/shop?category=${text}`),
  "who asks": (text) => [networksOf(text), askedFrom(proxies, "127.0.0.1", text)],
};

function everyField(names: readonly string[], text: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, text]));
}

/** Returns the fastest of several runs in ms, since other load only adds time. */
function timeOf<Read>(read: (input: Read) => unknown, input: Read, times: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    read(input);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** True if the longer text takes no more than its length allows; retries on a busy machine. */
function isLinear<Read>(read: (input: Read) => unknown, small: Read, large: Read): boolean {
  const most = () => allowance * Math.max(timeOf(read, small, 3), noise);
  return [1, 3, 10, 30].some((times) => timeOf(read, large, times) <= most());
}

test.each([...ofSchemas, ...Object.entries(others)])(
  "%s is read in linear time",
  (_, read) => {
    for (const { start, unit, end } of texts) {
      const textOf = (length: number) => start + unit.repeat(Math.ceil(length / unit.length)) + end;
      const said = JSON.stringify({ start, unit, end });
      expect(isLinear(read, textOf(short), textOf(short * growth)), said).toBe(true);
    }
  },
  60_000,
);

test("an order form is read in linear time", () => {
  const formOf = (fields: number) => {
    const form = new FormData();
    for (let field = 0; field < fields; field += 1) form.append(`quantity.${field}`, "1");
    return form;
  };
  expect(isLinear(readOrderForm, formOf(short), formOf(short * growth))).toBe(true);
});
