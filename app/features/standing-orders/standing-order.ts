import { weekdayName } from "#app/domain/delivery/days.ts";
import { poundUnit } from "#app/domain/orders/order-quantity.ts";
import type { TypedWish } from "#app/domain/orders/wishes/wish.ts";
import { daysAfter, weekdayOf } from "#app/lib/dates.ts";
import type { OccurrenceState } from "#db/schema/values/orders.ts";
import type { Wish } from "#db/schema/values/wishes.ts";

export const standingOrdersPath = "/dashboard/standing-orders";

/** Stands for the id of one that isn't stored yet. */
export const freshStanding = "new";

export const standingTold = {
  saved: "Standing order saved",
  skipped: "Delivery skipped",
  back: "Delivery brought back",
  paused: "Standing order paused",
  ended: "Standing order ended",
};

export type Told = keyof typeof standingTold;

export const toldParameters = Object.keys(standingTold) as Told[];

/** Open days before a delivery's cut-off at which its order is placed. */
export const leadDays = 3;

/** Maximum numbers per customer, of lines, and of weeks between deliveries. */
export const standingLimits = { perCustomer: 20, lines: 100, weeks: 12 };

/** Price increases above this per cent, since last seen, are mentioned in the email. */
export const riseToTell = 5;

/** A schedule of Pacific days: "2026-11-24". */
export interface Rhythm {
  /** 1 is Monday. */
  weekday: number;
  everyWeeks: number;
  startsOn: string;
  endsOn: string | null;
  pausedUntil: string | null;
}

interface StandingLine {
  productId: string;
  productName: string;
  /** Pounds or pieces, as typed. */
  quantity: string;
  unit: string;
  wish: Wish | null;
}

/** The outcome of one delivery. */
export interface Occurrence {
  /** The day by the weekday; an exception may move the delivery to another. */
  day: string;
  state: OccurrenceState;
  reason: string;
  order: { id: string; number: number; isCancelled: boolean } | null;
}

export interface StandingOrder extends Rhythm {
  id: string;
  version: number;
  siteId: string;
  siteName: string;
  zoneId: string;
  zoneName: string;
  poNumber: string;
  notes: string;
  allowsSubstitutes: boolean;
  callFirst: boolean;
  lines: StandingLine[];
  /** Deliveries of the last week and upcoming decided ones, the earliest first. */
  occurrences: Occurrence[];
}

/** Returns the deliveries from a day on, the earliest first. */
export function deliveriesFrom(rhythm: Rhythm, from: string, count: number): string[] {
  const { startsOn, endsOn, pausedUntil, everyWeeks } = rhythm;
  const step = everyWeeks * 7;
  const first = daysAfter(startsOn, (rhythm.weekday - weekdayOf(startsOn) + 7) % 7);
  const least = [first, from, pausedUntil ?? first].reduce((a, b) => (a > b ? a : b));
  const passed = Math.ceil((Date.parse(least) - Date.parse(first)) / (step * 86_400_000));
  const days: string[] = [];
  for (let day = daysAfter(first, passed * step); days.length < count; day = daysAfter(day, step)) {
    if (endsOn !== null && day > endsOn) break;
    days.push(day);
  }
  return days;
}

/** "17.94 lb Brisket", "9 × Striploin" */
export const goodsInWords = ({ quantity, unit, name }: StandingGoods) =>
  `${quantity} ${unit === poundUnit ? "lb" : "×"} ${name}`;

interface StandingGoods {
  quantity: string;
  unit: string;
  name: string;
}

/** "Every Tuesday", "Every second Tuesday", "A Tuesday every 4 weeks" */
export function rhythmInWords({ weekday, everyWeeks }: Pick<Rhythm, "weekday" | "everyWeeks">) {
  const day = weekdayName(weekday);
  if (everyWeeks === 1) return `Every ${day}`;
  return everyWeeks === 2 ? `Every second ${day}` : `A ${day} every ${everyWeeks} weeks`;
}

export const standingField = {
  version: "version",
  site: "site",
  /** The zone and the weekday: "zone 2". */
  day: "day",
  everyWeeks: "everyWeeks",
  startsOn: "startsOn",
  endsOn: "endsOn",
  poNumber: "poNumber",
  notes: "notes",
  substitutes: "allowsSubstitutes",
  callFirst: "callFirst",
  /** A product and its unit of sale: "id piece 1.25". */
  product: (row: string) => `product.${row}`,
  quantity: (row: string) => `quantity.${row}`,
  wish: (part: keyof TypedWish, row: string) => `${part}.${row}`,
};

export const standingFailed = "The standing order could not be saved. Please try again.";

export interface StandingDraft
  extends Pick<
    StandingOrder,
    "version" | "poNumber" | "notes" | "allowsSubstitutes" | "callFirst"
  > {
  siteId: string | null;
  zoneId: string | null;
  weekday: number | null;
  everyWeeks: number;
  startsOn: string;
  endsOn: string | null;
  lines: { productId: string; quantity: string; unit: string; wish: Wish | null }[];
}
