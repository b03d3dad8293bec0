import { formatCents } from "#app/lib/amounts/money.ts";

/**
 * What guests may have whose address nobody has proved, since whoever types somebody else's, or one
 * that is made up, risks nothing.
 */
export const mostUnproved = {
  /** What an order may come to that is not paid by card. */
  cents: 1_500_00,
  /** Orders with one address that are not paid by card, and not packed yet. */
  orders: 4,
  /** Of the stops and of the pounds of a day, for all of one network together; a stop in any case. */
  share: 0.25,
};

/** Which of them is exceeded. */
export type UnprovedReason = "amount" | "orders" | "share";

/** Why the address is to be confirmed, in a sentence. */
export function whyConfirm(reason: UnprovedReason): string {
  if (reason === "amount") {
    return `For orders over ${formatCents(mostUnproved.cents)} we ask you to confirm your email address first.`;
  }
  return reason === "orders"
    ? `There are ${mostUnproved.orders} open orders with this email address already, so we ask you to confirm it first.`
    : "Much of this day was ordered from your network already, so we ask you to confirm your email address first.";
}

/** Of an order that is changed by its link: what to do. */
export function confirmByLink(reason: UnprovedReason): string {
  return `${whyConfirm(reason)} Open the link in our email, press “Yes, it’s mine”, and try again. Nothing was changed.`;
}
