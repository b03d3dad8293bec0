import { z } from "zod";
import { anotherCheque } from "#app/domain/ledger/book-form.ts";
import { methodsByHand } from "#app/domain/ledger/ledger-entry.ts";
import { amountInDollars, optionalText } from "#app/lib/form/form-texts.ts";
import type { PaymentMethod } from "#db/schema/values/money.ts";

export interface OrderDebt {
  orderNumber: number;
  customerId: string;
  /** Open items of its own invoices, oldest first; none without one, or once they are paid. */
  debts: {
    entryId: string;
    documentId: string;
    documentNumber: string | null;
    openCents: number;
  }[];
  /** Requested, unpaid deposit in cents; 0 for none. */
  depositCents: number;
}

/** The till session whose drawer takes or gives the cash, or whose report has the card payment. */
export const drawerField = z
  .union([z.literal(""), z.uuid("Please choose the till it is counted with")])
  .optional();

/** Returns the method if it may be counted with a till (cash and the card terminal), else null. */
export const tillMethodOf = (method: PaymentMethod): "cash" | "terminal" | null =>
  method === "cash" || method === "terminal" ? method : null;

/** Form for a payment of one order. Its amount is parsed to cents. */
export const orderPaymentForm = z.object({
  requestId: z.uuid("Please reload the page"),
  amount: amountInDollars,
  method: z.enum(methodsByHand, "Please choose how it was paid"),
  reference: optionalText(100),
  anotherCheque,
  drawer: drawerField,
});

export type OrderPayment = z.output<typeof orderPaymentForm>;

export const orderPaymentFailed = "The payment could not be recorded. Please try again.";
