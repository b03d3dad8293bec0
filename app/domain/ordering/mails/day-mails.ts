import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts, type MailBlock, replyOrCall } from "#app/domain/mail/mail-block.ts";
import {
  leftOut,
  memberReads,
  type OrderReader,
  orderLinkBlocks,
  orderMailReason,
} from "#app/domain/orders/links/order-link.ts";
import {
  type NamedOrder,
  type OrderCharge,
  type OrderDelivery,
  orderName,
  orderNumber,
} from "#app/domain/orders/order.ts";
import { type StoredCosts, storedCosts } from "#app/domain/orders/order-costs.ts";
import { formatCents, formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatDate } from "#app/lib/dates.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import type { LineRepriced } from "../delivery/day-prices.ts";
import { dayAndWindow, deliveryFacts } from "../delivery/delivery-words.ts";
import { heldFor, heldForClient } from "./order-mails.ts";

interface SecondBilled {
  total: string;
  invoiceNumber: string;
  corrects: string;
  url: string | null;
}

export interface MovedOrder extends NamedOrder {
  /** What changed; "packed" is the day of a packed order, "both" are day and address. */
  what: "day" | "packed" | "address" | "both";
  /** The second delivery of a packed order. */
  second?: SecondBilled | undefined;
  /** For a packed order: true if nobody was there when it came, or came for it. */
  wasMissed?: boolean | undefined;
  /** Sentences on how to pay the open amount of all its invoices. */
  howToPay?: string[] | undefined;
  placedAt: Date;
  items: StoredCosts["items"];
  charges: OrderCharge[];
  delivery: OrderDelivery;
  companyName: string;
  repriced: readonly LineRepriced[];
  holds: HoldReason[];
}

/** Tells the client the order's new day. */
export function dayChangedMail(
  order: MovedOrder,
  shop: Shop,
  reader: OrderReader = memberReads,
): MailContent {
  const { guestUrl } = reader;
  const name = orderName(order.number);
  const { day } = order.delivery;
  const isDay = order.what !== "address";
  const title = isDay ? `${name} is on another day` : `${name} has new delivery details`;
  return composeMail(shop.company, {
    subject: title,
    preview: day ? dayAndWindow(day) : title,
    blocks: [
      `The order you placed on ${formatDate(order.placedAt)} ${whatChanged(order, reader)}${theRest(order)}`,
      facts(factsOf(order, reader)),
      ...secondOf(order, shop),
      ...pricesOf(order),
      ...heldForClient(order, shop),
      ...leftOut(reader),
      ...orderLinkBlocks(order.id, shop, guestUrl, { isChangeable: order.what !== "packed" }),
      replyOrCall("Not what you asked for?", shop.company),
    ],
    reason: orderMailReason("was changed", guestUrl, shop),
  });
}

type Changed = Pick<MovedOrder, "what" | "second" | "wasMissed">;

function whatChanged(order: Changed, { repeatsTyped }: OrderReader): string {
  const { what, second, wasMissed } = order;
  if (what === "packed") {
    const why = wasMissed
      ? "was not handed over because we met nobody. It is kept cold for the day below."
      : "was moved to the day below. It is kept cold until then.";
    const billed = second
      ? `Invoice ${second.corrects} stays as it is; the second delivery is on invoice ${second.invoiceNumber}.`
      : "Its invoice stays as it is.";
    return `is packed, and ${why} ${billed}`;
  }
  const details = repeatsTyped
    ? "the address and phone number below now"
    : "new delivery details, which are on the order’s page";
  const parts = [
    ...(what === "address" ? [] : ["was moved to another day"]),
    ...(what === "day" ? [] : [`has ${details}`]),
  ];
  return `${parts.join(", and ")}.`;
}

function secondOf({ howToPay = [], second }: MovedOrder, shop: Shop): MailBlock[] {
  const link = second?.url && {
    kind: "aside" as const,
    text: `Invoice ${second.invoiceNumber}:`,
    url: shop.siteUrl + second.url,
  };
  return [
    ...howToPay.map((text) => ({ kind: "paragraph" as const, text, trusted: true })),
    ...(link ? [link] : []),
  ];
}

function theRest({ what, repriced }: MovedOrder): string {
  if (what === "packed" || (what !== "day" && repriced.length === 0)) return "";
  return repriced.length > 0
    ? " Its prices are those of the new day."
    : " What you ordered stays as it was.";
}

/** Shows day and place of a moved order, for an email that also covers its lines. */
export function movedBlocks(order: MovedOrder, reader: OrderReader): MailBlock[] {
  const rows = placeOf(order, reader);
  return [
    `It ${whatChanged(order, reader)}`,
    ...(rows.length > 0 ? [facts(rows)] : []),
    ...pricesOf(order),
  ];
}

/** Notifies the company that a client moved an order. */
export function clientMovedMail(order: MovedOrder, shop: Shop): MailContent {
  const reference = orderNumber(order.number);
  const from = order.companyName || "a client";
  const isDay = order.what !== "address";
  return composeMail(shop.company, {
    subject: `${orderName(order.number)} from ${from} has ${isDay ? "another day" : "new delivery details"}`,
    preview: order.delivery.day ? dayAndWindow(order.delivery.day) : orderName(order.number),
    title: isDay
      ? `${from} moved order ${reference}`
      : `${from} changed the delivery details of order ${reference}`,
    blocks: [
      facts(factsOf(order, memberReads)),
      ...pricesOf(order),
      ...heldFor(order.holds),
      { kind: "link", label: "Open the order", url: `${shop.siteUrl}/admin/orders/${order.id}` },
    ],
    reason: `You're receiving this email because ${shop.company.name} notifies this address of every changed order.`,
  });
}

function factsOf(order: MovedOrder, reader: OrderReader) {
  const { what, second } = order;
  if (what !== "packed") return [...placeOf(order, reader), ...costsOf(order)];
  const fee = second && {
    label: "Second delivery",
    value: `${formatDollars(second.total)}, on invoice ${second.invoiceNumber}`,
  };
  return [...placeOf(order, reader), ...(fee ? [fee] : [])];
}

function placeOf({ what, delivery }: MovedOrder, reader: OrderReader) {
  const tellsPhone = (what === "address" || what === "both") && reader.repeatsTyped;
  return [
    ...deliveryFacts(delivery, reader),
    ...(tellsPhone ? [{ label: "Phone", value: delivery.phone }] : []),
  ];
}

function costsOf(order: MovedOrder) {
  const { taxes, estimateCents } = storedCosts(order);
  return [
    ...order.charges.map(({ description, amount }) => ({
      label: `${description} fee`,
      value: formatDollars(amount),
    })),
    ...taxes.map(({ label, cents }) => ({ label, value: formatCents(cents) })),
    { label: "Estimate", value: formatCents(estimateCents) },
  ];
}

/** Shows e.g. "Ribeye: $24.99/lb, now $26.50/lb". */
function pricesOf({ repriced }: MovedOrder): MailBlock[] {
  if (repriced.length === 0) return [];
  const rows = repriced.map(({ productName, from, to }) => ({
    label: productName,
    value: `${formatPricePerLb(toCents(from))}, now ${formatPricePerLb(toCents(to))}`,
  }));
  return [facts(rows)];
}
