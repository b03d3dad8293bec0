import { z } from "zod";
import { taxes } from "#app/content/taxes.ts";
import { taxesOn } from "#app/domain/documents/document-taxes.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { filledText, optionalText } from "#app/lib/form/form-texts.ts";

/** In which ways money is given back at a till. */
export const refundMethods = ["cash", "terminal", "etransfer"] as const;

export type RefundMethod = (typeof refundMethods)[number];

/** What lines come to with their taxes, as the note that credits them. */
export function creditedCents(lines: readonly { taxCode: string; leftAmount: string }[]): number {
  if (lines.length === 0) return 0;
  const credited = lines.map(({ taxCode, leftAmount }) => ({ taxCode, amount: leftAmount }));
  return toCents(taxesOn(credited, taxes).total);
}

/** What of a sale is given back: whole lines, by their places. */
export const refundForm = z.object({
  requestId: z.uuid("Please load the page again"),
  sessionId: z.uuid("Open a till first"),
  lines: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .filter((one) => /^\d{1,4}$/.test(one))
        .map(Number),
    )
    .refine((lines) => lines.length > 0, "Please choose what is given back"),
  method: z.enum(refundMethods, "Please choose how it is given back"),
  reference: optionalText(100),
  reason: filledText(500, "Please say why"),
});

export type TypedRefund = z.output<typeof refundForm>;

/** A payment that was entered in the wrong way. */
export const wrongTenderForm = z.object({
  requestId: z.uuid("Please load the page again"),
  receiptId: z.uuid("Please load the page again"),
  method: z.enum([...refundMethods, "cheque"], "Please choose how it was paid"),
  reason: filledText(500, "Please say why"),
});

export type TypedWrongTender = z.output<typeof wrongTenderForm>;
