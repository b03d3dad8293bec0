import type { Shop } from "#app/content/company.ts";
import type { MailBlock } from "#app/domain/mail/mail-block.ts";

/** Weeks that an order's links stay valid after its delivery; longer than the period for claims. */
export const orderLinkWeeks = 6;

/** Intent of the form on an invalid link's page, which emails a new link. */
export const newLinkIntent = "new-link";

/** Returns the path of a retail order's page, for the holder of its token. */
export function orderLinkPath(token: string): string {
  return `/orders/${token}`;
}

/** Returns the path of the card payment page of a retail order, for the holder of its token. */
export function payOrderPath(token: string): string {
  return `/checkout/pay/${token}`;
}

/** Returns `payOrderPath` from the path of the order's page. */
export function payOrderPathOf(orderPath: string): string {
  return payOrderPath(orderPath.slice(orderLinkPath("").length));
}

/** The reader of an email about an order. */
export interface OrderReader {
  /** A guest's link to the order; null for members, who find it in their account. */
  guestUrl: string | null;
  /** True if the email may repeat typed text: names, notes, addresses. */
  repeatsTyped: boolean;
  /** True for a contact, who must not get links to act with. */
  isContact?: boolean;
}

export const memberReads: OrderReader = { guestUrl: null, repeatsTyped: true };

/** Says where to find typed text that an email leaves out. */
export function leftOut({ repeatsTyped }: OrderReader): MailBlock[] {
  const text =
    "Names, addresses and notes are on the order’s page only, until you confirm there that this email address is yours.";
  return repeatsTyped ? [] : [{ kind: "aside", text }];
}

/**
 * Returns an email's link to an order, in the client's account or for a guest a new one, and says
 * what its holder can do.
 *
 * @param guestUrl null for a client with an account
 * @param options.isChangeable true if the order can be changed and cancelled until its cut-off
 */
export function orderLinkBlocks(
  orderId: string,
  shop: Shop,
  guestUrl: string | null,
  { isChangeable = true }: { isChangeable?: boolean } = {},
): MailBlock[] {
  const url = guestUrl ?? `${shop.siteUrl}/dashboard/orders/${orderId}`;
  const care = isChangeable ? careOfLink : careOfSettledLink;
  return [
    { kind: "link", label: "See the order", url },
    ...(guestUrl === null ? [] : [{ kind: "aside" as const, text: care }]),
  ];
}

/** Returns the link to several settled orders of one email; for a client, to all their orders. */
export function ordersLinkBlocks(
  [first, ...more]: readonly { id: string }[],
  shop: Shop,
  guestUrl: string | null,
): MailBlock[] {
  return more.length > 0 && guestUrl === null
    ? [{ kind: "link", label: "See your orders", url: `${shop.siteUrl}/dashboard/orders` }]
    : orderLinkBlocks(first?.id ?? "", shop, guestUrl, { isChangeable: false });
}

const careOfLink =
  "Whoever has this link can see the order, and change or cancel it until its cut-off. Share it only with people who may.";

const careOfSettledLink =
  "Whoever has this link can see the order. Share it only with people who may.";

/**
 * Says why somebody gets an email about an order, which may be a contact without a login.
 *
 * @param what for example "was fulfilled"
 */
export function orderMailReason(what: string, guestUrl: string | null, { company }: Shop): string {
  const order =
    guestUrl === null
      ? `an order of the ${company.name} account that lists this address`
      : "an order placed with this address";
  return `You're receiving this email because ${order} ${what}.`;
}
