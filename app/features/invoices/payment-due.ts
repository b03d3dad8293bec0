const pacificDay = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Vancouver",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/**
 * The day on which an invoice is due: so many days after the Pacific day it was issued on. A moment
 * around midday there, which no change of the clocks moves to another day.
 */
export function paymentDue(issuedAt: Date, days: number): Date {
  const parts = pacificDay.formatToParts(issuedAt);
  const number = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value);
  return new Date(Date.UTC(number("year"), number("month") - 1, number("day") + days, 20));
}
