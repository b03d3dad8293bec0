import type { Shop } from "#app/content/company.ts";
import type { MailBlock } from "#app/domain/mail/mail-block.ts";

/**
 * Weeks for which an order's links open it, counted from its delivery; longer than a credit can be
 * asked for.
 */
export const orderLinkWeeks = 6;

/** What the form of a link that does not work sends, to have a new one mailed. */
export const newLinkIntent = "new-link";

/** The page of a retail order, for whoever has its token. */
export function orderLinkPath(token: string): string {
  return `/orders/${token}`;
}

/** Where a retail order is paid by card, for whoever has its token. */
export function payOrderPath(token: string): string {
  return `/checkout/pay/${token}`;
}

/** The same, of the path of its page. */
export function payOrderPathOf(orderPath: string): string {
  return payOrderPath(orderPath.slice(orderLinkPath("").length));
}

/** For whom a mail about an order is written. */
export interface OrderReader {
  /** A link to the order for a guest; null for members, who find it in their account. */
  guestUrl: string | null;
  /** Whether the mail may repeat what was typed freely: names, notes, addresses. */
  repeatsTyped: boolean;
  /** A contact, who is told and does not act: no link that lets its holder act. */
  isContact?: boolean;
}

/** A member of a customer. */
export const memberReads: OrderReader = { guestUrl: null, repeatsTyped: true };

/** In a mail that repeats nothing that was typed: where it is. */
export function leftOut({ repeatsTyped }: OrderReader): MailBlock[] {
  const text =
    "Names, addresses and notes are on the order’s page only, until you confirm there that this email address is yours.";
  return repeatsTyped ? [] : [{ kind: "aside", text }];
}

/**
 * A mail's link to an order: in the client's account, or for a guest by a link of the mail's own,
 * with what its holder can do.
 *
 * @param guestUrl null for a client with an account
 * @param options.isChangeable whether the order can be changed and cancelled until its cut-off
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

const careOfLink =
  "Whoever has this link can see the order, and change or cancel it until its cut-off. Share it only with people who may.";

const careOfSettledLink =
  "Whoever has this link can see the order. Share it only with people who may.";

/**
 * Why somebody gets a mail about an order: of a client's, also a contact who does not sign in.
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
