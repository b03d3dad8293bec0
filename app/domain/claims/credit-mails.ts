import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts, type MailBlock, replyOrCall } from "#app/domain/mail/mail-block.ts";
import { orderLinkBlocks } from "#app/domain/orders/links/order-link.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatCents, formatDollars } from "#app/lib/amounts/money.ts";
import { askedAndGranted, type ClaimedLine } from "./credit.ts";

interface NoteInMail {
  documentNumber: string;
  /** The invoice's number. */
  corrects: string;
  reason: string;
  /** Dollars as stored. */
  total: string;
  /** Path of the PDF; null if the recipient may not see it. */
  url: string | null;
  refundedCents: number;
  lines: readonly NotedLine[];
}

export type NotedLine = Pick<ClaimedLine, "productName" | "lb" | "amount" | "granted">;

/** `guestUrl` is a guest's link; null for a client with an account. */
interface CreditedOrder {
  orderId: string;
  orderNumber: number;
  guestUrl: string | null;
}

const reasonFor = ({ guestUrl }: CreditedOrder, { company }: Shop) =>
  `You're receiving this email because of a credit for an order ${guestUrl === null ? `from your ${company.name} account` : "placed with this address"}.`;

const quoted = (note: string): MailBlock[] =>
  note ? [{ kind: "quote", title: "From us", text: note, trusted: true }] : [];

const whereItGoes = ({ guestUrl }: CreditedOrder, invoice: string) =>
  guestUrl === null
    ? `It pays what is still open on invoice ${invoice}, then your other open invoices. Anything left over stays on your account as credit.`
    : `It's been applied to invoice ${invoice}. We'll give back what you've paid already.`;

/** Tells the client about a credit. */
export function creditNoteMail(
  order: CreditedOrder,
  note: NoteInMail,
  words: string,
  shop: Shop,
): MailContent {
  const amount = formatDollars(note.total);
  const title = `${amount} credited on invoice ${note.corrects}`;
  return composeMail(shop.company, {
    subject: `Credit note ${note.documentNumber}: ${title}`,
    preview: `For order ${orderNumber(order.orderNumber)}`,
    title,
    blocks: [
      `We have credited ${amount}. ${note.refundedCents > 0 ? `${formatCents(note.refundedCents)} of it goes back to your card, where it may take some days to show.` : whereItGoes(order, note.corrects)}`,
      facts([
        { label: "Credit note", value: note.documentNumber },
        { label: "Invoice", value: note.corrects },
        { label: "Order", value: orderNumber(order.orderNumber) },
        { label: "Reason", value: note.reason },
        ...note.lines.map((line) => ({ label: line.productName, value: askedAndGranted(line) })),
        { label: "Credited, with tax", value: amount },
      ]),
      ...(note.url
        ? [{ kind: "link" as const, label: "Open the credit note", url: shop.siteUrl + note.url }]
        : orderLinkBlocks(order.orderId, shop, order.guestUrl, { isChangeable: false })),
      ...quoted(words),
    ],
    reason: reasonFor(order, shop),
  });
}

/** Tells the client that a credit was declined, and why. */
export function creditDeclinedMail(order: CreditedOrder, words: string, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `Your credit request for order ${orderNumber(order.orderNumber)}`,
    preview: "We have looked at it and could not credit it.",
    blocks: [
      "We have looked at it and could not credit it.",
      ...quoted(words),
      ...orderLinkBlocks(order.orderId, shop, order.guestUrl, { isChangeable: false }),
      replyOrCall("Not what you expected?", shop.company),
    ],
    reason: reasonFor(order, shop),
  });
}
