import { z } from "zod";
import { filledTitle, optionalText } from "#app/lib/form/form-texts.ts";
import { leftWithKinds } from "#db/schema/values/deliveries.ts";
import { doorMethods } from "#db/schema/values/door.ts";

/** Why a line was refused at the door, as credits have it. */
export const refusalReasons = {
  quality: "Not good",
  wrong_item: "Wrong item",
  short: "Missing or short",
  late: "Too late",
} as const;

export type RefusalReason = keyof typeof refusalReasons;

/** What becomes of meat on hold at the door: it stays on the truck, unless the office said otherwise. */
const heldKinds = ["kept", "handed over"] as const;

const shared = {
  /** Made by the telephone, so that a report sent twice is stored once. */
  requestId: z.uuid(),
  stopId: z.uuid(),
  /** When it happened, by the telephone's clock. */
  at: z.iso.datetime(),
  note: optionalText(900),
  /** Said by whoever reports before the run's day: it happened all the same. */
  isEarly: z.boolean().default(false),
};

/** Above it a product is too warm, and whoever measured it says why. In °C. */
export const warmestC = 4;

export const isTooWarm = (temperatureC: string | null) =>
  temperatureC !== null && Number(temperatureC) > warmestC;

export const noTemperature = "Please type degrees Celsius from -60 to 60, for example 2.5";

/** A temperature in °C with at most one decimal; null for none. */
const temperature = z
  .string(noTemperature)
  .regex(/^-?\d{1,2}(\.\d)?$/, noTemperature)
  .refine((text) => Math.abs(Number(text)) <= 60, noTemperature)
  .nullable()
  .default(null);

const image = z.uuid().nullable().default(null);

/** What a driver reports of a stop, as JSON. */
export const reportSchema = z.discriminatedUnion("kind", [
  z.object({
    ...shared,
    kind: z.literal("delivered"),
    receivedBy: filledTitle(100, "Please enter who received it"),
    temperatureC: temperature,
    signatureId: image,
    photoId: image,
    /** With whom it was left, where not with whom it was for. */
    leftWith: z.enum(leftWithKinds).nullable().default(null),
    /** What became of meat on hold; null where the driver was not asked. */
    held: z.enum(heldKinds).nullable().default(null),
    /** When the run was read that the driver saw, by the office's clock; null where that is not known. */
    knownAt: z.iso.datetime().nullable().default(null),
  }),
  z.object({ ...shared, kind: z.literal("not_home"), photoId: image }),
  z.object({
    ...shared,
    kind: z.literal("again"),
    /** When and how what nobody took comes again. */
    zoneId: z.uuid(),
    date: z.iso.date(),
    /** Whether the fee is charged again, where the owner leaves that open. */
    chargesFee: z.boolean().default(false),
    photoId: image,
  }),
  z.object({
    ...shared,
    kind: z.literal("box"),
    /** A box of an order of the stop, and the stop of the same client that it travels with. */
    orderId: z.uuid(),
    box: z.int().min(1).max(999),
    toStopId: z.uuid(),
    photoId: image,
  }),
  z.object({
    ...shared,
    kind: z.literal("place"),
    /** Between which stops it is driven to now; null for the end there. */
    afterId: z.uuid().nullable(),
    beforeId: z.uuid().nullable(),
    photoId: image,
  }),
  z.object({ ...shared, kind: z.literal("arriving"), photoId: image }),
  z.object({
    ...shared,
    kind: z.literal("refused"),
    orderItemId: z.uuid(),
    /** Pounds with at most two decimals, more than none. */
    lb: z
      .string()
      .regex(/^\d{1,5}(\.\d{1,2})?$/)
      .refine((lb) => Number(lb) > 0),
    reason: z.enum(Object.keys(refusalReasons) as [RefusalReason, ...RefusalReason[]]),
    photoId: image,
  }),
  z.object({
    ...shared,
    kind: z.literal("paid"),
    method: z.enum(doorMethods),
    /** Whatever was typed: what is odd about it is said in words (domain/door). */
    cents: z.int(),
    /** What was due as the driver saw it. */
    dueCents: z.int().min(0),
    /** The number of a cheque or a slip. */
    reference: optionalText(100),
    /** Who took it; the note says why it is not what was due. */
    takenBy: filledTitle(100, "Please enter your name"),
    photoId: image,
  }),
]);

export type Report = z.output<typeof reportSchema>;
export type ReportOf<Kind extends Report["kind"]> = Extract<Report, { kind: Kind }>;

/** Why a report was not taken. */
export type ReportRefusal =
  | "gone"
  | "not packed"
  | "already delivered"
  | "too much"
  | "too early"
  | "too late"
  | "not offered"
  | "too warm"
  | "on hold"
  | "told already";

/** What was reported of a stop, and not taken back. */
export interface StopReport {
  kind: "delivered" | "not_home" | "refused" | "moved" | "undone";
  happenedAt: Date;
  /** Who took it in; empty for nobody. */
  receivedBy: string;
  temperatureC: string | null;
  /** Pounds that were not taken; null for none. */
  refusedLb: string | null;
  note: string;
  signature: ReportedImage | null;
  photo: ReportedImage | null;
}

/** A signature or a photo, as it is stored. */
export interface ReportedImage {
  contentType: string;
  content: Uint8Array;
}
