import { z } from "zod";
import { methodsByHand } from "#app/domain/ledger/ledger-entry.ts";
import { amountInDollars, optionalText } from "#app/lib/form/form-texts.ts";

/** What is still to be paid for an order. */
export interface OrderDebt {
  orderNumber: number;
  customerId: string;
  /** Of its own invoices, the oldest first; empty while it has none, and once they are paid. */
  debts: { entryId: string; documentNumber: string | null; openCents: number }[];
  /** A deposit that is asked for and not paid, in cents; 0 for none. */
  depositCents: number;
}

/** A payment for one order, as typed. The amount becomes cents. */
export const orderPaymentForm = z.object({
  requestId: z.uuid("Please load the page again"),
  amount: amountInDollars,
  method: z.enum(methodsByHand, "Please choose how it was paid"),
  reference: optionalText(100),
});

export type OrderPayment = z.output<typeof orderPaymentForm>;

/** Said when nothing could be recorded, and nothing better is known. */
export const orderPaymentFailed = "The payment could not be recorded. Please try again.";
