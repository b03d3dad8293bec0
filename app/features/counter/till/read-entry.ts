import { centsOnLabel, weightByLabel } from "#app/domain/packages/labels/label-prices.ts";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import { piecesHint, piecesWithoutWeight, readTyped } from "#app/domain/packages/typed-weight.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { centsPerKg } from "#app/lib/amounts/weight.ts";
import { amountOf, chargedByWeight, type SaleLine } from "../sale.ts";
import type { TillLot, TillProduct, TillScanning } from "./till-product.ts";

/** A weight as read, before its product and lot are known. */
export type Reading = Pick<
  SaleLine,
  "value" | "unit" | "source" | "rawScan" | "serial" | "pieces"
> & { isNet: boolean };

export type Entry =
  | { kind: "nothing" }
  | { kind: "refused"; text: string }
  /** One of our labels; the shop knows what happened to its package. */
  | { kind: "own label"; id: string }
  | { kind: "product"; product: TillProduct; text: string }
  | { kind: "weighed"; product: TillProduct; reading: Reading; lotCode: string | undefined }
  /** Products that a name may mean, best match first. */
  | { kind: "search"; found: TillProduct[] };

/** Reads a weight if a product is chosen, an item number if none is, a code or part of a name. */
export function readEntry(
  entered: string,
  chosen: TillProduct | null,
  products: readonly TillProduct[],
  scanning: TillScanning,
): Entry {
  const text = entered.trim();
  if (text === "") return { kind: "nothing" };
  if (chosen && piecesWithoutWeight(text) !== null) {
    return chosen.soldBy === "lb"
      ? { kind: "refused", text: `${chosen.name} is sold by weight. Type the weight.` }
      : { kind: "refused", text: piecesHint };
  }
  const typed = readTyped(text, "lb");
  if (chosen && typed.kind === "weight") {
    if (typed.pieces === 0) return { kind: "refused", text: "Type at least 1 piece." };
    const { value, unit } = typed;
    // One piece per weighing, unless the entry says how many.
    const pieces = typed.pieces ?? (chosen.soldBy === "piece" ? 1 : null);
    const reading = { value, unit, pieces, source: "typed" as const, rawScan: "", serial: null };
    return { kind: "weighed", product: chosen, reading: { ...reading, isNet: false }, lotCode: "" };
  }
  if (!chosen && /^\d{1,5}$/.test(text)) {
    const product = products.find(({ itemNumber }) => itemNumber === Number(text));
    return product ? ask(product) : { kind: "refused", text: `There is no item ${text}.` };
  }
  if (/^[\p{L}]/u.test(text) && !/^(PKG|BOX)-/.test(text)) return searched(text, products);
  return scanned(text, products, scanning);
}

const ask = (product: TillProduct, text = "Type the weight."): Entry => ({
  kind: "product",
  product,
  text,
});

function searched(text: string, products: readonly TillProduct[]): Entry {
  const words = text.toLowerCase().split(/\s+/);
  const found = products.filter(({ name }) =>
    words.every((word) => name.toLowerCase().includes(word)),
  );
  const begins = ({ name }: TillProduct) => name.toLowerCase().startsWith(words[0] ?? "");
  return {
    kind: "search",
    found: [...found].sort((one, other) => Number(begins(other)) - Number(begins(one))),
  };
}

