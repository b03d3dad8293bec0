import type { Shop } from "#app/content/company.ts";
import type { MailBlock } from "#app/domain/mail/mail-block.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { askAmount } from "#app/lib/form/typed-numbers.ts";

/** The minimum card payment, in cents. */
export const leastCents = 1_00;

export type PayAnswer = FormAnswer<"amount">;

/** Returns the page where an invoice's link pays it; null for a document without a link. */
export function payPath(invoiceUrl: string | null): string | null {
  return invoiceUrl && `${invoiceUrl}/pay`;
}

/** Says in an invoice's email where to see and pay the open amount. */
export function howToPayAside(invoiceUrl: string | null, shop: Shop): MailBlock[] {
  const path = payPath(invoiceUrl);
  if (!path) return [];
  return [{ kind: "aside", text: "Balance and payment options:", url: shop.siteUrl + path }];
}

/** True if the open amount can be paid by card. */
export function isPayable(openCents: number): boolean {
  return openCents >= leastCents;
}

/** Returns the error in an amount to pay, given the open amount; null if there is none. */
export function amountProblem(cents: number | null, openCents: number): string | null {
  if (cents === null) return askAmount;
  if (cents < leastCents) return `Please pay ${formatCents(leastCents)} at least`;
  if (cents > openCents) return `${formatCents(openCents)} is open. Please enter that or less.`;
  return null;
}

/** Returns "Visa •••• 4242"; empty for an unknown card. */
export function cardInWords(brand: string, last4: string): string {
  const name = brand.charAt(0).toUpperCase() + brand.slice(1);
  return [name, last4 && `•••• ${last4}`].filter(Boolean).join(" ");
}
