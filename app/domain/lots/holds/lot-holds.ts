import { z } from "zod";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { filledText } from "#app/lib/form/form-texts.ts";

export interface LotHold {
  reason: string;
  heldAt: Date;
  /** The email of the account that placed the hold; empty if it is gone. */
  heldBy: string;
}

export interface HeldFamily {
  /** Lots made of it, over any number of steps; its hold doesn't stop them. */
  madeOfIt: {
    id: string;
    code: string;
    meat: string;
    leftLb: string | null;
    isHeld: boolean;
    /** True if it may be held too: it isn't on hold, and wasn't released since the hold began. */
    isOffered: boolean;
  }[];
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

/** Meat of a line that was handed over though its lots were on hold. Pounds are decimal text. */
export interface HeldWithClient {
  orderId: string;
  orderNumber: number;
  client: string;
  phone: string;
  productName: string;
  lots: { id: string; code: string }[];
  lb: string;
  recall: { id: string; number: number } | null;
}

/** Returns "Sample Bistro, order 1042: 4 lb of Ribeye Steak of lot L-1". */
export function withClientInWords(one: HeldWithClient): string {
  const codes = one.lots.map(({ code }) => code).join(", ");
  return `${one.client}, order ${one.orderNumber}: ${formatLb(Number(one.lb))} of ${one.productName} of lot ${codes}`;
}
