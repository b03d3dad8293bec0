/** Excel counts days from the end of 1899 (as if 1900 had been a leap year), or from 1904. */
const epochs = { 1900: 25_569, 1904: 24_107 };

/**
 * Returns the calendar day of a spreadsheet's number, e.g. 46349 → "2026-11-23"; undefined if it
 * isn't in this century, as it is more likely an amount.
 */
export function serialDay(serial: number, isFrom1904 = false): string | undefined {
  const days = Math.floor(serial) - epochs[isFrom1904 ? 1904 : 1900];
  const day = new Date(days * 86_400_000);
  if (Number.isNaN(day.getTime())) return undefined;
  const text = day.toISOString().slice(0, 10);
  return text.startsWith("20") && text.length === 10 ? text : undefined;
}
