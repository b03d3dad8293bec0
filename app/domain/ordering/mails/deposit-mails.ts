import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { replyOrCall } from "#app/domain/mail/mail-block.ts";
import { orderMailReason } from "#app/domain/orders/links/order-link.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";

interface DepositOrder {
  id: string;
  number: number;
}

interface AskedDeposit {
  order: DepositOrder;
  cents: number;
  shop: Shop;
  /** The page of a guest's order; null for a client, who sees it in their account. */
  guestUrl: string | null;
}

/** Says how to pay an order's deposit, in its email and on the order's page. */
export function depositWays(
  { number, cents }: { number: number; cents: number },
  { etransferEmail, company }: Pick<Shop, "etransferEmail" | "company">,
): string {
  const transfer = etransferEmail
    ? `Send ${formatCents(cents)} by Interac e-Transfer to ${etransferEmail}, with “${orderName(number)}” as the message. `
    : "";
  return `${transfer}To pay ${transfer ? "another way" : "it"}, call ${company.phone.display}.`;
}

const pageOf = ({ order, guestUrl, shop }: AskedDeposit) =>
  guestUrl ?? `${shop.siteUrl}/dashboard/orders/${order.id}`;

/** Asks for a deposit before the order is cut; `isAgain` if an earlier payment failed. */
export function depositAskedMail(asked: AskedDeposit & { isAgain?: boolean }): MailContent {
  const { order, cents, shop, guestUrl, isAgain = false } = asked;
  const name = orderName(order.number).toLowerCase();
  return composeMail(shop.company, {
    subject: `Deposit of ${formatCents(cents)} for order ${order.number}`,
    preview: "We cut the order once it is paid.",
    title: "A deposit, please",
    blocks: [
      isAgain
        ? `The payment of your deposit for ${name} did not come through, so ${formatCents(cents)} is open again. We cut the order once it is paid.`
        : `Before we cut ${name}, we ask for a deposit of ${formatCents(cents)}. It is taken off the invoice.`,
      depositWays({ number: order.number, cents }, shop),
      { kind: "link", label: "See the order", url: pageOf(asked) },
      replyOrCall("Questions?", shop.company),
    ],
    reason: orderMailReason("has a deposit", guestUrl, shop),
  });
}

/** Thanks the client for a deposit. */
export function depositPaidMail(paid: AskedDeposit & { isFree: boolean }): MailContent {
  const { order, cents, isFree, shop, guestUrl } = paid;
  return composeMail(shop.company, {
    subject: `We have your deposit for order ${order.number}`,
    preview: `${formatCents(cents)}, taken off the invoice.`,
    title: "Thank you",
    blocks: [
      `Your deposit of ${formatCents(cents)} is here, and is taken off the invoice.${isFree ? " We cut the order as planned." : ""}`,
      { kind: "link", label: "See the order", url: pageOf(paid) },
    ],
    reason: orderMailReason("has a deposit", guestUrl, shop),
  });
}
