import { z } from "zod";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { stockTrackings } from "#db/schema/values/meat/stock.ts";
import type { StockUnit } from "./stock.ts";

// Amounts are hundredths of a pound, or pieces.

export const stockFailed = "The stock could not be saved. Please try again.";

/** In characters, of a reason or a note. */
export const maxStockReason = 500;

const unknownLot = "unknown";

const reason = z
  .string()
  .transform((typed) => typed.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim())
  .pipe(z.string().max(maxStockReason, `Please use at most ${maxStockReason} characters`));

const day = z.string().refine(dayIn, "Please enter a day, for instance 2026-12-01");
const noneOr = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([
    z
      .string()
      .trim()
      .length(0)
      .transform(() => null),
    schema,
  ]);

/** Parses an amount of zero or more, or returns a message that explains the format. */
export function readAmount(typed: string, unit: StockUnit): number | { error: string } {
  const text = typed.trim().replace(",", ".");
  if (text.startsWith("-") || text.startsWith("−")) {
    return { error: "There can't be less than nothing. Enter 0 if there is none." };
  }
  if (unit === "pieces") {
    if (/^\d{1,6}$/.test(text)) return Number(text);
    return { error: "Enter whole pieces, for instance 12" };
  }
  if (/^\d{1,6}(\.\d{1,2})?$/.test(text)) return toHundredthsLb(text);
  return { error: "Enter pounds, for instance 37.5" };
}

/** As `readAmount`, above zero. */
export function readSome(typed: string, unit: StockUnit): number | { error: string } {
  const amount = readAmount(typed, unit);
  return amount === 0 ? { error: "Enter more than 0" } : amount;
}

export const trackingSchema = z.object({
  tracking: z.enum(stockTrackings, "Choose one"),
  lowAt: noneOr(
    z
      .string()
      .trim()
      .regex(/^(?=.*[1-9])\d{1,6}(\.\d{1,2})?$/, "Enter a number, for instance 20"),
  ).default(null),
  closedUntil: noneOr(day).default(null),
  version: z.coerce.number().int().min(0).catch(-1),
});

export type TrackingWanted = z.output<typeof trackingSchema>;

const ticked = z
  .string()
  .optional()
  .transform((value) => value === "yes");

/** Form of a count, without its rows. */
export const countReason = z.object({
  requestId: z.guid("Please reload the page and try again."),
  reason: reason.default(""),
  isMeant: ticked,
  isMore: ticked,
});

/** Form for what was thrown away, spoiled or lost. */
export const wasteSchema = z.object({
  requestId: z.guid("Please reload the page and try again."),
  lot: z.union([z.literal(""), z.guid()]).catch(""),
  amount: z.string().default(""),
  reason: reason.refine(Boolean, "Please say why").prefault(""),
  isMeant: ticked,
});

/** Form for the count of a lot that isn't a product, with the amount shown. */
export const lotCountSchema = z.object({
  requestId: z.guid("Please reload the page and try again."),
  counted: z.string().default(""),
  seen: z.coerce.number().catch(Number.NaN),
  reason: reason.default(""),
  isMore: ticked,
});

/** Form to reverse an entry. */
export const takeBackSchema = z.object({
  entry: z.guid("Please reload the page and try again."),
  takeBackReason: reason.refine(Boolean, "Please say why").prefault(""),
});

/** Form for expected stock. */
export const incomingSchema = z.object({
  requestId: z.guid("Please reload the page and try again."),
  arrivesOn: day,
  amount: z.string().default(""),
  note: reason.default(""),
});

/** The count of a lot, and the amount that the form showed. */
export interface CountedLot {
  /** Null for no known lot. */
  lotId: string | null;
  counted: string;
  seen: number;
}

export const countField = {
  counted: (lotId: string | null) => `count-${lotId ?? unknownLot}`,
  seen: (lotId: string | null) => `seen-${lotId ?? unknownLot}`,
};

/** Returns the rows of a submitted count; empty rows were not counted. */
export function countedIn(fields: Record<string, string>): CountedLot[] {
  return Object.entries(fields).flatMap(([name, typed]) => {
    const [, key] = /^count-(unknown|[0-9a-f-]{36})$/.exec(name) ?? [];
    if (!key || typed.trim() === "") return [];
    const seen = Number(fields[`seen-${key}`] ?? Number.NaN);
    return [{ lotId: key === unknownLot ? null : key, counted: typed, seen }];
  });
}
