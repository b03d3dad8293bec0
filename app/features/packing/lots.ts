import { z } from "zod";

/** A lot to choose at the station. */
export interface Lot {
  id: string;
  code: string;
  supplier: string;
  /** A calendar day, e.g. "2026-12-01". */
  expiresOn: string | null;
  receivedAt: Date;
}

const day = z.union([z.literal("").transform(() => null), z.iso.date()]).nullable();

const text = (max: number) =>
  z
    .string()
    .transform((typed) => typed.replace(/[\s\p{Cc}]+/gu, " ").trim())
    .pipe(z.string().max(max, `Please use at most ${max} characters`));

/** A lot as entered: the code and the supplier are needed, the rest if it is known. */
export const lotSchema = z.object({
  code: text(40).refine(Boolean, "Please enter the lot's code"),
  supplier: text(200).refine(Boolean, "Please enter the supplier"),
  supplierLot: text(40).default(""),
  animalNumber: text(40).default(""),
  establishment: text(40).default(""),
  grade: text(40).default(""),
  receivedLb: z
    .union([
      z.literal("").transform(() => null),
      z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, "Please enter pounds, for instance 250"),
    ])
    .nullable()
    .default(null),
  temperatureC: z
    .union([
      z.literal("").transform(() => null),
      z.string().regex(/^-?\d{1,2}(\.\d)?$/, "Please enter degrees, for instance 3.5"),
    ])
    .nullable()
    .default(null),
  slaughteredOn: day.default(null),
  expiresOn: day.default(null),
  note: text(2000).default(""),
  /** Lots that it was cut or ground from. */
  parents: z.array(z.guid().toLowerCase()).max(20).default([]),
});

export type NewLot = z.output<typeof lotSchema>;
