import { daysAfter, weekdayOf } from "#app/lib/dates.ts";

export interface Holiday {
  /** E.g. "2027-03-26". */
  date: string;
  name: string;
}

/**
 * Returns the eleven statutory holidays of British Columbia in a year, in order (Employment
 * Standards Act, RSBC 1996, c. 113, section 1, "statutory holiday"). The act doesn't move those on
 * weekends.
 */
export function holidaysOf(year: number): Holiday[] {
  const monday = (month: number, nth: number) =>
    daysAfter(firstMonday(dayOf(year, month, 1)), 7 * (nth - 1));
  return [
    { date: dayOf(year, 1, 1), name: "New Year’s Day" },
    { date: monday(2, 3), name: "Family Day" },
    { date: daysAfter(easterSunday(year), -2), name: "Good Friday" },
    // The Monday before 25 May (Holidays Act, RSC 1985, c. H-5).
    { date: firstMonday(dayOf(year, 5, 18)), name: "Victoria Day" },
    { date: dayOf(year, 7, 1), name: "Canada Day" },
    { date: monday(8, 1), name: "British Columbia Day" },
    { date: monday(9, 1), name: "Labour Day" },
    { date: dayOf(year, 9, 30), name: "National Day for Truth and Reconciliation" },
    { date: monday(10, 2), name: "Thanksgiving Day" },
    { date: dayOf(year, 11, 11), name: "Remembrance Day" },
    { date: dayOf(year, 12, 25), name: "Christmas Day" },
  ].sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** Returns Easter Sunday in the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return dayOf(year, month, day);
}

/** Returns the first Monday on or after a day. */
function firstMonday(day: string): string {
  return daysAfter(day, (8 - weekdayOf(day)) % 7);
}

function dayOf(year: number, month: number, day: number): string {
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}
