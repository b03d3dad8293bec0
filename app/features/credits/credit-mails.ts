import { site } from "#app/content/site.ts";
import { composeMail } from "#app/features/mail/compose-mail.ts";
import type { MailContent } from "#app/features/mail/mail.ts";
import type { MailBlock } from "#app/features/mail/mail-block.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { formatCents, toCents } from "#app/lib/money.ts";

/** A credit note, as issued. */
interface NoteInMail {
  documentNumber: string;
  /** The number of its invoice. */
  corrects: string;
  reason: string;
  /** Dollars as the database writes them. */
  total: string;
  /** Path of the PDF; null if the recipient may not see it. */
  url: string | null;
}

const reason = `You received this e-mail because a credit was asked for about an order from your ${site.name} account.`;

const orderLink = (orderId: string, siteUrl: string): MailBlock => ({
  kind: "link",
  label: "See the order",
  url: `${siteUrl}/dashboard/orders/${orderId}`,
});

const quoted = (note: string): MailBlock[] =>
  note ? [{ kind: "quote", title: "From us", text: note }] : [];

/** Tells the client that they are credited. `siteUrl` is the public origin without a trailing slash. */
export function creditNoteMail(
  { orderId }: { orderId: string },
  note: NoteInMail,
  words: string,
  siteUrl: string,
): MailContent {
  const amount = formatCents(toCents(note.total));
  const title = `${amount} credited on invoice ${note.corrects}`;
  return composeMail({
    subject: `Credit note ${note.documentNumber}: ${title}`,
    preview: `For order ${orderNumber(orderId)}`,
    title,
    blocks: [
      {
        kind: "paragraph",
        text: `We have credited ${amount}. It is taken off what is open of invoice ${note.corrects}; what remains is kept on your account.`,
      },
      {
        kind: "facts",
        rows: [
          { label: "Credit note", value: note.documentNumber },
          { label: "Invoice", value: note.corrects },
          { label: "Order", value: orderNumber(orderId) },
          { label: "Reason", value: note.reason },
          { label: "Credited", value: amount },
        ],
      },
      note.url
        ? { kind: "link", label: "Open the credit note", url: siteUrl + note.url }
        : orderLink(orderId, siteUrl),
      ...quoted(words),
    ],
    reason,
  });
}

/** Tells the client that a credit was declined, and why. `siteUrl` as above. */
export function creditDeclinedMail(
  { orderId }: { orderId: string },
  words: string,
  siteUrl: string,
): MailContent {
  const title = `Your credit request for order ${orderNumber(orderId)}`;
  return composeMail({
    subject: title,
    preview: "We have looked at it and could not credit it.",
    title,
    blocks: [
      { kind: "paragraph", text: "We have looked at it and could not credit it." },
      ...quoted(words),
      orderLink(orderId, siteUrl),
      {
        kind: "aside",
        text: `Not what you expected? Reply to this e-mail, or call ${site.phone.display}.`,
      },
    ],
    reason,
  });
}
