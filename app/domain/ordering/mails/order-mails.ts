import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts, type MailBlock, replyOrCall } from "#app/domain/mail/mail-block.ts";
import { afterHold, holdsForClient, holdsForStaff } from "#app/domain/orders/hold.ts";
import {
  leftOut,
  memberReads,
  type OrderReader,
  orderLinkBlocks,
} from "#app/domain/orders/links/order-link.ts";
import type { Order } from "#app/domain/orders/order.ts";
import { type NamedOrder, orderNumber } from "#app/domain/orders/order.ts";
import {
  promiseInWords,
  type StoredCosts,
  type StoredLine,
  storedCosts,
} from "#app/domain/orders/order-costs.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import { wayExplained, wayInWords } from "#app/domain/orders/payment-words.ts";
import { withWish } from "#app/domain/orders/wishes/wish.ts";
import { formatCents, formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatDateTime, shortDateInWords } from "#app/lib/dates.ts";
import { midSentence } from "#app/lib/in-words.ts";
import type { HoldReason, PaymentWay } from "#db/schema/values/orders.ts";
import type { Wish } from "#db/schema/values/wishes.ts";
import { deliveryFacts } from "../delivery/delivery-words.ts";

/** Order details used in emails. Dollars and pounds are text, as stored. */
export interface OrderToTell
  extends NamedOrder,
    Pick<Order, "charges" | "delivery" | "allowsSubstitutes"> {
  placedAt: Date;
  notes: string;
  /** The client's standing notes, sent with every order. */
  standingNotes: string;
  /** True if the owner has to confirm it first. */
  isNewClient: boolean;
  holds: HoldReason[];
  poNumber: string;
  /** True if the shop calls the client before substituting. */
  callFirst: boolean;
  /** The address of the staff who took it by phone; null if the client placed it. */
  takenBy: string | null;
  /** How a retail order is paid; null for a client's. */
  payment: { way: PaymentWay; kind: "delivery" | "pickup" | null } | null;
  /** When it is cancelled unless the guest confirms their address; null if it won't be. */
  confirmBy?: Date | null;
  standing?: StandingNews | undefined;
  items: LineToTell[];
  /** Missing details are the empty string. */
  client: {
    email: string;
    /** True if the address is unproved, so emails may not reach the customer. */
    isUnproved: boolean;
    companyName: string;
    contactName: string;
    phone: string;
    address: string;
  };
}

export interface StandingNews {
  /** E.g. "Every Tuesday". */
  rhythm: string;
  said: string[];
  /** Where to skip this delivery without signing in, and to change all later ones. */
  skipUrl: string;
  changeUrl: string;
}

export interface LineToTell extends StoredLine {
  productName: string;
  /** Null if ordered by the pound. */
  orderedPieces: number | null;
  quantity: string;
  pricePerLb: string;
  wish: Wish | null;
}

/** Acknowledges an order to the client. */
export function orderReceivedMail(
  order: OrderToTell,
  shop: Shop,
  reader: OrderReader = memberReads,
): MailContent {
  const { guestUrl, repeatsTyped } = reader;
  const placed = formatDateTime(order.placedAt);
  const { companyName } = order.client;
  const delivery = deliveryFacts(order.delivery, reader);
  const next = order.isNewClient
    ? "As this is your first order with us, we will get in touch to confirm it before we start cutting. The invoice follows once the order is packed."
    : order.payment
      ? wayExplained(order.payment.way, order.payment.kind)
      : "The invoice follows once the order is packed.";
  const thanks = companyName && repeatsTyped ? `Thank you, ${companyName}, for` : "Thank you for";
  const { standing } = order;
  if (standing) return standingOrderMail({ ...order, standing }, shop, reader, next);
  const what = order.takenBy
    ? `the order that our staff took for you over the phone on ${placed} Pacific time. Please check that it is what you asked for.`
    : `the order you placed on ${placed} Pacific time.`;
  return composeMail(shop.company, {
    subject: `We have your order ${orderNumber(order.number)}`,
    preview: `Estimate ${formatCents(storedCosts(order).estimateCents)}, placed ${placed}`,
    blocks: [
      `${thanks} ${what} ${next}`,
      ...(order.confirmBy ? [confirmAddressBy(order.confirmBy)] : []),
      ...heldForClient(order, shop),
      ...(order.poNumber && repeatsTyped
        ? [facts([{ label: "PO number", value: order.poNumber }])]
        : []),
      ...(delivery.length > 0 ? [facts(delivery)] : []),
      itemsOf(order),
      [promiseInWords(storedCosts(order).mostCents), ...substitutesOf(order)].join(" "),
      ...quoteOf("Your notes", repeatsTyped ? order.notes : ""),
      ...leftOut(reader),
      ...orderLinkBlocks(order.id, shop, guestUrl),
      ...(guestUrl === null ? dayChangeOf(order) : []),
      replyOrCall("Need to change something?", shop.company, ", before we start cutting"),
    ],
    reason:
      guestUrl === null
        ? `You're receiving this email because an order was placed ${order.takenBy ? "for" : "with"} the ${shop.company.name} account that lists this address.`
        : `You're receiving this email because an order was placed at ${shop.company.name} with this address. If it wasn't you, cancel it by the link, or reply.`,
  });
}

