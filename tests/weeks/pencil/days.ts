/** The pencil's calendar (trade.md 3, 4, 5), without `Date` and without time zone tables. */
import { Impossible } from "./sums.ts";

const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function monthLength(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function parts(day: string): [year: number, month: number, date: number] {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  const [year, month, date] = (match?.slice(1) ?? []).map(Number);
  if (!year || !month || !date || month > 12 || date > monthLength(year, month)) {
    throw new Impossible(`${day} is no day`);
  }
  return [year, month, date];
}

function written(year: number, month: number, date: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${year}-${two(month)}-${two(date)}`;
}

/** Month 13 is next January; a date beyond the month's end becomes its last. */
function inMonth(year: number, month: number, date: number): string {
  const [y, m] = month > 12 ? [year + 1, month - 12] : [year, month];
  return written(y, m, Math.min(date, monthLength(y, m)));
}

/** Days since 1 January 1970, which is day 0. */
export function dayNumber(day: string): number {
  const [year, month, date] = parts(day);
  const before = year - 1;
  const leaps = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  let days = before * 365 + leaps - 719_162 + date - 1;
  for (let m = 1; m < month; m += 1) days += monthLength(year, m);
  return days;
}

export function dayOf(number: number): string {
  let year = 1970 + Math.floor(number / 366);
  while (dayNumber(written(year + 1, 1, 1)) <= number) year += 1;
  let month = 12;
  while (dayNumber(written(year, month, 1)) > number) month -= 1;
  return written(year, month, number - dayNumber(written(year, month, 1)) + 1);
}

export function plusDays(day: string, days: number): string {
  return dayOf(dayNumber(day) + days);
}

export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** 0 is Sunday. */
export function weekday(day: string): number {
  return (dayNumber(day) + 4) % 7;
}

export function endOfMonth(day: string): string {
  const [year, month] = parts(day);
  return inMonth(year, month, 31);
}

export type Terms =
  | "prepay"
  | "on delivery"
  | { net: number }
  | { endOfMonthPlus: number }
  | { dayOfNextMonth: number };

/** Returns the due day of an invoice (4). */
export function dueDay(terms: Terms, invoiced: string): string {
  if (terms === "prepay" || terms === "on delivery") return invoiced;
  if ("net" in terms) return plusDays(invoiced, terms.net);
  if ("endOfMonthPlus" in terms) return plusDays(endOfMonth(invoiced), terms.endOfMonthPlus);
  const [year, month] = parts(invoiced);
  return inMonth(year, month + 1, terms.dayOfNextMonth);
}

function sunday(year: number, month: number, nth: number): string {
  const first = written(year, month, 1);
  return plusDays(first, ((7 - weekday(first)) % 7) + 7 * (nth - 1));
}

/** British Columbia's milliseconds behind UTC: seven hours, and eight in winter until 2026. */
function behind(instant: number): number {
  if (instant >= dayNumber("2026-03-08") * dayLength + 10 * hour) return 7 * hour;
  const year = Number(dayOf(Math.floor(instant / dayLength)).slice(0, 4));
  const springs = dayNumber(sunday(year, 3, 2)) * dayLength + 10 * hour;
  const falls = dayNumber(sunday(year, 11, 1)) * dayLength + 9 * hour;
  return instant >= springs && instant < falls ? 7 * hour : 8 * hour;
}

/** The day in British Columbia at an instant in milliseconds. */
export function pacificDay(instant: number): string {
  return dayOf(Math.floor((instant - behind(instant)) / dayLength));
}

/** Returns the instant of a time in British Columbia, in minutes since midnight. */
export function pacificInstant(day: string, minutes: number): number {
  const local = dayNumber(day) * dayLength + minutes * minute;
  const summer = local + 7 * hour;
  return behind(summer) === 7 * hour ? summer : local + 8 * hour;
}

/** Returns a day's cut-off, which moves from a closed day to the last open day before it (5). */
export function cutOff(
  delivery: string,
  daysBefore: number,
  minutes: number,
  closed: (day: string) => boolean = () => false,
): number {
  let day = plusDays(delivery, -daysBefore);
  while (closed(day)) day = plusDays(day, -1);
  return pacificInstant(day, minutes);
}
