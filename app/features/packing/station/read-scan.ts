import type { LotToScan } from "#app/domain/lots/lots.ts";
import { labelSerial } from "#app/domain/packages/labels/label-gtin.ts";
import type { Scan } from "#app/domain/packages/scan/parse-scan.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import { readTyped, type TypedWeight } from "#app/domain/packages/typed-weight.ts";
import type { WeightUnit } from "#db/schema/values/meat/packages.ts";
import { nameOf, type ShownLine } from "./station-view.ts";

/** A package as read, before its lot is known. */
export type PackageReading = Pick<OpOf<"package">, "value" | "unit" | "source"> &
  Partial<OpOf<"package">>;

export type ScanMeaning =
  | { kind: "refused"; text: string }
  /** Our label of a package that isn't here; the shop knows where it is or was. */
  | { kind: "elsewhere"; text: string; label: string }
  | { kind: "shown"; line: ShownLine; text: string }
  /** One of our boxes, for the next packages. */
  | { kind: "box"; labelNumber: number }
  /** Only a lot, as in a carton's second code. */
  | { kind: "lot"; lotCode: string }
  | { kind: "priced"; line: ShownLine; priceCents: number }
  | { kind: "weight asked"; line: ShownLine; text: string }
  /** A package to add, with its lot if the label names one. */
  | { kind: "weighed"; line: ShownLine; reading: PackageReading; lotCode: string | undefined };

/** Finds out what a scan means for the lines, which `where` describes. `today` is Pacific. */
export function meaningOf(
  read: Scan,
  text: string,
  lines: ShownLine[],
  { today, where = "in this order" }: { today: string; where?: string },
): ScanMeaning {
  if (read.kind === "refused") return { kind: "refused", text: read.message };
  if (read.kind === "package") {
    const isMeant = ({ id, labelNumber }: { id: string; labelNumber: number }) =>
      read.id === undefined ? labelNumber === read.number : id === read.id;
    const label = read.id ?? String(read.number);
    const meaning = shownPackage(lines, isMeant);
    return meaning ?? { kind: "elsewhere", text: `This package is not ${where}.`, label };
  }
  if (read.kind === "box") return { kind: "box", labelNumber: read.number };
  const isElements = read.kind === "element-string";
  if (isElements && read.expiresOn && read.expiresOn < today) {
    const refusal = `This package expired on ${read.expiresOn}. Nothing was added.`;
    return { kind: "refused", text: refusal };
  }
  if (isElements && read.lot && read.gtin === undefined && !read.weight) {
    return { kind: "lot", lotCode: read.lot };
  }
  const line = lineFor(lines, read);
  if (!line) return { kind: "refused", text: notInOrder(read, where) };
  const ask = (what: string): ScanMeaning => ({
    kind: "weight asked",
    line,
    text: `${line.productName}: ${what}`,
  });
  if (read.kind === "gtin") return ask("type the weight");
  const label = { isNet: true, rawScan: text };
  if (read.kind === "in-store") {
    if (!read.weight) {
      // A price becomes a weight only by the label's own price per pound or kilogram.
      const { priceCents } = read;
      return priceCents === undefined
        ? ask("type the weight")
        : { kind: "priced", line, priceCents };
    }
    const reading = { ...read.weight, ...label, source: "ean" as const };
    return { kind: "weighed", line, reading, lotCode: undefined };
  }
  if (!read.weight) return ask("the label has no weight, type it");
  const { serial } = read;
  const isOurs = ({ id }: { id: string }) => serial !== undefined && labelSerial(id) === serial;
  // A package that was only taken off is packed again by its label.
  const own = shownPackage(lines, isOurs, ({ replaced }) => replaced !== null);
  if (own) return own;
  const reading = {
    ...read.weight,
    ...label,
    source: "gs1" as const,
    serial: serial ? `${read.gtin ?? ""}:${serial}` : null,
    pieces: read.pieces ?? null,
  };
  return { kind: "weighed", line, reading, lotCode: read.lot };
}

type Voided = ShownLine["voided"][number];

/** Returns the package of our label, or what happened to it; null if it isn't there. */
function shownPackage(
  lines: ShownLine[],
  isMeant: (one: { id: string; labelNumber: number }) => boolean,
  isDead: (one: Voided) => boolean = () => true,
): ScanMeaning | null {
  const line = lines.find(({ packages }) => packages.some(isMeant));
  if (line) {
    const text = `This package is ${line.owner ? "for" : "in"} ${nameOf(line)}.`;
    return { kind: "shown", line, text };
  }
  const [taken] = lines.flatMap(({ voided }) =>
    voided.filter((one) => isMeant(one) && isDead(one)),
  );
  if (!taken) return null;
  const text = `This package of ${taken.netLb} lb was taken back. Destroy its label.`;
  return { kind: "elsewhere", text, label: taken.id };
}

