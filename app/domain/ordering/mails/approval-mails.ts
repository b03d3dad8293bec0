import type { Shop } from "#app/content/company.ts";
import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { replyOrCall } from "#app/domain/mail/mail-block.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDate, formatDateTime } from "#app/lib/dates.ts";

interface ApprovedOrder {
  id: string;
  number: number;
  placedAt: Date;
}

const pageOf = ({ id }: ApprovedOrder, { siteUrl }: Shop) => `${siteUrl}/dashboard/orders/${id}`;

interface Asked {
  order: ApprovedOrder;
  mostCents: number;
  /** The address of the member who placed it. */
  buyer: string;
  cutOffAt: Date | null;
  shop: Shop;
}

/** Asks an order's approvers to approve it. */
export function approvalAskedMail({ order, mostCents, buyer, cutOffAt, shop }: Asked): MailContent {
  const until = cutOffAt
    ? ` If nobody approves it by ${formatDateTime(cutOffAt)}, it is cancelled.`
    : "";
  return composeMail(shop.company, {
    subject: `Please approve order ${order.number}, ${formatCents(mostCents)} at most`,
    preview: `${buyer} placed it.`,
    title: `${orderName(order.number)} waits for your approval`,
    blocks: [
      `${buyer} placed an order that comes to ${formatCents(mostCents)} at most, which is above their limit. Its place is kept, and it is cut once you approve it.${until}`,
      { kind: "link", label: "See and approve it", url: pageOf(order, shop) },
    ],
    reason: `You're receiving this email because you approve orders of your business at ${shop.company.name}.`,
  });
}

interface Approved {
  order: ApprovedOrder;
  by: string;
  isFree: boolean;
  shop: Shop;
}

/** Tells the buyer that the order is approved. */
export function approvedMail({ order, by, isFree, shop }: Approved): MailContent {
  return composeMail(shop.company, {
    subject: `${orderName(order.number)} is approved`,
    preview: isFree ? "We will cut it next." : "It is still on hold for another reason.",
    blocks: [
      `${by} approved the order you placed on ${formatDate(order.placedAt)}. ${
        isFree
          ? "We will cut it next."
          : "It is still on hold for another reason; its page says why."
      }`,
      { kind: "link", label: "See the order", url: pageOf(order, shop) },
    ],
    reason: "You're receiving this email because you placed this order.",
  });
}

/** Tells the buyer and the approvers that the order wasn't approved before the cut-off. */
export function unapprovedMail(order: ApprovedOrder, shop: Shop): MailContent {
  const again = `${shop.siteUrl}${placeOrderPath}?${new URLSearchParams({ again: order.id })}`;
  return composeMail(shop.company, {
    subject: `${orderName(order.number)} is cancelled: not approved in time`,
    preview: "Order it again for the next day.",
    blocks: [
      `Nobody approved the order of ${formatDate(order.placedAt)} by its cut-off, so it is cancelled and will not be cut. There is nothing to pay.`,
      { kind: "link", label: "Order it again for the next day", url: again },
      replyOrCall("Still need it?", shop.company),
    ],
    reason:
      "You're receiving this email because you placed this order, or approve orders of your business.",
  });
}
