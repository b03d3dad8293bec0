import type { PaymentSettings } from "#app/domain/settings/payments/payment-settings.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { dateInWords } from "#app/lib/dates.ts";
import type { PaymentWay } from "#db/schema/values/orders.ts";

type Kind = "delivery" | "pickup" | null;

/** Returns a payment way's label, e.g. "At the door". */
export function wayInWords(way: PaymentWay, kind: Kind): string {
  if (way === "card") return "Card";
  if (way === "etransfer") return "E-transfer";
  return kind === "pickup" ? "At pickup" : "At the door";
}

/** Explains a payment way before the order is placed. */
export function wayExplained(way: PaymentWay, kind: Kind): string {
  if (way === "card") return "We hold the most it can cost, and charge what we pack.";
  if (way === "etransfer")
    return "Once your order is packed, we email you how much to send and where.";
  return kind === "pickup"
    ? "You pay for what we packed when you pick it up."
    : "You pay our driver for what we packed.";
}

/** Says that a cancelled order costs nothing. */
export function nothingToPay(way: PaymentWay | null): string {
  const ofCard = "Your card was not charged, and your bank releases anything that was held.";
  return `There is nothing to pay.${way === "card" ? ` ${ofCard}` : ""}`;
}

/**
 * Explains what happens to a card before it is entered. `cents` is the order's maximum, `holdOn` as
 * by `authorizationDay`.
 */
export function cardExplained(cents: number, holdOn: string | null): string {
  const amount = formatCents(cents);
  return holdOn === null
    ? `We'll place a hold of ${amount} on your card and charge only for what we pack, never more. The rest is released when we pack.`
    : `Your card is saved now. On ${dateInWords(holdOn)}, before we pack, we'll place a hold of ${amount} and charge only for what we pack, never more. The rest is released when we pack.`;
}

export interface InvoiceToPay {
  number: string;
  /** Negative if too much was paid. */
  openCents: number;
  /** The part charged to the order's card, in cents; 0 if it isn't paid by card. */
  onCardCents: number;
  isPartSettled: boolean;
  /** True if it bills something after the first invoice, such as a second delivery. */
  isLater: boolean;
}

/** Returns the total open amount of an order's invoices, in cents. */
export function openOf(invoices: readonly Pick<InvoiceToPay, "openCents">[]): number {
  return invoices.reduce((sum, { openCents }) => sum + openCents, 0);
}

/** True if a customer with these terms pays at the handover. */
export function paysAtDoor(customer: { termsKind: string; invoicePer: string }): boolean {
  return customer.termsKind === "on_delivery" && customer.invoicePer !== "month";
}

/** True if orders are paid for at their stop: by door payers, or prepaying clients who owe. */
export function isDueAtStop(
  terms: { termsKind: string; invoicePer: string },
  here: readonly { paymentWay: string | null; openCents: number }[],
): boolean {
  if (paysAtDoor(terms)) return true;
  const isOpen = here.some(({ paymentWay, openCents }) => !paymentWay && openCents > 0);
  return terms.termsKind === "prepay" && isOpen;
}

interface ToPay {
  kind: Kind;
  invoices: readonly InvoiceToPay[];
  isDelivered: boolean;
  /** The shop's number, for amounts that can't be paid otherwise. */
  phone: string;
  settings: Pick<PaymentSettings, "etransferEmail" | "etransferNote">;
}

/** Says how to pay a packed order, for its email and page; empty if nothing is open. */
export function howToPay(way: PaymentWay, toPay: ToPay): string[] {
  const { kind, isDelivered } = toPay;
  const invoices = toPay.invoices.filter(({ openCents }) => openCents > 0);
  const cents = openOf(toPay.invoices);
  if (cents <= 0) return [];
  const amount = formatCents(cents);
  if (way === "card") return byCard(invoices, toPay);
  if (way === "etransfer") return [...byTransfer(amount, invoices, toPay), ...ofInvoices(invoices)];
  if (isDelivered) {
    const isUnrecorded = !toPay.invoices.some(({ isPartSettled }) => isPartSettled);
    return [
      isUnrecorded
        ? `${amount} is still open. If you paid when you got your order, there is nothing to do: we are still recording it.`
        : `${amount} is still open, after what you have paid and what was credited.`,
      ...ofInvoices(invoices),
      ...afterwards(amount, invoices, toPay),
    ];
  }
  const where =
    kind === "pickup"
      ? `Pay ${amount} when you pick it up.`
      : `Pay our driver ${amount} at the door.`;
  return [where, ...ofInvoices(invoices)];
}

function ofInvoices(invoices: readonly InvoiceToPay[]): string[] {
  if (invoices.length < 2) return [];
  const parts = invoices.map(
    ({ number, openCents }) => `${formatCents(openCents)} of invoice ${number}`,
  );
  return [`That is ${allOf(parts)}.`];
}

/** The card is charged for what was packed, up to its authorization, but not for later invoices. */
function byCard(invoices: readonly InvoiceToPay[], toPay: ToPay): string[] {
  return invoices.flatMap((invoice) => {
    const { number, openCents, onCardCents, isLater } = invoice;
    const rest = formatCents(openCents - onCardCents);
    const charged = formatCents(onCardCents);
    if (onCardCents >= openCents)
      return [`${charged} will be charged to your card. There is nothing to do.`];
    const open = isLater
      ? `Invoice ${number} adds ${rest}, which is not charged to your card.`
      : `${rest} of invoice ${number} is not charged to your card, and is still open.`;
    return [
      ...(onCardCents > 0
        ? [`${charged} will be charged to your card, all that your bank holds.`]
        : []),
      open,
      ...afterwards(rest, [invoice], toPay),
    ];
  });
}

function byTransfer(
  amount: string,
  invoices: readonly InvoiceToPay[],
  { settings: { etransferEmail, etransferNote } }: ToPay,
): string[] {
  const where = etransferEmail ? ` to ${etransferEmail}` : "";
  const reference = allOf(invoices.map(({ number }) => number));
  return [
    `Send an Interac e-Transfer of ${amount}${where}, with ${reference} in the message.`,
    ...(etransferNote ? [etransferNote] : []),
  ];
}

function afterwards(amount: string, invoices: readonly InvoiceToPay[], toPay: ToPay): string[] {
  if (toPay.settings.etransferEmail) return byTransfer(amount, invoices, toPay);
  return [`To pay it, please call us at ${toPay.phone}.`];
}

const list = new Intl.ListFormat("en-CA", { style: "long", type: "conjunction" });
const allOf = (parts: readonly string[]) => list.format(parts);

/** Says how to pay on the invoice itself, which already has the amount and number. */
export function howToPayInvoice(
  way: PaymentWay,
  {
    kind,
    isCardShort,
    settings: { etransferEmail, etransferNote },
  }: {
    kind: Kind;
    /** True if the card authorization is below the order's maximum. */
    isCardShort: boolean;
    settings: Pick<PaymentSettings, "etransferEmail" | "etransferNote">;
  },
): string[] {
  if (way === "card") {
    return isCardShort
      ? ["Charged to your card as far as your bank holds it. What that leaves is open."]
      : ["Charged to your card."];
  }
  if (way === "door") return [kind === "pickup" ? "At pickup." : "At the door."];
  const where = etransferEmail ? ` to ${etransferEmail}` : "";
  const send = `Interac e-Transfer${where}, with the invoice number in the message.`;
  return [send, ...(etransferNote ? [etransferNote] : [])];
}
