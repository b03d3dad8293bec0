import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";

/** Puts typed text on one line. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Splits typed text into lines, without the empty ones. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map(onOneLine)
    .filter(Boolean);
}

/** Heading above the recipient's name. */
export function forWhom({ isPickedUp = false }: { isPickedUp?: boolean }): string {
  return isPickedUp ? "Picked up by" : "Ship to";
}

export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** Adds pounds exactly: ["1000", "1.01"] → "1,001.01 lb". @throws RangeError for anything else */
export function poundsIn(pounds: string[]): string {
  const hundredths = sumLb(pounds);
  return `${twoDecimals.format(toPounds(hundredths) as `${number}`)} lb`;
}

const twoDecimals = new Intl.NumberFormat("en-CA", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
