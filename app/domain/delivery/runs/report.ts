import { z } from "zod";
import { filledTitle, optionalText } from "#app/lib/form/form-texts.ts";
import { leftWithKinds } from "#db/schema/values/deliveries.ts";
import { doorMethods } from "#db/schema/values/door.ts";

/** Reasons for refusing a line at the door, as used by credits. */
export const refusalReasons = {
  quality: "Not good",
  warm: "Too warm",
  wrong_item: "Wrong item",
  short: "Missing or short",
  late: "Too late",
} as const;

export type RefusalReason = keyof typeof refusalReasons;

/** Meat on hold at the door stays on the truck, unless the office decides otherwise. */
const heldKinds = ["kept", "handed over"] as const;

const shared = {
  /** Made by the phone, so that a report sent twice is stored once. */
  requestId: z.uuid(),
  stopId: z.uuid(),
  /** When it happened, by the phone's clock. */
  at: z.iso.datetime(),
  note: optionalText(900),
  /** Confirms a report made before the run's day. */
  isEarly: z.boolean().default(false),
};

/** In °C; above it a product is too warm, and the driver must say why. */
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

/** A driver's report of a stop, as JSON. */
export const reportSchema = z.discriminatedUnion("kind", [
  z.object({
    ...shared,
    kind: z.literal("delivered"),
    receivedBy: filledTitle(100, "Please enter who received it"),
    temperatureC: temperature,
    signatureId: image,
    photoId: image,
    /** Who it was left with, if not with the addressee. */
    leftWith: z.enum(leftWithKinds).nullable().default(null),
    /** What became of meat on hold; null if the driver was not asked. */
    held: z.enum(heldKinds).nullable().default(null),
    /** When the run that the driver saw was read, by the server's clock; null if not known. */
    knownAt: z.iso.datetime().nullable().default(null),
    /** Ids of the orders that the driver handed over; empty from a phone that does not say. */
    orderIds: z.array(z.uuid()).max(100).default([]),
  }),
  /** Nothing was handed over, because the client refused all of it; the lines come before it. */
  z.object({
    ...shared,
    kind: z.literal("all_refused"),
    temperatureC: temperature,
    photoId: image,
  }),
  z.object({ ...shared, kind: z.literal("not_home"), photoId: image }),
  /** Nothing was handed over, because all boxes have meat on hold. */
  z.object({ ...shared, kind: z.literal("kept"), photoId: image }),
  z.object({
    ...shared,
    kind: z.literal("again"),
    /** The day or pickup on which the undelivered goods come again. */
    zoneId: z.uuid(),
    date: z.iso.date(),
    /** True to charge the fee again, if the owner leaves that open. */
    chargesFee: z.boolean().default(false),
    photoId: image,
  }),
  z.object({
    ...shared,
    kind: z.literal("box"),
    /** A box of an order of the stop, and the stop of the same client that it moves to. */
    orderId: z.uuid(),
    box: z.int().min(1).max(999),
    toStopId: z.uuid(),
    photoId: image,
  }),
  z.object({
    ...shared,
    kind: z.literal("place"),
    /** The stops between which it is driven now; null for the start or the end. */
    afterId: z.uuid().nullable(),
    beforeId: z.uuid().nullable(),
    photoId: image,
  }),
  z.object({ ...shared, kind: z.literal("arriving"), photoId: image }),
  /** Takes back all that was reported of the stop, except payments. */
  z.object({ ...shared, kind: z.literal("undone"), photoId: image }),
  z.object({
    ...shared,
    kind: z.literal("refused"),
    orderItemId: z.uuid(),
    /** Pounds with at most two decimals, above zero. */
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
    /** Unchecked: domain/door reports odd amounts in words. */
    cents: z.int(),
    /** The amount due that the driver saw. */
    dueCents: z.int().min(0),
    /** The number of a cheque or a slip. */
    reference: optionalText(100),
    /** Numbers of the invoices that it is for, as the client said; empty for not said. */
    invoices: z.array(z.string().max(40)).max(20).default([]),
    /** The driver's name; the note says why the amount is not the one due. */
    takenBy: filledTitle(100, "Please enter your name"),
    photoId: image,
  }),
  /** Takes back a payment that was typed wrong, before it is counted. */
  z.object({
    ...shared,
    kind: z.literal("unpaid"),
    /** The request id of the payment. */
    paymentId: z.uuid(),
    photoId: image,
  }),
]);

export type Report = z.output<typeof reportSchema>;
export type ReportOf<Kind extends Report["kind"]> = Extract<Report, { kind: Kind }>;

/** Why a report was refused. */
export type ReportRefusal =
  | "gone"
  | "not packed"
  | "already delivered"
  | "too much"
  | "too early"
  | "too late"
  | "not offered"
  | "too warm"
  | "not all refused"
  | "weighed back"
  | "on hold"
  | "told already"
  // What stands in the way of an undo.
  | "sold"
  | "weighed"
  | "credited"
  | "counted"
  | "back";

/** A stop's report that was not undone. */
export interface StopReport {
  kind: "delivered" | "not_home" | "refused" | "kept" | "moved" | "undone";
  happenedAt: Date;
  /** Who received it; empty for nobody. */
  receivedBy: string;
  temperatureC: string | null;
  /** Pounds that were refused; null for none. */
  refusedLb: string | null;
  note: string;
  signature: ReportedImage | null;
  photo: ReportedImage | null;
}

/** A stored signature or photo. */
export interface ReportedImage {
  contentType: string;
  content: Uint8Array;
}
