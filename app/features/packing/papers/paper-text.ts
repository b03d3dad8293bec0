import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";

/** Text that was typed, on one line. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The lines of a text that was typed, without the empty ones. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map(onOneLine)
    .filter(Boolean);
}

/** What stands above the name of whom goods are for. */
export function forWhom({ isPickedUp = false }: { isPickedUp?: boolean }): string {
  return isPickedUp ? "Picked up by" : "Ship to";
}

export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** The sum of pounds, exactly: ["1000", "1.01"] → "1,001.01 lb". Throws a RangeError on other text. */
export function poundsIn(pounds: string[]): string {
  const hundredths = sumLb(pounds);
  return `${twoDecimals.format(toPounds(hundredths) as `${number}`)} lb`;
}

const twoDecimals = new Intl.NumberFormat("en-CA", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
