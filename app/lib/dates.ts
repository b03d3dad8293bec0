/**
 * Dates as people in British Columbia read them, wherever the server and the reader are
 * (design, section 7). A server and a browser may still differ in their tables of time zones and
 * month names: in markup use `components/moment.tsx`, which keeps what the server wrote.
 */

const timeZone = "America/Vancouver";

const dateFormat = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "medium" });

const dateTimeFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone,
  dateStyle: "medium",
  timeStyle: "short",
});

const yearFormat = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric" });
const offsetFormat = new Intl.DateTimeFormat("en-CA", { timeZone, timeZoneName: "longOffset" });

/** The Pacific calendar day: "Mar 8, 2026". Throws a RangeError on an invalid date. */
export function formatDate(date: Date): string {
  return plainSpaces(dateFormat.format(date));
}

/** Day and wall-clock time, Pacific: "Mar 8, 2026, 3:00 a.m.". Throws like `formatDate`. */
export function formatDateTime(date: Date): string {
  return plainSpaces(dateTimeFormat.format(date));
}

/** The Pacific calendar year in which `now` lies: 2026. */
export function pacificYear(now: Date): number {
  return Number(yearFormat.format(now));
}

/** The first moment of the Pacific calendar year in which `now` lies. */
export function startOfPacificYear(now: Date): Date {
  const midnight = Date.UTC(pacificYear(now), 0, 1);
  // No change of the clocks has ever been this close to a new year.
  return new Date(midnight - offsetMs(new Date(midnight)));
}

/** How far Pacific clocks are ahead of UTC at that moment, in milliseconds; they are behind. */
function offsetMs(date: Date): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(offsetFormat.format(date)) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -ms : ms;
}

/** Some versions of the tables put a narrow no-break space before "a.m.". */
function plainSpaces(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, " ");
}