export type LotEntry =
  | { kind: "code"; code: string }
  | { kind: "lot scan"; code: string }
  | { kind: "weight"; weight: TypedWeight }
  | { kind: "scan"; text: string };

/**
 * Reads the field's text for a lot's code, where scans and weights end up too. A weight needs a
 * decimal sign or a unit, because bare digits may be a code. If text after `before`, the field's
 * previous code, reads as a scan or a weight, it is one.
 */
export function readLotEntry(
  text: string,
  before: string,
  unit: WeightUnit,
  parse: (text: string) => Scan,
): LotEntry {
  const rest = before !== "" && text.startsWith(before) ? text.slice(before.length) : "";
  for (const entered of [text.trim(), rest.trim()]) {
    if (entered === "") continue;
    const typed = readTyped(entered, unit);
    if (typed.kind === "weight" && /[.,a-z*×]/i.test(entered)) {
      return { kind: "weight", weight: typed };
    }
    if (typed.kind !== "scan") continue;
    const read = parse(entered);
    if (read.kind === "refused") continue;
    const isLotAlone =
      read.kind === "element-string" && read.lot && read.gtin === undefined && !read.weight;
    return isLotAlone
      ? { kind: "lot scan", code: read.lot ?? "" }
      : { kind: "scan", text: entered };
  }
  return { kind: "code", code: text.trim() };
}

type OfProduct = Exclude<Scan, { kind: "refused" | "package" | "box" }>;

/**
 * Returns a label's lot: the remembered one, or the only one with that code, ours or the
 * supplier's; undefined if there are none or several.
 */
export function lotOfLabel(
  lots: readonly LotToScan[],
  code: string,
  kept: Pick<LotToScan, "id" | "code"> | undefined,
): Pick<LotToScan, "id" | "code" | "isHeld" | "expiresOn" | "packableAs"> | undefined {
  const named = lots.filter((lot) => lot.code === code || lot.supplierLot === code);
  const chosen = named.find(({ id }) => id === kept?.id);
  if (chosen) return chosen;
  if (kept?.code === code) return { ...kept, expiresOn: null, isHeld: false, packableAs: null };
  return named.length === 1 ? named[0] : undefined;
}

/** Says why a lot can't be packed from, to follow its code; null if it can. `today` is Pacific. */
export function whyNotFrom(
  { expiresOn, isHeld }: Pick<LotToScan, "expiresOn" | "isHeld">,
  today: string,
): string | null {
  if (expiresOn && expiresOn < today) return "is past its best-before date";
  return isHeld ? "is on hold" : null;
}

/** True if a lot is known to be other meat than a product, which needs confirmation. */
export function isOtherMeat(
  { packableAs }: Pick<LotToScan, "packableAs">,
  { productId }: { productId: string | null },
): boolean {
  return packableAs !== null && productId !== null && !packableAs.includes(productId);
}

/**
 * Says that digits are neither a weight nor a known code; null for other text. A million pounds
 * would otherwise become the lot "00000".
 */
export function tooMuchInWords(
  text: string,
  lots: readonly Pick<LotToScan, "code" | "supplierLot">[],
): string | null {
  const typed = text.trim();
  if (/^\d{6,}(?:[.,]\d{1,3}\s*(?:lb|kg)?|\s*(?:lb|kg))$/i.test(typed)) {
    return `${typed} is too much for one package. Nothing was added.`;
  }
  if (!/^\d{6,7}$/.test(typed)) return null;
  const lot = typed.startsWith("10") ? typed.slice(2) : typed;
  if (lots.some(({ code, supplierLot }) => code === lot || supplierLot === lot)) return null;
  return `${typed} is too much for one package, and no code that we know. Nothing was added.`;
}

/** Returns the line that a scan is about, open ones first; never a replaced one. */
function lineFor(lines: ShownLine[], read: OfProduct): ShownLine | undefined {
  const isMeant = (line: ShownLine) =>
    read.kind === "in-store"
      ? line.itemNumber === read.itemNumber
      : read.gtin !== undefined && (line.gtin === read.gtin || line.labelGtin === read.gtin);
  const meant = lines.filter(isMeant);
  return (
    meant.find(({ packState }) => packState === "open") ??
    meant.find(({ packState }) => packState !== "substituted") ??
    meant[0]
  );
}

function notInOrder(read: OfProduct, where: string): string {
  const what =
    read.kind === "in-store" ? `Item ${read.itemNumber}` : `The product ${read.gtin ?? ""}`;
  return `${what.trim()} is not ${where}. Nothing was added.`;
}
