import type { Shop } from "#app/content/company.ts";
import { currency } from "#app/content/taxes.ts";
import type { InvoiceLine } from "#app/domain/documents/invoice-document.ts";
import { howToPayAside } from "#app/domain/documents/pay-form.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts, type MailBlock, replyOrCall } from "#app/domain/mail/mail-block.ts";
import { orderLinkBlocks, orderMailReason } from "#app/domain/orders/links/order-link.ts";
import { type NamedOrder, orderName, orderNumber } from "#app/domain/orders/order.ts";
import { packedInWords } from "#app/domain/orders/order-line-words.ts";
import { nothingToPay } from "#app/domain/orders/payment-words.ts";
import {
  type Charged,
  chargeRows,
  releaseBlocks,
} from "#app/domain/payments/by-link/receipt-mails.ts";
import { formatCents, formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb, isNoWeight } from "#app/lib/amounts/weight.ts";
import { formatDate, formatFullDay } from "#app/lib/dates.ts";
import type { orderChannels, PaymentWay } from "#db/schema/values/orders.ts";
import { paidAheadInWords } from "../transition/transition-words.ts";
import { afterCancelling } from "./deposit-mails.ts";

export interface SettledOrder extends NamedOrder {
  placedAt: Date;
  /** Dollars as stored, e.g. "249.90". */
  totalPrice: string;
  /** Counter sales are worded differently, since nobody placed them or waits for them. */
  channel?: (typeof orderChannels)[number];
  poNumber?: string;
  /** Its new day and place, if nobody was told yet; else empty. */
  movedTo?: { label: string; value: string }[];
}

export interface IssuedInvoice {
  invoiceNumber: string;
  total: string;
  /** Path of the PDF; null if there is none, or the recipient may not see it. */
  invoiceUrl: string | null;
  /** The Pacific day; null if it isn't due. */
  dueOn: string | null;
  terms: string;
  lines: BilledLine[];
  /** The open amount in cents, if it differs from the total. */
  openCents?: number;
  /** What the order's card was charged for it, in cents. */
  charged?: (Charged & { heldCents: number }) | undefined;
  /** Amount about to be charged to the card, in cents; 0 for none. */
  toChargeCents?: number;
  /** The invoice that this one replaces, and the credit note that cancels it; null for none. */
  replaces?: { number: string; takenBackBy: string; takenBackUrl: string | null } | null;
  /** Sentences on how to pay a retail order; undefined for clients, who pay on terms. */
  howToPay?: string[];
  /** Taxes other than $0.00; amounts in dollars. */
  taxes: { label: string; amount: string }[];
}

/** A line of the invoice. Dollars and pounds are text, as stored. */
export interface BilledLine
  extends Pick<
    InvoiceLine,
    "description" | "orderedPieces" | "unit" | "remark" | "unitPrice" | "amount"
  > {
  /** Pounds ordered; null if nobody ordered it. */
  ordered: string | null;
  /** Billed quantity, in `unit`. */
  packed: string;
  /** Number of weighed packages; null for none. */
  packages: number | null;
}

/**
 * Tells the client that the order is packed, with the amount due and due date or the card charge,
 * and links the invoice if it has a URL.
 */
