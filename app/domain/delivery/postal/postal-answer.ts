import type { Company } from "#app/content/company.ts";
import { ended } from "#app/lib/in-words.ts";
import { formatPostalCode, readPostalCode } from "#app/lib/postal-code.ts";
import { dayInWords, upcomingDays, type ZoneRules } from "../days.ts";
import { type DeliveryRules, isSetUp, openDays, pickupsOf, zoneAt } from "../rules.ts";

export interface PostalAnswer {
  /**
   * - `unset`: no zone is set up, so postal codes aren't asked for
   * - `served`: there may still be no days, if all are full
   * - `unserved`: in British Columbia, but in no zone
   * - `outside`: in another province
   * - `missing`, `malformed`: not a postal code
   */
  state: "unset" | "served" | "unserved" | "outside" | "missing" | "malformed";
  /** E.g. "V3G 1A2"; only in British Columbia. */
  postalCode?: string;
  words: string;
  days: string[];
  /** False if only wholesale clients, or nobody, can order there. */
  isOpenToAll: boolean;
  /** Pickups available instead, with their next days. */
  pickups: { name: string; place: string; wholesaleOnly: boolean; days: string[] }[];
}

const daysNamed = 3;

/**
 * Says whether we deliver to a typed postal code, and when, at `now`.
 *
 * @returns the answer, and the first cut-off it names, at which it expires
 */
export function answerPostal(
  rules: DeliveryRules,
  typed: string,
  now: Date,
  company: Company,
): { answer: PostalAnswer; until: Date | undefined } {
  const none = { days: [], pickups: [], isOpenToAll: true };
  if (!isSetUp(rules)) return { answer: { state: "unset", words: "", ...none }, until: undefined };
  const read = readPostalCode(typed);
  if (!read.ok) {
    const { reason: state, words } = read;
    if (state !== "outside") return { answer: { state, words, ...none }, until: undefined };
    // Anybody may pick up.
    const pickup = pickupsOf(rules).find(({ wholesaleOnly }) => !wholesaleOnly);
    const told = pickup ? ended(`${words} You can pick your order up at ${pickup.place}`) : words;
    const answer = { state, ...none, words: told, isOpenToAll: pickup !== undefined };
    return { answer, until: undefined };
  }
  const named: Date[] = [];
  const daysOf = (zone: ZoneRules) => {
    const { first, words } = nextDays(rules, zone, now);
    if (first) named.push(first);
    return words;
  };
  const postalCode = formatPostalCode(read.postalCode);
  const zone = zoneAt(rules, read.postalCode);
  const days = zone ? daysOf(zone) : [];
  const isFull =
    zone !== undefined && upcomingDays(zone, rules.exceptions, now, { limit: 1 }).length > 0;
  const pickups = pickupsOf(rules).map((pickup) => {
    const { name, place, wholesaleOnly } = pickup;
    return { name, place, wholesaleOnly, days: daysOf(pickup) };
  });
  const answer: PostalAnswer = {
    state: zone ? "served" : "unserved",
    postalCode,
    words: wordsOf(zone, postalCode, { days, isFull }, company),
    days,
    isOpenToAll: [zone, ...pickupsOf(rules)].some((one) => one && !one.wholesaleOnly),
    pickups: pickups.filter(({ days }) => days.length > 0),
  };
  const first = Math.min(...named.map((cutOffAt) => cutOffAt.getTime()));
  return { answer, until: named.length > 0 ? new Date(first) : undefined };
}

interface NextDays {
  words: string[];
  first: Date | undefined;
}

/** In ms. */
const keptFor = 60_000;

/** Cached for a minute, or until the first cut-off; the same for everybody in a zone. */
const kept = new WeakMap<DeliveryRules, Map<string, NextDays & { from: number; to: number }>>();

function nextDays(rules: DeliveryRules, zone: ZoneRules, now: Date): NextDays {
  const ofRules = kept.get(rules) ?? new Map();
  kept.set(rules, ofRules);
  const known = ofRules.get(zone.id);
  const at = now.getTime();
  if (known && at >= known.from && at <= known.to) return known;
  const days = openDays(rules, zone, now, daysNamed);
  const cutOffs = days.map(({ cutOffAt }) => cutOffAt.getTime());
  const first = Math.min(...cutOffs);
  const next = {
    words: days.map((day) => dayInWords(day, now)),
    first: days.length > 0 ? new Date(first) : undefined,
    from: at,
    to: Math.min(at + keptFor, first),
  };
  ofRules.set(zone.id, next);
  return next;
}

function wordsOf(
  zone: ZoneRules | undefined,
  postalCode: string,
  { days, isFull }: { days: string[]; isFull: boolean },
  { phone }: Company,
): string {
  if (!zone) return `We do not deliver to ${postalCode} yet.`;
  const whom = zone.wholesaleOnly ? " for wholesale clients" : "";
  if (days.length > 0) return `We deliver to ${postalCode}${whom}.`;
  const why = isFull ? "every day is taken at the moment" : "there are no delivery days right now";
  return `We deliver to ${postalCode}${whom}, but ${why}. Please call ${phone.display}.`;
}
