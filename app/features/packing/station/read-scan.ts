import { labelSerial } from "../papers/label-gtin.ts";
import type { Scan } from "../scan/parse-scan.ts";
import type { OpOf } from "../station-ops.ts";
import type { ShownLine } from "./station-view.ts";

/** What a package was read as, before it is known which lot it is of. */
export type PackageReading = Pick<OpOf<"package">, "value" | "unit" | "source"> &
  Partial<OpOf<"package">>;

/** What a scan means for an order. */
export type ScanMeaning =
  /** Nothing is to change. */
  | { kind: "refused"; text: string }
  /** A package that is in the order already. */
  | { kind: "shown"; line: ShownLine; text: string }
  /** The product is known, and its weight asked for. */
  | { kind: "weight asked"; line: ShownLine; text: string }
  /** A package to add, of a lot if the label names one. */
  | { kind: "weighed"; line: ShownLine; reading: PackageReading; lotCode: string | undefined };

/** What was scanned, as the order's lines have it. `today` is the Pacific day. */
export function meaningOf(
  read: Scan,
  text: string,
  lines: ShownLine[],
  today: string,
): ScanMeaning {
  if (read.kind === "refused") return { kind: "refused", text: read.message };
  if (read.kind === "package") return shownPackage(lines, ({ id }) => id === read.id);
  const line = lineFor(lines, read);
  if (!line) return { kind: "refused", text: notInOrder(read) };
  const ask = (what: string): ScanMeaning => ({
    kind: "weight asked",
    line,
    text: `${line.productName}: ${what}`,
  });
  if (read.kind === "gtin") return ask("type the weight");
  const label = { isNet: true, rawScan: text };
  if (read.kind === "in-store") {
    // A price is no weight: it is of a price per pound that nobody knows here.
    if (!read.weight) return ask("the label has a price, type the weight");
    const reading = { ...read.weight, ...label, source: "ean" as const };
    return { kind: "weighed", line, reading, lotCode: undefined };
  }
  if (read.expiresOn && read.expiresOn < today) {
    const refusal = `This package expired on ${read.expiresOn}. Nothing was added.`;
    return { kind: "refused", text: refusal };
  }
  if (!read.weight) return ask("the label has no weight, type it");
  const { serial } = read;
  const isOurs = ({ id }: { id: string }) => serial !== undefined && labelSerial(id) === serial;
  if (lines.some(({ packages }) => packages.some(isOurs))) return shownPackage(lines, isOurs);
  const reading = {
    ...read.weight,
    ...label,
    source: "gs1" as const,
    serial: serial ? `${read.gtin ?? ""}:${serial}` : null,
    pieces: read.pieces ?? null,
  };
  return { kind: "weighed", line, reading, lotCode: read.lot };
}

function shownPackage(lines: ShownLine[], isMeant: (one: { id: string }) => boolean): ScanMeaning {
  const line = lines.find(({ packages }) => packages.some(isMeant));
  if (!line) return { kind: "refused", text: "This package is not in this order." };
  return { kind: "shown", line, text: `This package is in ${line.productName}.` };
}

type OfProduct = Exclude<Scan, { kind: "refused" | "package" }>;

/** The line that a scan is about: one that is still open first. */
function lineFor(lines: ShownLine[], read: OfProduct): ShownLine | undefined {
  const isMeant = (line: ShownLine) =>
    read.kind === "in-store"
      ? line.itemNumber === read.itemNumber
      : read.gtin !== undefined && (line.gtin === read.gtin || line.labelGtin === read.gtin);
  const meant = lines.filter(isMeant);
  return meant.find(({ packState }) => packState === "open") ?? meant[0];
}

function notInOrder(read: OfProduct): string {
  const what =
    read.kind === "in-store" ? `Item ${read.itemNumber}` : `The product ${read.gtin ?? ""}`;
  return `${what.trim()} is not in this order. Nothing was added.`;
}
