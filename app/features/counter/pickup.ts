import { z } from "zod";
import { optionalText } from "#app/lib/form/form-texts.ts";
import { saleSchema } from "./sale.ts";

/** An order that somebody comes for. */
export interface Pickup {
  id: string;
  number: number;
  name: string;
  phone: string;
  /** The Pacific day; null without one. */
  day: string | null;
  isPacked: boolean;
  boxes: number;
  /** What is to be taken now; a card that is charged by itself is left out. */
  dueCents: number;
}

const tenders = saleSchema.shape.tenders;

/** An order that is handed over, with how it was paid, as the page's own part sends it. */
export const handOverForm = z.object({
  requestId: z.uuid("Please load the page again"),
  sessionId: z.uuid("Open a till first"),
  /** What was due as the form had it, in cents. */
  seen: z.string().default(""),
  tenders: z
    .string()
    .default("[]")
    .transform((text, context) => {
      const read = tenders.safeParse(parsed(text));
      if (read.data) return read.data;
      context.addIssue({ code: "custom", message: "Please load the page again" });
      return z.NEVER;
    }),
  /** Why it is not paid; empty where it is. */
  reason: optionalText(500),
});

export type TypedHandOver = z.output<typeof handOverForm>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || "[]");
  } catch {
    return null;
  }
}
