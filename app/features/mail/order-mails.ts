import { site } from "#app/content/site.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/money.ts";
import { formatLb } from "#app/lib/weight.ts";
import { composeMail } from "./compose-mail.ts";
import type { MailContent } from "./mail.ts";
import type { MailBlock } from "./mail-block.ts";
import { orderReference } from "./order-reference.ts";

/** An order as its mails tell of it. Dollars and pounds are text, as the database writes them. */
export interface OrderToTell {
  id: string;
  placedAt: Date;
  totalPrice: string;
  notes: string;
  items: { productName: string; quantity: string; pricePerLb: string; subtotal: string }[];
  /** What was not given is the empty string. */
  client: {
    /** The account's address. */
    email: string;
    companyName: string;
    contactName: string;
    phone: string;
    address: string;
  };
}

/** Tells the client that the order has arrived. `siteUrl` is the public origin, without a slash. */
export function orderReceivedMail(order: OrderToTell, siteUrl: string): MailContent {
  const title = `We have your order ${orderReference(order.id)}`;
  const placed = formatDateTime(order.placedAt);
  const { companyName } = order.client;
  const thanks = companyName ? `Thank you, ${companyName}.` : "Thank you.";
  return composeMail({
    subject: title,
    preview: `${formatCents(toCents(order.totalPrice))}, placed ${placed}`,
    title,
    blocks: [
      {
        kind: "paragraph",
        text: `${thanks} Your order was placed on ${placed} Pacific time. The invoice follows when it is fulfilled.`,
      },
      itemsOf(order),
      ...notesOf(order, "Your notes"),
      { kind: "link", label: "See the order", url: `${siteUrl}/dashboard/orders/${order.id}` },
      {
        kind: "aside",
        text: `Something to change? Answer this mail, or call ${site.phone.display}, before we cut.`,
      },
    ],
    reason: `You get this because an order was placed with your ${site.name} account.`,
  });
}

/**
 * Tells the company of a new order. Send it to `site.email` with the client's address as `replyTo`,
 * so that an answer goes to the client.
 */
export function newOrderMail(order: OrderToTell, siteUrl: string): MailContent {
  const reference = orderReference(order.id);
  const placed = formatDateTime(order.placedAt);
  const { companyName, contactName, email, phone, address } = order.client;
  const from = companyName || email;
  const lines = order.items.length === 1 ? "1 line" : `${order.items.length} lines`;
  return composeMail({
    subject: `New order ${reference}: ${formatCents(toCents(order.totalPrice))} from ${from}`,
    preview: `${lines}, placed ${placed}`,
    title: `New order from ${from}`,
    blocks: [
      {
        kind: "facts",
        rows: [
          { label: "Order", value: reference },
          { label: "Placed", value: `${placed} Pacific time` },
          { label: "Company", value: companyName || notProvided },
          { label: "Contact", value: contactName || notProvided },
          { label: "Phone", value: phone || notProvided },
          { label: "E-mail", value: email },
          { label: "Address", value: address || notProvided },
        ],
      },
      itemsOf(order),
      ...notesOf(order, "Notes from the client"),
      { kind: "link", label: "Open the order", url: `${siteUrl}/admin/orders/${order.id}` },
      { kind: "aside", text: "An answer to this mail goes to the client." },
    ],
    reason: `You get this because ${site.name} is told of each order at this address.`,
  });
}

const notProvided = "Not provided";

function itemsOf({ items, totalPrice }: OrderToTell): MailBlock {
  return {
    kind: "table",
    caption: "What was ordered",
    rows: items.map(({ productName, quantity, pricePerLb, subtotal }) => ({
      name: productName,
      detail: `${formatLb(Number(quantity))} × ${formatPricePerLb(toCents(pricePerLb))}`,
      amount: formatCents(toCents(subtotal)),
    })),
    total: { label: "Total", amount: formatCents(toCents(totalPrice)) },
  };
}

function notesOf({ notes }: OrderToTell, title: string): MailBlock[] {
  return notes.trim() ? [{ kind: "quote", title, text: notes.trim() }] : [];
}
