import { invoiceWords } from "#app/content/invoice.ts";
import { site } from "#app/content/site.ts";
import { paymentDue } from "#app/features/invoices/payment-due.ts";
import { formatDate } from "#app/lib/dates.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import { composeMail } from "./compose-mail.ts";
import type { MailContent } from "./mail.ts";
import { orderReference } from "./order-reference.ts";

/** An order that has left `pending`, as its client is told of it. */
export interface SettledOrder {
  id: string;
  placedAt: Date;
  /** Dollars as the database writes them, e.g. "249.90". */
  totalPrice: string;
}

/** The invoice of a fulfilled order. */
export interface IssuedInvoice {
  /** For example "INV-000001". */
  invoiceNumber: string;
  /** Dollars as the database writes them. */
  amount: string;
  /** Where the PDF is, from the site's root on; null while there is none. */
  invoiceUrl: string | null;
  createdAt: Date;
}

/**
 * Tells the client that the order is fulfilled, what is due when, and where the invoice is.
 * `siteUrl` is the public origin, without a slash.
 */
export function orderFulfilledMail(
  order: SettledOrder,
  invoice: IssuedInvoice,
  siteUrl: string,
): MailContent {
  const reference = orderReference(order.id);
  const amount = formatCents(toCents(invoice.amount));
  const due = formatDate(paymentDue(invoice.createdAt, invoiceWords.paymentDays));
  const title = `Your order ${reference} is fulfilled`;
  return composeMail({
    subject: `${title}: invoice ${invoice.invoiceNumber}`,
    preview: `${amount}, due ${due}`,
    title,
    blocks: [
      {
        kind: "paragraph",
        text: `The order that you placed on ${formatDate(order.placedAt)} is fulfilled. This is its invoice.`,
      },
      {
        kind: "facts",
        rows: [
          { label: "Invoice", value: invoice.invoiceNumber },
          { label: "Order", value: reference },
          { label: "Amount due", value: amount },
          { label: "Due", value: `${due} (${invoiceWords.paymentDays} days)` },
        ],
      },
      linkTo(order, invoice, siteUrl),
      {
        kind: "aside",
        text: `${invoiceWords.currency} Whoever has the invoice's address can open it, without signing in: pass it on to whoever keeps your books, and to nobody else.`,
      },
      { kind: "aside", text: invoiceWords.returns },
    ],
    reason: `You get this because an order of your ${site.name} account was fulfilled.`,
  });
}

/** Tells the client that the order is cancelled. `siteUrl` as above. */
export function orderCancelledMail(order: SettledOrder, siteUrl: string): MailContent {
  const reference = orderReference(order.id);
  const total = formatCents(toCents(order.totalPrice));
  const title = `Your order ${reference} is cancelled`;
  return composeMail({
    subject: title,
    preview: "Nothing is charged for it.",
    title,
    blocks: [
      {
        kind: "paragraph",
        text: `The order over ${total} that you placed on ${formatDate(order.placedAt)} is cancelled. No invoice is issued, and nothing is charged for it.`,
      },
      { kind: "link", label: "See the order", url: `${siteUrl}/dashboard/orders/${order.id}` },
      {
        kind: "aside",
        text: `You did not expect this? Answer this mail, or call ${site.phone.display}.`,
      },
    ],
    reason: `You get this because an order of your ${site.name} account was cancelled.`,
  });
}

function linkTo(order: SettledOrder, { invoiceUrl }: IssuedInvoice, siteUrl: string) {
  return invoiceUrl
    ? { kind: "link" as const, label: "Open the invoice", url: siteUrl + invoiceUrl }
    : {
        kind: "link" as const,
        label: "See the order",
        url: `${siteUrl}/dashboard/orders/${order.id}`,
      };
}
