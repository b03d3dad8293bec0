import { z } from "zod";
import { formatCents } from "#app/lib/amounts/money.ts";
import { optionalText } from "#app/lib/form/form-texts.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import { saleSchema } from "./sale.ts";

export interface Pickup {
  id: string;
  number: number;
  name: string;
  phone: string;
  day: string | null;
  isPacked: boolean;
  /** Why it isn't packed yet; empty unless the order itself is on hold. */
  holds: HoldReason[];
  boxes: number;
  /** Its packed meat on hold: "Ground Beef of lot C1-1". Any blocks the handover. */
  held: string[];
  /** Amount to take now, in cents, without a card that will be charged automatically. */
  dueCents: number;
  /** True if the client's terms let a rest stay on their account without a reason. */
  paysLater: boolean;
}

/** Action in the order's history. */
export const handedOverAction = "handed over at the till";

/** Number of days ahead that are listed, because some customers come early. */
export const pickupDaysAhead = 2;

const tenders = saleSchema.shape.tenders;

export const handOverForm = z.object({
  requestId: z.uuid("Please reload the page"),
  sessionId: z.uuid("Open a till first"),
  /** The amount due that the form showed, in cents. */
  seen: z.string().default(""),
  tenders: z
    .string()
    .default("[]")
    .transform((text, context) => {
      const read = tenders.safeParse(parsed(text));
      if (read.data) return read.data;
      context.addIssue({ code: "custom", message: "Please reload the page" });
      return z.NEVER;
    }),
  /** "account" if the rest is meant to stay open on the customer's account. */
  rest: z.string().default(""),
  reason: optionalText(500),
});

/** Says what is left open, and who handles it. */
export const leftOpenInWords = (cents: number) =>
  `${formatCents(cents)} is left open. The office sees it in Receivables.`;

export type TypedHandOver = z.output<typeof handOverForm>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || "[]");
  } catch {
    return null;
  }
}
