import type { Shop } from "#app/content/company.ts";
import type { MailBlock } from "#app/features/mail/mail-block.ts";

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

/**
 * A mail's link to an order: in the client's account, or for a guest by a link of the mail's own,
 * with what its holder can do.
 *
 * @param guestUrl null for a client with an account
 */
export function orderLinkBlocks(orderId: string, shop: Shop, guestUrl: string | null): MailBlock[] {
  const url = guestUrl ?? `${shop.siteUrl}/dashboard/orders/${orderId}`;
  return [
    { kind: "link", label: "See the order", url },
    ...(guestUrl === null ? [] : [{ kind: "aside" as const, text: careOfLink }]),
  ];
}

const careOfLink =
  "Whoever has this link can see the order, and change or cancel it until its cut-off. Share it only with people who may.";

/**
 * Why somebody gets a mail about an order.
 *
 * @param what for example "was fulfilled"
 */
export function orderMailReason(what: string, guestUrl: string | null, { company }: Shop): string {
  const order =
    guestUrl === null
      ? `an order from your ${company.name} account`
      : "an order placed with this address";
  return `You received this e-mail because ${order} ${what}.`;
}
