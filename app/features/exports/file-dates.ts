const pacific = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Vancouver",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The Pacific calendar day as files have it: "2026-11-21". */
export function pacificDay(date: Date): string {
  const part = partsOf(date);
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** Day and wall-clock time, Pacific, as a spreadsheet reads it: "2026-11-21 09:05". */
export function pacificTime(date: Date): string {
  const part = partsOf(date);
  return `${pacificDay(date)} ${part("hour")}:${part("minute")}`;
}

function partsOf(date: Date) {
  const parts = pacific.formatToParts(date);
  return (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
}
