import type { Company } from "#app/content/company.ts";
import { formatCents } from "#app/lib/amounts/money.ts";

/** Messages shared by the server's errors and the form. */
export const notAvailable = "Not available for this order. Remove it to place the order.";
export const sameLineTwice =
  "The same product, cut and packed alike, is on a line above. Put them together, or change one.";
export const nothingAsked = "Enter a quantity for at least one product.";

/** Returns the message for an order below the minimum (both in cents); null if it isn't. */
export function belowMinimum(cents: number, minimumCents: number): string | null {
  if (cents >= minimumCents) return null;
  const missing = formatCents(minimumCents - cents);
  return `The minimum order is ${formatCents(minimumCents)}. Please add ${missing} more.`;
}

export const roleMayNotOrder =
  "Your role doesn't include placing orders. Please ask the owner of your account.";
export const noSite =
  "You have no site to order for at present. Please ask the owner of your account.";

export const chooseDay = "Choose a day.";

export const orderedBefore =
  "You have placed this order before. Open it from our email about it, or order again.";

export const reloadPage = "Please reload the page and try again.";

export type MissingDetail = "phone" | "address" | "confirmation";

/** Returns instructions for the customer. */
export function missingInWords(missing: readonly MissingDetail[]): string {
  const details = missing.filter((detail) => detail !== "confirmation");
  const wanted = details.map((detail) =>
    detail === "phone" ? "a phone number" : "a delivery address",
  );
  return [
    wanted.length > 0 &&
      `Please add ${wanted.join(" and ")} to your account before your first order.`,
    missing.includes("confirmation") &&
      "Please confirm your email address with the link we sent you.",
  ]
    .filter(Boolean)
    .join(" ");
}

export const closedAccount = ({ phone }: Pick<Company, "phone">): string =>
  `This account is closed for orders. To order again, please call ${phone.display}.`;

export const inactiveClient =
  "This client is inactive. Make them active again on their details page before you take an order.";