export function orderFulfilledMail(
  order: SettledOrder,
  invoice: IssuedInvoice,
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  const { charged } = invoice;
  const what = outcomeOf(order);
  const { title } = what;
  const isDue = !charged && !invoice.toChargeCents && openOf(invoice) > 0;
  return composeMail(shop.company, {
    subject: charged
      ? `${title}: ${formatCents(charged.capturedCents)} charged to your card`
      : `${title}: invoice ${invoice.invoiceNumber}`,
    preview: isDue
      ? `${formatCents(openOf(invoice))}, due ${dueInWords(invoice)}`
      : `Invoice ${invoice.invoiceNumber} over ${formatDollars(invoice.total)}`,
    title,
    blocks: [
      `${what.text}${invoice.invoiceUrl ? " Here’s your invoice." : ""}`,
      facts([
        { label: "Invoice", value: invoice.invoiceNumber },
        { label: "Order", value: orderNumber(order.number) },
        ...what.rows,
        ...sumRows(invoice),
      ]),
      ...replacedBlocks(invoice, shop),
      ...(charged ? releaseBlocks(charged) : []),
      ...(invoice.howToPay ?? []).map((text) => ({
        kind: "paragraph" as const,
        text,
        trusted: true,
      })),
      ...linksTo(order, invoice, shop, guestUrl),
      linesOf(invoice, "What you are billed for"),
      ...(invoice.howToPay ? [] : howToPayAside(invoice.invoiceUrl, shop)),
      {
        kind: "aside",
        text: invoice.invoiceUrl ? `${currency} ${careOfLink}` : currency,
      },
      { kind: "aside", text: shop.documents.returns, trusted: true },
    ],
    reason: orderMailReason(what.reason, guestUrl, shop),
  });
}

function outcomeOf({ channel, number, placedAt, poNumber, movedTo = [] }: SettledOrder) {
  const day = formatDate(placedAt);
  if (channel !== "counter") {
    return {
      title: `${orderName(number)} is packed`,
      reason: "was packed",
      rows: movedTo,
      text: `The order you placed on ${day} is packed.${movedTo.length > 0 ? " Its delivery details have changed, as shown below." : ""}`,
    };
  }
  return {
    title: "Bought at our counter",
    reason: "was sold at our counter",
    text: `This was bought at our counter on ${day}, on your account.`,
    rows: poNumber ? [{ label: "PO number", value: poNumber }] : [],
  };
}

function replacedBlocks(
  { replaces, charged, total, invoiceUrl }: IssuedInvoice,
  shop: Shop,
): MailBlock[] {
  if (!replaces) return [];
  const { number, takenBackBy, takenBackUrl } = replaces;
  const tooMuch = (charged?.capturedCents ?? 0) - toCents(total);
  const back = tooMuch > 0 ? ` ${formatCents(tooMuch)} goes back to your card.` : "";
  const text = `We corrected your order before it left. This invoice replaces ${number}, which credit note ${takenBackBy} cancels in full.${back}`;
  // The note's link opens it for anyone, like the invoice's.
  if (!invoiceUrl || !takenBackUrl) return [text];
  const url = shop.siteUrl + takenBackUrl;
  return [text, { kind: "link", label: `Open credit note ${takenBackBy}`, url }];
}

/** Rows with the invoice's total and the amount due or charged, without repeating a sum. */
function sumRows(invoice: IssuedInvoice) {
  const { charged, toChargeCents = 0, total, terms } = invoice;
  const totalRow = { label: "Total", value: formatDollars(total) };
  if (charged) return [totalRow, ...chargeRows(charged, openOf(invoice))];
  if (toChargeCents > 0) {
    return [totalRow, { label: "To be charged to your card", value: formatCents(toChargeCents) }];
  }
  const open = openOf(invoice);
  if (open <= 0) return [totalRow, { label: "Amount due", value: `${formatCents(0)} (${terms})` }];
  return [
    ...(open === toCents(total) ? [] : [totalRow]),
    { label: "Amount due", value: formatCents(open) },
    { label: "Due", value: `${dueInWords(invoice)} (${terms})` },
  ];
}

const openOf = ({ openCents, total }: IssuedInvoice) => openCents ?? toCents(total);

const dueInWords = ({ dueOn }: IssuedInvoice) => (dueOn ? formatFullDay(dueOn) : "on receipt");

export interface IssuedNote extends Pick<IssuedInvoice, "total" | "lines" | "taxes"> {
  noteNumber: string;
  noteUrl: string | null;
}

