import { z } from "zod";
import { formatLb, hundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { formatDay, pacificDay, typedMoment } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { poundsOf } from "#app/lib/form/typed-numbers.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import type { Cursor, TwoWayPage } from "#app/lib/page-of-rows.ts";
import type { LotPounds, LotSums } from "./lot-left.ts";

export const maxLotNote = 2000;

export interface Lot {
  id: string;
  code: string;
  supplier: string;
  expiresOn: string | null;
  receivedAt: Date;
}

/** A lot that a scan may identify, by our code or by the supplier's. */
export interface LotToScan extends Omit<Lot, "receivedAt"> {
  supplierLot: string;
  /** Pounds left, with two decimals; null if unknown (see `leftLb` in lot-left.server.ts). */
  leftLb: string | null;
  isHeld: boolean;
  /** Products (ids) packed from it without confirmation; null for any. */
  packableAs: string[] | null;
  /** Ids of its products by receipts and cutting sheets, without those cut from it. */
  namedAs: string[];
}

/**
 * Returns the first of `lots`, in the given order, with at least `need` left; undefined if there is
 * none. Decides which lot the packing stations and the counter propose.
 *
 * @param need in hundredths of a lb, like the result of `leftOf`
 * @param leftOf null for a lot whose pounds are unknown, which may have enough
 */
export function firstWithEnough<Offered>(
  lots: readonly Offered[],
  need: number,
  leftOf: (lot: Offered) => number | null,
): Offered | undefined {
  return lots.find((lot) => (leftOf(lot) ?? need) >= need);
}

export interface LotToChoose extends Lot {
  /** E.g. "Chuck roll"; empty if unknown. */
  meat: string;
  leftLb: string | null;
  isHeld: boolean;
}

export interface LotToPack extends LotToChoose {
  /** True if it is known not to be the product's meat: packing from it needs confirmation. */
  isOther: boolean;
}

/** A lot in the list. Pounds are text with two decimals. */
export interface LotSummary extends LotToChoose, LotPounds {
  formerCodes: string[];
  receivedLb: string | null;
  /** True if it was entered by mistake and doesn't exist. */
  isVoid: boolean;
}

/** A lot that this one was made from, or one made from it. */
export interface RelatedLot {
  id: string;
  code: string;
  supplier: string;
  steps: number;
  lb: string | null;
  /** Codes of the lots in between, for an indirect relation. */
  through: string[];
  /** True for a direct relation without a cutting sheet, which only old lots have. */
  isByHand: boolean;
}

export interface LotDetails extends LotSummary {
  supplierLot: string;
  animalNumber: string;
  establishment: string;
  grade: string;
  slaughteredOn: string | null;
  temperatureC: string | null;
  note: string;
  version: number;
  createdAt: Date;
  /** True if a package names it, even a voided one: its code and supplier can't change. */
  isPacked: boolean;
  sums: LotSums;
  madeFrom: RelatedLot[];
  wentInto: RelatedLot[];
}

export interface PackedOfLot {
  itemId: string;
  orderId: string;
  orderNumber: number;
  companyName: string;
  productName: string;
  packages: number;
  lb: string;
  packedAt: Date;
}

export interface LotPage {
  before?: Cursor | undefined;
  after?: Cursor | undefined;
  limit?: number | undefined;
}

export type PackedPage = TwoWayPage<PackedOfLot>;

const day = z
  .union([
    z.literal("").transform(() => null),
    z.string().refine(dayIn, "Please enter a day, for instance 2026-12-01"),
  ])
  .nullable();

/** A Pacific wall-clock time as browsers send it; empty means now. */
const receivedAt = z
  .string()
  .transform((typed, context) => {
    if (typed === "") return undefined;
    const moment = typedMoment(typed);
    if (moment && /^20/.test(typed)) return moment;
    context.addIssue("Please enter day and time, for instance 2026-12-01 08:30");
    return z.NEVER;
  })
  .optional();

const text = (max: number) =>
  z
    .string()
    .transform((typed) => typed.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim())
    .pipe(z.string().max(max, `Please use at most ${max} characters`));

/** Parses pounds typed into a form: "250" becomes "250.00", an empty field null. */
export const poundsTyped = z.string().transform((typed, context) => {
  if (typed.trim() === "") return null;
  const read = poundsOf(typed, "250");
  if (typeof read === "number" && read > 0 && read < 100_000_000) {
    return toPounds(hundredthsLb(read));
  }
  context.addIssue(
    typeof read === "number" ? "Please enter pounds, for instance 250" : read.problem,
  );
  return z.NEVER;
});

/** Says why a day can't be the day of slaughter; null if it can. For lots and receipts. */
export function whyNotKilledOn(day: string | null): string | null {
  const isToCome = day !== null && day > pacificDay(new Date());
  return isToCome ? "That day is still to come. Please enter when it was killed" : null;
}

/** A lot as entered: code and supplier are required, the rest is optional. */
export const lotSchema = z.object({
  code: text(40).refine(Boolean, "Please enter the lot's code").prefault(""),
  supplier: text(200).refine(Boolean, "Please enter the supplier").prefault(""),
  supplierLot: text(40).default(""),
  animalNumber: text(40).default(""),
  establishment: text(40).default(""),
  grade: text(40).default(""),
  receivedAt,
  receivedLb: poundsTyped.nullable().default(null),
  temperatureC: z
    .string()
    .transform((typed) => typed.trim().replace("−", "-"))
    .pipe(
      z.union([
        z.literal("").transform(() => null),
        z.string().regex(/^-?\d{1,2}(\.\d)?$/, "Please enter degrees, for instance 3.5"),
      ]),
    )
    .nullable()
    .default(null),
  slaughteredOn: day
    .pipe(
      z
        .string()
        .nullable()
        .superRefine((typed, context) => {
          const why = whyNotKilledOn(typed);
          if (why) context.addIssue(why);
        }),
    )
    .default(null),
  expiresOn: day.default(null),
  note: z
    .string()
    .transform((typed) =>
      typed
        .replaceAll("\r\n", "\n")
        .replace(/[^\P{Cc}\n]|\p{Cs}/gu, " ")
        .trim(),
    )
    .pipe(z.string().max(maxLotNote, atMostCharacters(maxLotNote)))
    .default(""),
});

export type NewLot = z.output<typeof lotSchema>;

/** A lot that another was cut or ground from, and how much of it was used. */
export interface LotParent {
  id: string;
  lb: string | null;
}

export interface LotToSell extends Omit<LotToScan, "packableAs"> {
  receivedAt: Date;
  meat: string;
  /** The products that it may be sold as; null if it may be anything. */
  soldAs: string[] | null;
}

export type LotRefusal = "gone" | "changed" | "exists" | "packed" | "circle" | "sheet";

/** Returns the codes that a lot had before corrections: "formerly L-203"; empty for none. */
export function formerlyInWords({ formerCodes }: Pick<LotSummary, "formerCodes">): string {
  return formerCodes.length > 0 ? `formerly ${formerCodes.join(", ")}` : "";
}

/** Returns a lot's code with its supplier, as suppliers may share codes: "L-204, Sample Packer". */
export function lotName({ code, supplier }: Pick<Lot, "code" | "supplier">): string {
  return `${code}, ${supplier}`;
}

/** Returns a lot's meat and what is left of it, as far as known: "Chuck roll, 60 lb left". */
export function lotInWords({ meat, leftLb }: Pick<LotToChoose, "meat" | "leftLb">): string {
  return [meat, leftInWords(leftLb)].filter(Boolean).join(", ");
}

/** Says how counts corrected a lot: "−4.9 lb", "+2 lb" or "Agreed"; empty if never counted. */
export function countedInWords({ countedLb, countedAt }: LotPounds): string {
  if (countedAt === null) return "";
  const counted = Number(countedLb);
  if (counted === 0) return "Agreed";
  return counted > 0 ? `+${formatLb(counted)}` : `−${formatLb(-counted)}`;
}

/** Returns "best before Dec 20", or that no date is known. */
export const bestBeforeInWords = (expiresOn: string | null) =>
  expiresOn ? `best before ${formatDay(expiresOn)}` : "no best-before date";

export interface LotOption {
  name: string;
  about: string;
}

/** Returns a lot as an option: its name, and "Chuck roll, 60 lb left, no best-before date". */
export const lotOption = (lot: LotToChoose): LotOption => ({
  name: lotName(lot),
  about: [lotInWords(lot), bestBeforeInWords(lot.expiresOn)].filter(Boolean).join(", "),
});

function leftInWords(leftLb: string | null): string {
  if (leftLb === null) return "";
  return Number(leftLb) > 0 ? `${formatLb(Number(leftLb))} left` : "nothing left";
}

/** Returns a lot's establishment number; empty for zeros, which people type if none is known. */
export const knownEstablishment = (establishment: string): string =>
  /^0+$/.test(establishment) ? "" : establishment;
