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

/**
 * Why a deposit's payment was taken back: its cash was given back, it never arrived, or another
 * reason, such as a payment recorded for the wrong order.
 */
export type DepositBack = "given back" | "never received" | "taken back";

const backInWords: Record<DepositBack, (amount: string, name: string, how: string) => string> = {
  "given back": (amount, name, how) =>
    `We have given your deposit of ${amount} for ${name} back to you ${how}, so ${amount} is open again.`,
  "never received": (amount, name) =>
    `The payment of your deposit for ${name} did not arrive, so ${amount} is open again.`,
  "taken back": (amount, name) =>
    `We have taken back the payment that we had recorded as your deposit for ${name}, so ${amount} is open again.`,
};

/** Asks for a deposit before the order is cut, or again once its payment was taken back. */
export function depositAskedMail(
  asked: AskedDeposit & {
    back?: DepositBack;
    how?: string;
  },
): MailContent {
  const { order, cents, shop, guestUrl, back, how = "in cash" } = asked;
  const name = orderName(order.number).toLowerCase();
  return composeMail(shop.company, {
    subject: `Deposit of ${formatCents(cents)} for order ${order.number}`,
    preview: "We cut the order once it is paid.",
    title: "A deposit, please",
    blocks: [
      back
        ? `${backInWords[back](formatCents(cents), name, how)} We cut the order once it is paid.`
        : `Before we cut ${name}, we ask for a deposit of ${formatCents(cents)}. It is taken off the invoice.`,
      depositWays({ number: order.number, cents }, shop),
      { kind: "link", label: "See the order", url: pageOf(asked) },
      replyOrCall("Questions?", shop.company),
    ],
    reason: orderMailReason("has a deposit", guestUrl, shop),
  });
}

/** Says that a deposit is taken off the invoice. `cents` was handed over; cash is rounded. */
export function takenOff(cents: number, askedCents: number): string {
  const off = "It is taken off the invoice.";
  return cents === askedCents
    ? off
    : `${off} We asked for ${formatCents(askedCents)}; the difference is cash rounding.`;
}

/** Thanks the client for a deposit; `cents` is what was handed over. */
export function depositPaidMail(
  paid: AskedDeposit & { askedCents: number; isFree: boolean },
): MailContent {
  const { order, cents, askedCents, isFree, shop, guestUrl } = paid;
  return composeMail(shop.company, {
    subject: `We have your deposit for order ${order.number}`,
    preview: `${formatCents(cents)}, taken off the invoice.`,
    title: "Thank you",
    blocks: [
      `Your deposit of ${formatCents(cents)} is here. ${takenOff(cents, askedCents)}${isFree ? " We cut the order as planned." : ""}`,
      { kind: "link", label: "See the order", url: pageOf(paid) },
    ],
    reason: orderMailReason("has a deposit", guestUrl, shop),
  });
}

interface GivenBack extends Omit<AskedDeposit, "cents"> {
  /** Cents; cash is rounded. */
  cents: number;
  /** How: "in cash", "by e-transfer". */
  how: string;
  /** The part of the deposit that stays paid; 0 if it was given back whole. */
  leftCents: number;
  /** What happens to the order, as a sentence; empty if it is packed or cancelled. */
  then: string;
}

/** Tells the client that a deposit, or part of it, was given back and is not requested again. */
export function depositBackMail(given: GivenBack): MailContent {
  const { order, cents, how, leftCents, then, shop, guestUrl } = given;
  const amount = formatCents(cents);
  const what =
    leftCents > 0
      ? `${amount} of your deposit for ${orderName(order.number).toLowerCase()}`
      : `your deposit for ${orderName(order.number).toLowerCase()}, ${amount},`;
  const left =
    leftCents > 0
      ? `${formatCents(leftCents)} of it stays paid.`
      : "Nothing is asked for in its place.";
  return composeMail(shop.company, {
    subject: `We gave ${amount} of your deposit for order ${order.number} back`,
    preview: `${amount} ${how}. ${left}`,
    title: "Your deposit",
    blocks: [
      [`We have given ${what} back to you ${how}.`, left, then].filter(Boolean).join(" "),
      { kind: "link", label: "See the order", url: pageOf({ ...given, cents }) },
      replyOrCall("Questions?", shop.company),
    ],
    reason: orderMailReason("had a deposit", guestUrl, shop),
  });
}

/** Says what cancelling an order does with its paid deposit, before it is cancelled. */
export const ifCancelled = (cents: number, isGuest: boolean): string =>
  isGuest
    ? `You paid ${formatCents(cents)} ahead. We give it back to you.`
    : `You paid ${formatCents(cents)} ahead. It becomes credit on your account until we give it back.`;

/** The status of a paid deposit that was used up without an invoice of its own order. */
export const usedElsewhere =
  "It is not taken off the invoice any more: it paid other invoices of your account, or went back to you.";

/** Says where the paid deposit of a cancelled order is. */
export const afterCancelling = (isGuest: boolean): string =>
  isGuest
    ? "The order is cancelled, so we give it back to you."
    : "The order is cancelled, so it went to your account as credit.";
