/**
 * The range of amounts that start with the typed text, in dollars for the database: "249" and
 * "$249" match 249.00 to below 250.00, "1,249.9" matches 1249.90 to below 1250.00. Null if the text
 * isn't an amount.
 */
export function amountsFrom(text: string): { least: string; below: string } | null {
  const [, dollars = "", cents = ""] =
    /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{0,2}))?$/.exec(text) ?? [];
  if (dollars === "") return null;
  const least = Number(dollars.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
  const step = 10 ** (2 - cents.length);
  return { least: inDollars(least), below: inDollars(least + step) };
}

function inDollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
