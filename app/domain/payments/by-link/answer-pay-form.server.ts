import { z } from "zod";
import { amountProblem, type PayAnswer } from "#app/domain/documents/pay-form.ts";
import { payByLinkCounts } from "#app/domain/limits/rate-limits.ts";
import { type RateLimits, whenAgain } from "#app/domain/limits/rate-rule.ts";
import { takesCards } from "#app/domain/settings/payments/payment-settings.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import type { Database } from "#db/database.ts";
import { getPayableInvoice, startInvoicePayment } from "./pay-invoice.server.ts";

interface PayServices {
  db: Database;
  cardPayments: object | null;
  limits: RateLimits;
  clientAddress: string;
}

type PayFormAnswer = { paymentId: string } | { answer: PayAnswer; status: number };

const requestIdForm = z.uuid();

/** Answers "Pay by card" on an invoice's page: starts the payment, or says why there is none. */
export async function answerPayForm(
  services: PayServices,
  token: string,
  values: Record<string, string>,
): Promise<PayFormAnswer> {
  const { db, limits, clientAddress } = services;
  const refuse = (status: number, answer: PayAnswer) => ({ status, answer: { ...answer, values } });
  const invoice = await getPayableInvoice(db, token);
  if (!invoice) return refuse(404, {});
  if (!(await takesCards(services))) {
    return refuse(409, { message: "Cards are not taken at the moment. Nothing was charged." });
  }
  const requestId = requestIdForm.safeParse(values.requestId);
  if (!requestId.success) return refuse(400, { message: "Please reload the page." });
  const cents = centsOf(values.amount ?? "");
  const problem = amountProblem(cents, invoice.openCents);
  if (invoice.openCents > 0 && problem) return refuse(400, { errors: { amount: [problem] } });
  const wait = await limits.takeAll(payByLinkCounts(clientAddress, invoice.id));
  if (wait !== null) {
    return refuse(429, { message: `Too many attempts. Try again ${whenAgain(wait)}.` });
  }
  const asked = { cents: cents ?? 0, requestId: requestId.data };
  const started = await startInvoicePayment(db, token, asked);
  if ("paymentId" in started) return started;
  const { openCents } = (await getPayableInvoice(db, token)) ?? invoice;
  switch (started.refused) {
    case "unknown":
      return refuse(404, {});
    case "paid":
      return refuse(409, { message: "Someone else has paid this invoice. Nothing is open." });
    case "on the order's card":
      return refuse(409, { message: "This invoice is charged to the card of its order." });
    case "amount":
      return refuse(409, {
        message: `${formatCents(openCents)} is still open. Please enter that or less.`,
      });
    default:
      return refuse(409, { message: "Please check the amount, and press the button once more." });
  }
}