function standingOrderMail(
  order: OrderToTell & { standing: StandingNews },
  shop: Shop,
  reader: OrderReader,
  next: string,
): MailContent {
  const { rhythm, said, skipUrl, changeUrl } = order.standing;
  const { day } = order.delivery;
  const date = day ? shortDateInWords(day.date) : "the next delivery";
  const until = day ? ` until ${formatDateTime(day.cutOffAt)} Pacific time` : "";
  return composeMail(shop.company, {
    subject: `Your standing order for ${date}: order ${orderNumber(order.number)}`,
    preview: `Estimate ${formatCents(storedCosts(order).estimateCents)}. Change or skip it${until}`,
    blocks: [
      `This is your standing order (${midSentence(rhythm)}) for ${date}. If it is right, there is nothing to do. ${next}`,
      ...heldForClient(order, shop),
      ...said,
      facts(deliveryFacts(order.delivery, reader)),
      itemsOf(order),
      [promiseInWords(storedCosts(order).mostCents), ...substitutesOf(order)].join(" "),
      ...orderLinkBlocks(order.id, shop, null),
      ...dayChangeOf(order),
      ...(reader.isContact
        ? []
        : [{ kind: "link" as const, label: "Skip this delivery", url: skipUrl }]),
      { kind: "aside", text: "Change all that follow:", url: changeUrl },
      replyOrCall("Need to change something?", shop.company, ", before we start cutting"),
    ],
    reason: `You're receiving this email because of a standing order with your ${shop.company.name} account.`,
  });
}

function dayChangeOf({ delivery: { day } }: OrderToTell): MailBlock[] {
  if (!day?.isOpen) return [];
  const until = `${formatDateTime(day.cutOffAt)} Pacific time`;
  return [`You can change or cancel it on the order's page until ${until}.`];
}

/**
 * Notifies the company of a new order. Send it with the client's address as `replyTo`, so that
 * replies go to the client.
 */
export function newOrderMail(order: OrderToTell, shop: Shop): MailContent {
  const reference = orderNumber(order.number);
  const placed = formatDateTime(order.placedAt);
  const { companyName, contactName, email, isUnproved, phone, address } = order.client;
  const from = companyName || email || "a client";
  const lines = order.items.length === 1 ? "1 line" : `${order.items.length} lines`;
  return composeMail(shop.company, {
    subject: `${newOrderIn(order)} ${reference}: ${formatCents(storedCosts(order).estimateCents)} from ${from}`,
    preview: `${lines}, placed ${placed}`,
    title: `New order from ${from}`,
    blocks: [
      facts([
        { label: "Order", value: reference },
        { label: "Placed", value: `${placed} Pacific time` },
        ...(order.poNumber ? [{ label: "PO number", value: order.poNumber }] : []),
        ...(order.takenBy ? [{ label: "Taken by", value: order.takenBy }] : []),
        ...(order.standing ? [{ label: "Standing order", value: order.standing.rhythm }] : []),
        ...(order.payment
          ? [
              { label: "Retail", value: wayInWords(order.payment.way, order.payment.kind) },
              { label: "Name", value: contactName || notProvided },
            ]
          : [
              { label: "Company", value: companyName || notProvided },
              { label: "Contact", value: contactName || notProvided },
            ]),
        { label: "Phone", value: phone || notProvided },
        {
          label: "Email",
          value: email && isUnproved ? `${email} (not confirmed yet)` : email || notProvided,
        },
        { label: "Address", value: address || notProvided },
        ...deliveryFacts(order.delivery, memberReads),
        {
          label: "If not available",
          value: !order.allowsSubstitutes
            ? "Send no substitute"
            : order.callFirst
              ? "Call before sending something similar"
              : "Send something similar",
        },
      ]),
      ...(order.isNewClient ? [confirmFirst] : []),
      ...(order.confirmBy ? [unlessConfirmed(order.confirmBy)] : []),
      ...heldFor(order.holds),
      itemsOf(order),
      `The client pays for the weight packed, at most ${formatCents(storedCosts(order).mostCents)}.`,
      ...quoteOf("Notes for this order", order.notes),
      ...quoteOf("Notes for every order", order.standingNotes),
      { kind: "link", label: "Open the order", url: `${shop.siteUrl}/admin/orders/${order.id}` },
      ...(email ? [repliesToClient] : []),
    ],
    reason: `You're receiving this email because ${shop.company.name} notifies this address of every new order.`,
  });
}

