import { formatCents, toCents } from "#app/lib/amounts/money.ts";
import type { Cents } from "#app/lib/amounts/units.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { type LabelPrice, weightByLabel } from "../labels/label-prices.ts";
import type { ElementStringReading } from "./gs1-element-strings.ts";
import type { Scan } from "./parse-scan.ts";

/** Describes a parsed code when the scanner is set up: "Item 42, 1.235 kg". */
export function scanInWords(scan: Scan, labelPrices: readonly LabelPrice[]): string {
  switch (scan.kind) {
    case "refused":
      return scan.message;
    case "package":
      return "A pack label of this shop: the station shows its package.";
    case "box":
      return "A box of this shop: the station packs into it.";
    case "gtin":
      return `Product ${scan.gtin}; the weight is asked for.`;
    case "in-store":
      if (scan.weight) return `Item ${scan.itemNumber}, ${scan.weight.value} ${scan.weight.unit}.`;
      return scan.priceCents === undefined
        ? `Item ${scan.itemNumber}, no price; the weight is asked for.`
        : pricedInWords(scan.itemNumber, scan.priceCents, labelPrices);
    case "element-string":
      return elementsInWords(scan);
  }
}

function pricedInWords(
  itemNumber: number,
  cents: Cents,
  labelPrices: readonly LabelPrice[],
): string {
  const item = `Item ${itemNumber}, price ${formatCents(cents)}`;
  const label = labelPrices.find((one) => one.itemNumber === itemNumber);
  if (!label) return `${item}; the weight is asked for, as its price by weight is not known.`;
  const { value, unit } = weightByLabel(cents, label);
  return `${item}, ${value} ${unit} at the label’s own ${formatCents(toCents(label.price))}/${unit}. The till asks for the weight if the product costs more now.`;
}

function elementsInWords(read: ElementStringReading): string {
  const facts = [
    read.gtin && `product ${read.gtin}`,
    read.weight ? `${read.weight.value} ${read.weight.unit}` : "the weight is asked for",
    read.pieces !== undefined && `${read.pieces} pieces`,
    read.lot && `lot ${read.lot}`,
    read.serial && `serial ${read.serial}`,
    read.packedOn && `packed ${formatFullDay(read.packedOn)}`,
    read.bestBefore && `best before ${formatFullDay(read.bestBefore)}`,
    read.expiresOn && `expires ${formatFullDay(read.expiresOn)}`,
    read.sscc && `carton ${read.sscc}`,
  ].filter((fact) => typeof fact === "string");
  const text = `${facts.join(", ")}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
