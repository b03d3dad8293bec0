import { startOfDay } from "#app/lib/dates.ts";

// Tokens for what differs between shops' samples, ids and days, in COPY's text format: {u1a} is the
// 46th id that occurred, {d-3} the day three days before the data's Monday, and {t-1a,0} an instant
// so many microseconds after that Monday's midnight, both in base 36.

const instantForm =
  /(\d{4}-\d\d-\d\d)([ T])(\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(\+00:00|\+00|Z)(?![\d:])/g;
const dayForm = /(?<![\d.-])(\d{4}-\d\d-\d\d)(?![\d-])/g;
const idForm = /(?<![\da-f-])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f-])/g;
const tokenForm = /\{([utd])(-?[\da-z]+)(?:,([012]))?\}/g;

/** The formats of an instant: the database's, JavaScript's, and the database's in JSON. */
const writtenAs = [" +00", "TZ", "T+00:00"];

const dayMs = 86_400_000;

/** In microseconds. */
const midnightOf = (day: string) => BigInt(startOfDay(day).getTime()) * 1000n;

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/**
 * Replaces ids and days by tokens. Days more than a year away stay, e.g. a list's start.
 *
 * @param numbers of the ids so far; new ones are added
 */
export function withTokens(text: string, monday: string, numbers: Map<string, number>): string {
  const isNear = (day: string) => Math.abs(daysBetween(monday, day)) < 400;
  const midnight = midnightOf(monday);
  return text
    .replace(instantForm, (whole, day, between, time, fraction = "", zone) => {
      if (!isNear(day)) return whole;
      const micros =
        BigInt(Date.parse(`${day}T${time}Z`)) * 1000n + BigInt(fraction.padEnd(6, "0"));
      return `{t${(micros - midnight).toString(36)},${writtenAs.indexOf(between + zone)}}`;
    })
    .replace(dayForm, (day) => (isNear(day) ? `{d${daysBetween(monday, day).toString(36)}}` : day))
    .replace(idForm, (id) => {
      const number = numbers.get(id) ?? numbers.size;
      numbers.set(id, number);
      return `{u${number.toString(36)}}`;
    });
}

/** A shop's values for the tokens. */
export interface Filling {
  /** The day that replaces the data's Monday. */
  monday: string;
  idOf(number: number): string;
  /** Maps an instant to the one shown, in microseconds since 1970. */
  shown(micros: bigint): bigint;
}

/** Replaces tokens by a shop's own ids and days. */
export function withoutTokens(text: string, { monday, idOf, shown }: Filling): string {
  const midnight = midnightOf(monday);
  return text.replace(tokenForm, (_, kind: string, value: string, form = "0") => {
    if (kind === "u") return idOf(Number.parseInt(value, 36));
    if (kind === "d") {
      const ms = Date.parse(monday) + Number.parseInt(value, 36) * dayMs;
      return new Date(ms).toISOString().slice(0, 10);
    }
    // Within a hundred years, which a number represents exactly.
    return instantAs(shown(midnight + BigInt(Number.parseInt(value, 36))), Number(form));
  });
}

function instantAs(micros: bigint, form: number): string {
  const [day, time] = new Date(Number(micros / 1000n)).toISOString().split("T") as [string, string];
  const zone = writtenAs[form] ?? " +00";
  // JavaScript's precision is a millisecond.
  const rest = form === 1 ? "" : String(micros % 1000n).padStart(3, "0");
  return `${day}${zone[0]}${time.slice(0, -1)}${rest}${zone.slice(1)}`;
}
