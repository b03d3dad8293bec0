import { formatFullDay } from "#app/lib/dates.ts";
import { formatCents } from "#app/lib/money.ts";
import type { PaymentSettings, PaymentWay } from "./settings/payment-settings.ts";

type Kind = "delivery" | "pickup" | null;

/** How a retail order is paid, as a label: "At pick-up", "At the door", "E-transfer", "Card". */
export function wayInWords(way: PaymentWay, kind: Kind): string {
  if (way === "card") return "Card";
  if (way === "etransfer") return "E-transfer";
  return kind === "pickup" ? "At pick-up" : "At the door";
}

/** How somebody pays who chooses this way, before they order. */
export function wayExplained(way: PaymentWay, kind: Kind): string {
  if (way === "card") return "We hold the most it can cost, and charge what we pack.";
  if (way === "etransfer")
    return "Once your order is packed, we e-mail you how much to send and where.";
  return kind === "pickup"
    ? "You pay for what we packed when you pick it up."
    : "You pay our driver for what we packed.";
}

/**
 * What happens to a card, before it is typed in. `cents` is the most that the order can cost, `holdOn`
 * as by `holdDay`.
 */
export function cardExplained(cents: number, holdOn: string | null): string {
  const amount = formatCents(cents);
  return holdOn === null
    ? `We hold ${amount} and charge what we pack, at most that. The rest is released on packing day.`
    : `Your card is saved now. On ${formatFullDay(holdOn)}, before we pack, we hold ${amount} and charge what we pack, at most that. The rest is released on packing day.`;
}

/** How a packed order is paid: sentences for its mail and its page. */
export function howToPay(
  way: PaymentWay,
  {
    kind,
    cents,
    reference,
    settings: { etransferEmail, etransferNote },
  }: {
    kind: Kind;
    /** What is to be paid. */
    cents: number;
    /** The invoice's number. */
    reference: string;
    settings: Pick<PaymentSettings, "etransferEmail" | "etransferNote">;
  },
): string[] {
  const amount = formatCents(cents);
  if (way === "card") return [`${amount} is charged to your card. There is nothing to do.`];
  if (way === "door") {
    return [
      kind === "pickup"
        ? `Pay ${amount} when you pick it up.`
        : `Pay our driver ${amount} at the door.`,
    ];
  }
  const where = etransferEmail ? ` to ${etransferEmail}` : "";
  return [
    `Send an Interac e-Transfer of ${amount}${where}, with ${reference} in the message.`,
    ...(etransferNote ? [etransferNote] : []),
  ];
}

/** The same on the invoice itself, which says the amount and its number. */
export function howToPayInvoice(
  way: PaymentWay,
  {
    kind,
    settings: { etransferEmail, etransferNote },
  }: { kind: Kind; settings: Pick<PaymentSettings, "etransferEmail" | "etransferNote"> },
): string[] {
  if (way === "card") return ["Charged to your card."];
  if (way === "door") return [kind === "pickup" ? "At pick-up." : "At the door."];
  const where = etransferEmail ? ` to ${etransferEmail}` : "";
  const send = `Interac e-Transfer${where}, with the invoice number in the message.`;
  return [send, ...(etransferNote ? [etransferNote] : [])];
}
