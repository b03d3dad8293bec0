import { z } from "zod";
import { filledText } from "#app/lib/form/form-texts.ts";

/** Why a lot is on hold. */
export interface LotHold {
  reason: string;
  heldAt: Date;
  /** The account's address; empty where it is gone. */
  heldBy: string;
}

export const holdSchema = z.object({
  reason: filledText(500, "Please say why: packers read it").prefault(""),
});

export const releaseSchema = z.object({
  releaseNote: filledText(500, "Please say why it may be used again").prefault(""),
});

/** As the station and the forms of lots say it. */
export function heldInWords(code: string, reason: string): string {
  return `Lot ${code} is on hold: ${reason.replace(/[.\s]+$/, "")}.`;
}
