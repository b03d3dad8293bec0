import { z } from "zod";
import { filledText } from "#app/lib/form/form-texts.ts";

/** Why a lot is on hold. */
export interface LotHold {
  reason: string;
  heldAt: Date;
  /** The account's address; empty if it is gone. */
  heldBy: string;
}

/** The lots related to a lot's hold. */
export interface HeldFamily {
  /** Lots made of it, over any number of steps; its hold doesn't stop them. */
  madeOfIt: { id: string; code: string; meat: string; leftLb: string | null; isHeld: boolean }[];
  /** Lots on hold that it was made from. */
  heldParents: { id: string; code: string; reason: string }[];
}

export const holdSchema = z.object({
  reason: filledText(500, "Please say why: packers read it").prefault(""),
  withMade: z
    .string()
    .optional()
    .transform((ticked) => ticked === "yes"),
});

export const releaseSchema = z.object({
  releaseNote: filledText(500, "Please say why it may be used again").prefault(""),
});

/** Returns the words used by the station and the lots' forms. */
export function heldInWords(code: string, reason: string): string {
  return `Lot ${code} is on hold: ${reason.replace(/[.\s]+$/, "")}.`;
}