/** Tells the client what was packed, and that the monthly invoice will bill it. */
export function orderPackedMail(order: SettledOrder, note: IssuedNote, shop: Shop): MailContent {
  const amount = formatDollars(note.total);
  const { title, text, rows, reason } = outcomeOf(order);
  return composeMail(shop.company, {
    subject: `${title}: delivery note ${note.noteNumber}`,
    preview: `${amount}, on your next monthly invoice`,
    title,
    blocks: [
      `${text} It will be on your next monthly invoice; there is nothing to pay now.`,
      facts([
        { label: "Delivery note", value: note.noteNumber },
        { label: "Order", value: orderNumber(order.number) },
        ...rows,
        { label: "Comes to", value: amount },
      ]),
      note.noteUrl
        ? { kind: "link", label: "Open the delivery note", url: shop.siteUrl + note.noteUrl }
        : {
            kind: "link",
            label: "See the order",
            url: `${shop.siteUrl}/dashboard/orders/${order.id}`,
          },
      linesOf(note, "What was packed"),
      { kind: "aside", text: `${currency} ${shop.documents.returns}`, trusted: true },
    ],
    reason: orderMailReason(reason, null, shop),
  });
}

const careOfLink =
  "Anyone with the invoice link can open it without signing in, so share it only with whoever keeps your books.";

/** Tells a new client that their order is confirmed. */
export function orderConfirmedMail(
  order: SettledOrder,
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  return composeMail(shop.company, {
    subject: `${orderName(order.number)} is confirmed`,
    preview: `${formatDollars(order.totalPrice)}, placed ${formatDate(order.placedAt)}`,
    blocks: [
      `The order you placed on ${formatDate(order.placedAt)} is confirmed, and we will cut it next. Welcome to ${shop.company.shortName}.`,
      ...orderLinkBlocks(order.id, shop, guestUrl),
      replyOrCall("Need to change something?", shop.company, ", before we start cutting"),
    ],
    reason: orderMailReason("was confirmed", guestUrl, shop),
  });
}

/** Tells the client that the order is no longer on hold. */
export function orderReleasedMail(
  order: SettledOrder,
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  return composeMail(shop.company, {
    subject: `${orderName(order.number)} is no longer on hold`,
    preview: "We will cut it next.",
    blocks: [
      `The order you placed on ${formatDate(order.placedAt)} is released, and we will cut it next.`,
      ...orderLinkBlocks(order.id, shop, guestUrl),
      replyOrCall("Need to change something?", shop.company, ", before we start cutting"),
    ],
    reason: orderMailReason("was on hold", guestUrl, shop),
  });
}

/** Tells the client that the order is cancelled, its card released, and where its deposit is. */
export function orderCancelledMail(
  order: SettledOrder & {
    paymentWay?: PaymentWay | null;
    /** What is left of its paid deposit, in cents. */
    paidAheadCents?: number;
  },
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  const total = formatDollars(order.totalPrice);
  const { paidAheadCents = 0 } = order;
  // Guests don't know about invoices.
  const nothing = guestUrl
    ? nothingToPay(order.paymentWay ?? null)
    : `There is no invoice, and you will not be charged.${
        order.paymentWay === "card"
          ? " Your bank releases anything that was held on your card."
          : ""
      }`;
  return composeMail(shop.company, {
    subject: `${orderName(order.number)} is cancelled`,
    preview: "You will not be charged.",
    blocks: [
      `The order for ${total} that you placed on ${formatDate(order.placedAt)} has been cancelled. ${nothing}`,
      ...(paidAheadCents > 0
        ? [
            `You had paid a deposit of ${formatCents(paidAheadCents)}. ${afterCancelling(guestUrl !== null)}`,
          ]
        : []),
      ...orderLinkBlocks(order.id, shop, guestUrl, { isChangeable: false }),
      replyOrCall("Not what you expected?", shop.company),
    ],
    reason: orderMailReason("was cancelled", guestUrl, shop),
  });
}

