/**
 * The only module that converts to the date and time in British Columbia, regardless of the time
 * zones of server and browser. They may still format months and hours differently: in markup use
 * `components/moment.tsx`, which keeps the server's text.
 */

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/**
 * Since 9 March 2026 British Columbia stays at UTC-7 all year
 * (https://news.gov.bc.ca/releases/2026AG0013-000209). Older time zone data, as in many browsers,
 * would still switch back each November, so it isn't used after that date.
 */
const permanentSince = Date.UTC(2026, 2, 9, 7);

function pacificFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const inZone = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { ...options, timeZone });
  const before = inZone("America/Vancouver");
  const since = inZone("Etc/GMT+7");
  return (date) => (date.getTime() < permanentSince ? before : since).format(date);
}

const inDays = pacificFormat({ dateStyle: "medium" });
const inMinutes = pacificFormat({ dateStyle: "medium", timeStyle: "short" });
const inTime = pacificFormat({ timeStyle: "short" });
const inYears = pacificFormat({ year: "numeric" });
const inHours = pacificFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const withOffset = pacificFormat({ timeZoneName: "longOffset" });

// For calendar days, which need no time zone conversion.
const dayFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: "UTC",
  month: "short",
  day: "numeric",
});
const fullDayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "UTC", dateStyle: "medium" });
// American English, as browsers differ in how they shorten Canadian months ("Nov." or "Nov").
const dayInWords = (width: "long" | "short", year?: "numeric") =>
  new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    weekday: width,
    month: width,
    day: "numeric",
    year,
  });
const monthFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: "UTC",
  month: "long",
  year: "numeric",
});

/** Formats the Pacific day: "Mar 8, 2026". Throws a RangeError on an invalid date. */
export function formatDate(date: Date): string {
  return plainSpaces(inDays(date));
}

/** Formats Pacific day and time: "Mar 8, 2026, 3:00 a.m.". Throws like `formatDate`. */
export function formatDateTime(date: Date): string {
  return plainSpaces(inMinutes(date));
}

/** Formats the Pacific time: "6:12 a.m.". Throws like `formatDate`. */
export function formatTime(date: Date): string {
  return plainSpaces(inTime(date));
}

/**
 * Returns the Pacific calendar day of a moment: "2026-03-08". Send this rather than a moment for
 * anything that must show the same day on every screen.
 */
export function pacificDay(moment: Date): string {
  return calendarDay(moment).toISOString().slice(0, 10);
}

/** Formats Pacific date and time for a spreadsheet: "2026-11-21 09:05". */
export function pacificTime(moment: Date): string {
  return `${pacificDay(moment)} ${inHours(moment)}`;
}

/** Returns the day `count` days after another: "2026-10-15" and 30 → "2026-11-14". */
export function daysAfter(day: string, count: number): string {
  const later = new Date(day);
  later.setUTCDate(later.getUTCDate() + count);
  return later.toISOString().slice(0, 10);
}

/** Returns the first day of a day's month, or of another one: "2026-11-23", -2 → "2026-09-01". */
export function firstOfMonth(day: string, monthsLater = 0): string {
  const first = new Date(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + monthsLater);
  return first.toISOString().slice(0, 10);
}

/** Returns the start of a Pacific calendar day, e.g. "2026-03-08". */
export function startOfDay(day: string): Date {
  return startOfPacificDay(new Date(day));
}

/**
 * Returns the moment of a wall-clock time on a Pacific day: "2026-11-25" and "14:00" → 21:00 UTC.
 * In earlier years, an hour that occurred twice means the second one, and a skipped hour the one
 * after it.
 */
export function pacificMoment(day: string, time: string): Date {
  const local = Date.parse(`${day}T${time}Z`);
  const permanent = local + 7 * hourMs;
  if (permanent >= permanentSince) return new Date(permanent);
  const standard = local + 8 * hourMs;
  const moment = new Date(local - offsetMs(new Date(standard)));
  return offsetMs(moment) === local - moment.getTime() ? moment : new Date(standard);
}

