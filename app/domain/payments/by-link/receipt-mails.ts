import type { Shop } from "#app/content/company.ts";
import { cardInWords } from "#app/domain/documents/pay-form.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts, type MailBlock } from "#app/domain/mail/mail-block.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";

export interface Charged {
  capturedCents: number;
  cardBrand: string;
  cardLast4: string;
}

interface PaidInvoice {
  number: string;
  /** Path of the PDF; null if there is none. */
  url: string | null;
  openCents: number;
}

/** Returns the receipt of a card payment of an invoice, or of part of it. */
export function invoiceReceiptMail(
  { number, url, openCents }: PaidInvoice,
  paid: Charged & { settledCents: number },
  shop: Shop,
): MailContent {
  const amount = formatCents(paid.capturedCents);
  const creditCents = paid.capturedCents - paid.settledCents;
  return composeMail(shop.company, {
    subject: `Receipt: ${amount} for ${number}`,
    preview: openCents > 0 ? `${formatCents(openCents)} is still open` : "The invoice is paid",
    title: `Thank you: ${amount} for ${number}`,
    blocks: [
      facts([
        { label: "Charged", value: amount },
        ...cardRow(paid),
        { label: "Invoice", value: number },
        ...(creditCents > 0
          ? [
              { label: "Applied to this invoice", value: formatCents(paid.settledCents) },
              { label: "Added to your account", value: formatCents(creditCents) },
            ]
          : []),
        { label: "Still open", value: formatCents(openCents) },
      ]),
      ...(creditCents > 0
        ? [
            "More was paid than was open. What was too much is yours: it settled your oldest invoices, and the rest is a credit for your next one.",
          ]
        : []),
      ...invoiceLink(url, shop),
      questionsTo(shop),
    ],
    reason: `You're receiving this email because an invoice of your ${shop.company.name} account was paid by card.`,
  });
}

interface PackedInvoice {
  number: string;
  url: string | null;
  totalCents: number;
  openCents: number;
}

/** Returns the receipt of an order whose card was charged for what was packed. */
export function orderReceiptMail(
  number: number,
  packed: PackedInvoice | null,
  paid: Charged & { heldCents: number },
  shop: Shop,
): MailContent {
  const order = orderNumber(number);
  const amount = formatCents(paid.capturedCents);
  const rows = [
    ...(packed ? [{ label: "Packed", value: formatCents(packed.totalCents) }] : []),
    ...chargeRows(paid, packed?.openCents ?? 0),
    ...(packed ? [{ label: "Invoice", value: packed.number }] : []),
    { label: "Order", value: order },
  ];
  return composeMail(shop.company, {
    subject: `Receipt: ${amount} for order ${order}`,
    preview: `We charged ${amount} for what we packed`,
    title: `We charged ${amount} for what we packed`,
    blocks: [
      facts(rows),
      ...releaseBlocks(paid),
      ...(packed ? invoiceLink(packed.url, shop) : []),
      questionsTo(shop),
    ],
    reason: "You're receiving this email because you ordered from us.",
  });
}

/** Returns rows with the authorized, charged and voided amounts, and the invoice's open amount. */
export function chargeRows(paid: Charged & { heldCents: number }, openCents: number) {
  const releasedCents = paid.heldCents - paid.capturedCents;
  return [
    { label: "Held on your card", value: formatCents(paid.heldCents) },
    { label: "Charged", value: formatCents(paid.capturedCents) },
    ...(releasedCents > 0 ? [{ label: "Released", value: formatCents(releasedCents) }] : []),
    ...(openCents > 0 ? [{ label: "Still open", value: formatCents(openCents) }] : []),
    ...cardRow(paid),
  ];
}

/** Explains why a bank may still show a voided amount. */
export function releaseBlocks({ heldCents, capturedCents }: Charged & { heldCents: number }) {
  if (heldCents <= capturedCents) return [];
  return [
    `We held ${formatCents(heldCents)}. What we did not charge is released; some banks show it for a few days more.`,
  ];
}

function cardRow({ cardBrand, cardLast4 }: Charged) {
  const card = cardInWords(cardBrand, cardLast4);
  return card ? [{ label: "Card", value: card }] : [];
}

function invoiceLink(url: string | null, shop: Shop): MailBlock[] {
  return url ? [{ kind: "link", label: "Open the invoice", url: shop.siteUrl + url }] : [];
}

export const questionsTo = ({ company }: Shop): MailBlock => ({
  kind: "aside",
  text: `Questions? Call ${company.phone.display}, or reply to this email.`,
});