/** Tells a guest that their order is cancelled because nobody confirmed its address in time. */
export function orderUnconfirmedMail(order: SettledOrder, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `${orderName(order.number)} is cancelled`,
    preview: "Nobody confirmed the email address. You will not be charged.",
    blocks: [
      `We asked you to confirm your email address for the order of ${formatDate(order.placedAt)}. That did not happen in time, so we cancelled it and gave its place to others. ${nothingToPay("etransfer")}`,
      { kind: "link", label: "Go to the shop", url: `${shop.siteUrl}/shop` },
      replyOrCall("Still want it?", shop.company),
    ],
    reason: `You're receiving this email because an order was placed at ${shop.company.name} with this address.`,
  });
}

/** Notifies the company that a retail order was cancelled, its address not confirmed in time. */
export function unconfirmedForCompanyMail(
  order: SettledOrder,
  from: string,
  shop: Shop,
): MailContent {
  const reference = orderNumber(order.number);
  return composeMail(shop.company, {
    subject: `Retail order ${reference} was cancelled: address not confirmed`,
    preview: formatDollars(order.totalPrice),
    title: `${orderName(order.number)} was cancelled`,
    blocks: [
      `Nobody confirmed ${from} in time. Its place on the run is free again. There is nothing to pack.`,
      { kind: "link", label: "Open the order", url: `${shop.siteUrl}/admin/orders/${order.id}` },
    ],
    reason: `You're receiving this email because ${shop.company.name} notifies this address of every cancelled retail order.`,
  });
}

/** Notifies the company that the client cancelled an order and whether to give a deposit back. */
export function cancelledByThemMail(
  order: SettledOrder & { paidAheadCents: number },
  { from, isRetail }: { from: string; isRetail: boolean },
  shop: Shop,
): MailContent {
  const reference = orderNumber(order.number);
  return composeMail(shop.company, {
    subject: `${isRetail ? "Retail order" : "Order"} ${reference} was cancelled`,
    preview: formatDollars(order.totalPrice),
    title: `${from} cancelled order ${reference}`,
    blocks: [
      "Its place on the run is free again. There is nothing to pack.",
      ...(order.paidAheadCents > 0 ? [paidAheadInWords(order.paidAheadCents)] : []),
      { kind: "link", label: "Open the order", url: `${shop.siteUrl}/admin/orders/${order.id}` },
    ],
    reason: `You're receiving this email because ${shop.company.name} notifies this address of every order that its customer cancels.`,
  });
}

function linesOf(
  { lines, taxes, total }: Pick<IssuedInvoice, "lines" | "taxes" | "total">,
  caption: string,
): MailBlock {
  return {
    kind: "table",
    caption,
    rows: lines.map((line) => ({
      name: line.description,
      detail: detailOf(line),
      remark: line.remark,
      amount: formatDollars(line.amount),
    })),
    sums: taxes.map(({ label, amount }) => ({ label, amount: formatDollars(amount) })),
    total: { label: "Total", amount: formatDollars(total) },
  };
}

/** Says what was packed, and what was ordered if that differs. Empty for fees and corrections. */
function detailOf(line: BilledLine): string {
  const { unit, packed, ordered, orderedPieces, packages, unitPrice } = line;
  if (unit === "each") return "";
  const price = formatPricePerLb(toCents(unitPrice));
  const words = packedInWords({ packedLb: packed, orderedPieces, quantity: ordered });
  if (isNoWeight(packed)) return words;
  return `${packages === null ? formatLb(Number(packed)) : words} × ${price}`;
}

function linksTo(
  order: SettledOrder,
  { invoiceUrl }: IssuedInvoice,
  shop: Shop,
  guestUrl: string | null,
): MailBlock[] {
  const toOrder = orderLinkBlocks(order.id, shop, guestUrl, { isChangeable: false });
  if (!invoiceUrl) return toOrder;
  const toInvoice = {
    kind: "link" as const,
    label: "Open the invoice",
    url: shop.siteUrl + invoiceUrl,
  };
  return guestUrl === null ? [toInvoice] : [toInvoice, ...toOrder];
}