/** Parses a Pacific date and time as sent by a form, "2026-11-21T09:05"; null for anything else. */
export function typedMoment(typed: string): Date | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::00)?$/.exec(typed) ?? [];
  if (!day || !time || Number.isNaN(Date.parse(`${day}T${time}Z`))) return null;
  const moment = pacificMoment(day, time);
  // A day or hour that doesn't exist, such as February 30, would become another one.
  return pacificTime(moment) === `${day} ${time}` ? moment : null;
}

/** Returns the ISO weekday of a calendar day: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

/** Formats a calendar day with its year: "2026-03-08" → "Mar 8, 2026". */
export function formatFullDay(day: string): string {
  return plainSpaces(fullDayFormat.format(new Date(day)));
}

export function formatDay(day: string): string {
  return plainSpaces(dayFormat.format(new Date(day)));
}

/** Formats a delivery day, "Tuesday, November 24", with the year if not the current one. */
export function dateInWords(day: string, now = new Date()): string {
  return wordsOfDay(day, "long", now);
}

/** As `dateInWords`, for lists and labels: "Tue, Nov 24". */
export function shortDateInWords(day: string, now = new Date()): string {
  return wordsOfDay(day, "short", now);
}

function wordsOfDay(day: string, width: "long" | "short", now: Date): string {
  const isThisYear = day.slice(0, 4) === pacificDay(now).slice(0, 4);
  return dayInWords(width, isThisYear ? undefined : "numeric").format(new Date(day));
}

/** Formats the month of a calendar day: "2026-03-08" → "March 2026". */
export function formatMonth(day: string): string {
  return plainSpaces(monthFormat.format(new Date(day)));
}

/** Returns the Pacific calendar year of `now`. */
export function pacificYear(now: Date): number {
  return Number(inYears(now));
}

/** Returns the start of the Pacific calendar year of `now`. */
export function startOfPacificYear(now: Date): Date {
  return startOfPacificDay(new Date(Date.UTC(pacificYear(now), 0, 1)));
}

/** Returns the start of the Pacific calendar month of `now`. */
export function startOfPacificMonth(now: Date): Date {
  const day = calendarDay(now);
  day.setUTCDate(1);
  return startOfPacificDay(day);
}

/** Returns the start of the Pacific day one year before `now`; March 1 for a February 29. */
export function startOfPacificDayYearAgo(now: Date): Date {
  const day = calendarDay(now);
  day.setUTCFullYear(day.getUTCFullYear() - 1);
  return startOfPacificDay(day);
}

/**
 * Returns the starts of the last `count` Pacific weeks (Mondays), oldest first; the last contains
 * `now`. One more entry follows: the end of that week.
 */
export function pacificWeeks(now: Date, count: number): Date[] {
  const today = calendarDay(now);
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  return Array.from({ length: count + 1 }, (_, week) => {
    const monday = new Date(today);
    monday.setUTCDate(today.getUTCDate() - sinceMonday + 7 * (week + 1 - count));
    return startOfPacificDay(monday);
  });
}

/** Returns the Pacific calendar day of a moment, as midnight UTC of the same date. */
function calendarDay(moment: Date): Date {
  return new Date(Math.floor((moment.getTime() + offsetMs(moment)) / dayMs) * dayMs);
}

/** Returns the start of a Pacific calendar day, given as midnight UTC of its date. */
function startOfPacificDay(day: Date): Date {
  // Midnight UTC is the previous afternoon there; clocks don't change between that and midnight.
  return new Date(day.getTime() - offsetMs(day));
}

/** Returns the Pacific UTC offset at a moment, in milliseconds (negative). */
function offsetMs(date: Date): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(withOffset(date)) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -ms : ms;
}

/** Some locale data puts a narrow no-break space before "a.m.". */
function plainSpaces(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, " ");
}
