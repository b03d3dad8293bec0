import { piecesInWords } from "#app/domain/orders/order-quantity.ts";
import { packageCode } from "#app/domain/packages/scan/parse-scan.ts";
import type { Code, PrintJob } from "#app/domain/papers/print-job.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatKg, formatPricePerKg, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import type { Storage } from "#db/schema/values/products.ts";
import { forWhom, onOneLine, paragraphs, poundsIn, unixSeconds } from "./paper-text.ts";
import type { BoxLabel, PackLabel, PackLabelGs1, PackLabelSize } from "./papers.ts";

// The law requires these words in both languages. They follow the Canadian Food Inspection Agency's
// pages on meat labels, date markings and beef grades (docs/decisions/0028).

const storages: Record<Storage, { en: string; fr: string }> = {
  frozen: { en: "KEEP FROZEN", fr: "GARDER CONGELÉ" },
  refrigerated: { en: "KEEP REFRIGERATED", fr: "GARDER RÉFRIGÉRÉ" },
};

const grade = { en: "Cut from Canada AAA", fr: "Coupe provenant d’une carcasse Canada AAA" };

/** Print job for box labels, one per page. */
export function boxLabelsJob(labels: BoxLabel[]): PrintJob {
  return {
    template: "features/packing/papers/box-labels-layout",
    created: createdAt(labels.map(({ packedAt }) => packedAt)),
    // The same text twice, because laser scanners can only read bars.
    codes: labels.flatMap(({ code }): Code[] => [
      { symbol: "qr", text: code },
      { symbol: "code-128", text: code },
    ]),
    sheet: { title: "Box labels", labels: labels.map(boxLabelOnSheet) },
  };
}

function boxLabelOnSheet(label: BoxLabel) {
  const { shipTo, number, of, run, stop } = label;
  const [company, contact] = [onOneLine(shipTo.company), onOneLine(shipTo.contact)];
  return {
    company: onOneLine(label.company.name),
    box: of === null ? `Box ${number}` : `Box ${number} of ${of}`,
    to: forWhom(shipTo),
    name: company || contact,
    address: [company ? contact : "", ...paragraphs(shipTo.address), onOneLine(shipTo.phone)]
      .filter(Boolean)
      .join("\n"),
    facts: [
      ...(run ? [["Run", onOneLine(run)]] : []),
      ...(stop ? [["Stop", onOneLine(stop)]] : []),
      ["Order", onOneLine(label.orderNumber)],
    ],
    storage: storages[label.storage],
    lb: poundsIn([label.lb]),
    kg: formatKg(label.g),
    contents: label.contents.map(onOneLine),
    code: label.code,
    packed: `Packed ${formatDateTime(label.packedAt)} by ${onOneLine(label.packedBy)}`,
  };
}

/** Print job for package labels, one per page. */
export function packLabelsJob(labels: PackLabel[], size: PackLabelSize): PrintJob {
  const template = size === "2.25x1.25" ? "small-pack-labels" : "pack-labels";
  const hasBars = size === "4x3";
  return {
    template: `features/packing/papers/${template}-layout`,
    created: createdAt([]),
    codes: [...labels.map(packCode), ...(hasBars ? labels.map(packBars) : [])],
    sheet: { title: "Pack labels", hasBars, labels: labels.map(packLabelOnSheet) },
  };
}

/** Resolution of common label printers, in dots per inch. */
const labelDots = 203;

/** Print job for a 4 × 3 in package label as printer dots, with the same design as the PDF. */
export function packPictureJob(label: PackLabel): PrintJob {
  return { ...packLabelsJob([label], "4x3"), dots: labelDots };
}

function packLabelOnSheet(label: PackLabel) {
  const { price, storage } = label;
  const [packedOn, bestBefore] =
    storage === "frozen" ? [null, null] : [label.packedOn, label.bestBefore];
  return {
    name: { en: onOneLine(label.name.en), fr: onOneLine(label.name.fr ?? "") },
    wish: onOneLine(label.wish),
    order: onOneLine(label.order),
    grade: label.cutFromCanadaAaa ? grade : null,
    kg: formatKg(label.netG),
    lb: poundsIn([label.netLb]),
    pieces: label.pieces === null ? "" : piecesInWords(label.pieces),
    price: price && {
      perKg: formatPricePerKg(price.centsPerLb),
      perLb: `${formatCents(price.centsPerLb)}/lb`,
      total: formatCents(price.totalCents),
    },
    lot: onOneLine(label.lot ?? ""),
    number: packageCode(label.labelNumber),
    /** English, French, day. */
    dates: [
      ...(packedOn ? [["Packaged on", "Empaqueté le", bilingualDay(packedOn)]] : []),
      ...(bestBefore ? [["Best before", "Meilleur avant", bilingualDay(bestBefore)]] : []),
    ],
    storage: storages[storage],
    company: onOneLine(label.company.name),
    address: onOneLine(label.company.address),
  };
}

/** Bilingual month symbols: Food and Drug Regulations, B.01.007(4). */
const months = ["JA", "FE", "MR", "AL", "MA", "JN", "JL", "AU", "SE", "OC", "NO", "DE"];

/** "2026-11-22" → "2026 NO 22" */
function bilingualDay(day: string): string {
  const [year, month, dayOfMonth] = day.split("-");
  const symbol = months[Number(month) - 1];
  if (!symbol) throw new RangeError(`Not a day: ${day}`);
  return `${year} ${symbol} ${dayOfMonth}`;
}

function packCode(label: PackLabel): Code {
  if (!label.gs1) return { symbol: "qr", text: ownCode(label) };
  return { symbol: "gs1-datamatrix", text: elementString(label, label.gs1) };
}

function packBars({ labelNumber }: PackLabel): Code {
  return { symbol: "code-128", text: packageCode(labelNumber) };
}

function ownCode({ id }: PackLabel): string {
  return `PKG-${id}`;
}

/**
 * GS1 element string of a package: GTIN, net weight, packaging date, lot, serial number, those of
 * fixed length first. The code itself refuses invalid GTINs, and characters outside GS1's set.
 */
function elementString(label: PackLabel, { gtin, serial, weighedIn }: PackLabelGs1): string {
  if (!/^9\d{13}$/.test(gtin)) throw new RangeError(`Not a GTIN of variable measure: ${gtin}`);
  const { lot, packedOn } = label;
  const weight =
    weighedIn === "kg"
      ? `(3103)${sixDigits(label.netG)}`
      : `(3202)${sixDigits(toHundredthsLb(label.netLb))}`;
  return [
    `(01)${gtin}`,
    weight,
    packedOn ? `(13)${packedOn.slice(2).replaceAll("-", "")}` : "",
    lot ? `(10)${lot}` : "",
    serial ? `(21)${serial}` : "",
  ].join("");
}

function sixDigits(value: number): string {
  if (value > 999_999) throw new RangeError(`Too heavy for a code: ${value}`);
  return String(value).padStart(6, "0");
}

/** The epoch without labels. */
function createdAt(moments: Date[]): number {
  return Math.max(0, ...moments.map(unixSeconds));
}