function scanned(
  text: string,
  products: readonly TillProduct[],
  { rules, standIns, labelPrices, today }: TillScanning,
): Entry {
  const scan = parseScan(text, { rules, standIns, today });
  if (scan.kind === "refused") return { kind: "refused", text: scan.message };
  if (scan.kind === "package") {
    return { kind: "own label", id: scan.id ?? String(scan.number) };
  }
  if (scan.kind === "box") {
    return { kind: "refused", text: "This is a box of an order. Hand it over under Pickups." };
  }
  const product = products.find((one) =>
    scan.kind === "in-store"
      ? one.itemNumber === scan.itemNumber
      : scan.gtin !== undefined && (one.gtin === scan.gtin || one.labelGtin === scan.gtin),
  );
  if (!product) {
    return { kind: "refused", text: "No product on sale has this code. Choose it by its name." };
  }
  const label = { rawScan: text, serial: null, pieces: null, isNet: true };
  if (scan.kind === "gtin") return ask(product);
  if (scan.kind === "in-store") {
    if (scan.weight) {
      const reading = { ...label, ...scan.weight, source: "ean" as const };
      return { kind: "weighed", product, reading, lotCode: undefined };
    }
    const price = labelPrices.find(({ itemNumber }) => itemNumber === scan.itemNumber);
    if (!price || scan.priceCents === undefined) {
      return ask(product, priceAlone(scan.priceCents));
    }
    const unitCents = toCents(price.price);
    const nowCents = toCents(product.pricePerLb);
    if (unitCents < (price.unit === "lb" ? nowCents : centsPerKg(nowCents))) {
      const label = `${formatCents(scan.priceCents)} at ${formatCents(unitCents)}/${price.unit}`;
      return ask(
        product,
        `The label says ${label}, and the price is ${formatPricePerLb(nowCents)} now. Weigh it again, and give it a new label.`,
      );
    }
    // The label's own price gives its weight, to which today's price applies.
    const weight = weightByLabel(scan.priceCents, price);
    const reading = { ...label, ...weight, source: "derived" as const };
    return { kind: "weighed", product, reading, lotCode: undefined };
  }
  if (scan.expiresOn && scan.expiresOn < today) {
    return { kind: "refused", text: `This package expired on ${scan.expiresOn}.` };
  }
  if (!scan.weight) return ask(product, "The label has no weight. Type it.");
  const reading: Reading = {
    ...label,
    ...scan.weight,
    source: "gs1",
    pieces: scan.pieces ?? null,
    serial: scan.serial ? `${scan.gtin ?? ""}:${scan.serial}` : null,
  };
  return { kind: "weighed", product, reading, lotCode: scan.lot };
}

/** Says that a label's price gives no weight, and what the label says. */
function priceAlone(cents: number | undefined): string {
  const said = cents === undefined ? "" : `The label says ${formatCents(cents)}. `;
  return `${said}Its price by weight is not known. Type the weight.`;
}

/** Returns the only lot with a label's code; undefined for none or several. */
export function lotNamed(lots: readonly TillLot[], code: string | undefined): TillLot | undefined {
  if (!code) return undefined;
  const named = lots.filter((lot) => lot.code === code || lot.supplierLot === code);
  return named.length === 1 ? named[0] : undefined;
}

/** Builds a product's line from a reading. */
export function lineOf(product: TillProduct, reading: Reading, lotId: string | null): SaleLine {
  const { isNet, ...read } = reading;
  return {
    productId: product.id,
    name: product.name,
    lotId,
    ...read,
    tareG: isNet ? 0 : product.tareG,
    pricePerLb: product.pricePerLb,
    taxCode: product.taxCode,
  };
}

/**
 * For a line whose weight was derived from its label's price, says so, or if its amount differs,
 * "Label $40.21, charged by weight". Adds the label's price per pound if the sale has another.
 * Empty for other lines.
 */
export function labelPriceInWords(line: SaleLine, scanning: TillScanning): string {
  const cents = centsOnLabel(line, scanning);
  if (cents === null) return "";
  const { rules, standIns, labelPrices, today } = scanning;
  const scan = parseScan(line.rawScan, { rules, standIns, today });
  const itemNumber = scan.kind === "in-store" ? scan.itemNumber : null;
  const label = labelPrices.find((one) => one.itemNumber === itemNumber);
  const isOther = label?.unit === "lb" && toCents(label.price) !== toCents(line.pricePerLb);
  const at = isOther ? ` at ${formatPricePerLb(toCents(label.price))}` : "";
  return (
    chargedByWeight(cents, amountOf(line)?.cents ?? 0, at) ||
    `Weight from the label’s price, ${formatCents(cents)}${at}`
  );
}

/**
 * Returns a line's weight as it would be typed again: "2.03", "3 x 1.2 kg". Empty for a label's
 * weight: it is net, while packaging is subtracted from typed weights.
 */
export function entryOf({ source, value, unit, pieces }: SaleLine): string {
  if (source !== "typed") return "";
  return `${pieces === null ? "" : `${pieces} x `}${value}${unit === "kg" ? " kg" : ""}`;
}

/** Returns a line's own weight, to change only its lot. */
export function readingOf({ value, unit, pieces, source, rawScan, serial }: SaleLine): Reading {
  return { value, unit, pieces, source, rawScan, serial, isNet: source !== "typed" };
}

export const priceOf = ({ pricePerLb }: TillProduct) => `${formatCents(toCents(pricePerLb))}/lb`;