function newOrderIn({ isNewClient, payment }: OrderToTell): string {
  if (payment) return "New retail order";
  return isNewClient ? "New client, new order" : "New order";
}

const repliesToClient: MailBlock = {
  kind: "aside",
  text: "Replies to this email go to the client.",
};

const confirmFirst =
  "This client is new: call them, then confirm or cancel the order in the back office. Until then it is not counted in your figures and cannot be fulfilled.";

function confirmAddressBy(by: Date): string {
  return `Please confirm your email address by ${formatDateTime(by)}: open your order with the link below and press “Yes, it’s mine”. Otherwise we cancel the order then, and someone else gets its place.`;
}

function unlessConfirmed(by: Date): string {
  return `Nobody has confirmed this email address yet. If nobody does by ${formatDateTime(by)}, the order is cancelled. If you know the customer, keep the order on its page.`;
}

/** Tells the client if their order is on hold, and how to pay if that is the reason. */
export function heldForClient(
  order: Parameters<typeof storedCosts>[0] & { number: number; holds: readonly HoldReason[] },
  { documents }: Shop,
): MailBlock[] {
  const { number, holds } = order;
  if (holds.length === 0) return [];
  const blocks: MailBlock[] = [`${holdsForClient(holds)} ${afterHold(holds)}`];
  if (!holds.includes("prepay")) return blocks;
  const most = formatCents(storedCosts(order).mostCents);
  const ask = `Please pay ${most}, the most that it can cost, and name order ${orderNumber(number)} with the payment. What it costs less stays your credit.`;
  return [...blocks, [ask, ...documents.waysToPay].join(" ")];
}

/** Tells the company that an order is on hold. */
export function heldFor(holds: readonly HoldReason[]): MailBlock[] {
  if (holds.length === 0) return [];
  const text = `This order is on hold: ${midSentence(holdsForStaff(holds))}. It is not on the packing list until you release it in the back office.`;
  return [text];
}

const notProvided = "Not provided";

function itemsOf(order: OrderToTell): MailBlock {
  const { items } = order;
  return {
    kind: "table",
    caption: "What was ordered",
    rows: items.map(({ productName, pricePerLb, subtotal, wish, ...ordered }) => ({
      name: productName,
      detail: `${withWish(orderedInWords(ordered), wish)} × ${formatPricePerLb(toCents(pricePerLb))}`,
      amount: formatDollars(subtotal),
    })),
    ...estimateInMail(order),
  };
}

/** Lists charges, taxes and the estimate below an email's table of lines. */
export function estimateInMail(order: Pick<OrderToTell, "charges"> & StoredCosts) {
  const { taxes, estimateCents } = storedCosts(order);
  return {
    sums: [
      ...order.charges.map(({ description, amount }) => ({
        label: description,
        amount: formatDollars(amount),
      })),
      ...taxes.map(({ label, cents }) => ({ label, amount: formatCents(cents) })),
    ],
    total: { label: "Estimate", amount: formatCents(estimateCents) },
  };
}

function substitutesOf({ allowsSubstitutes, callFirst }: OrderToTell): string[] {
  if (!allowsSubstitutes) return [];
  return callFirst
    ? ["If something is not available, we call you before we send something similar, as you asked."]
    : ["If something is not available, we may send something similar, as you asked."];
}

function quoteOf(title: string, notes: string): MailBlock[] {
  return notes.trim() ? [{ kind: "quote", title, text: notes.trim() }] : [];
}
