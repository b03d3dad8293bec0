import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/features/mail/compose-mail.ts";
import type { MailContent } from "#app/features/mail/mail.ts";
import type { MailBlock } from "#app/features/mail/mail-block.ts";
import { formatDate } from "#app/lib/dates.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/money.ts";
import type { LineRepriced } from "../delivery/day-prices.ts";
import { dayAndWindow, deliveryFacts } from "../delivery/delivery-words.ts";
import type { HoldReason } from "../holding/hold.ts";
import { orderLinkBlocks, orderMailReason } from "../links/order-link.ts";
import { type OrderCharge, type OrderDelivery, orderNumber } from "../order.ts";
import { heldFor, heldForClient } from "./order-mails.ts";

/** An order whose day or address was changed, as it is now. */
export interface MovedOrder {
  id: string;
  /** What was asked for: another day, or another address or phone number. */
  what: "day" | "address";
  placedAt: Date;
  /** The estimate in dollars. */
  totalPrice: string;
  charges: OrderCharge[];
  delivery: OrderDelivery;
  companyName: string;
  /** Lines that have the price of the new day. */
  repriced: readonly LineRepriced[];
  /** Why it is on hold now; null if it isn't. */
  holdReason: HoldReason | null;
}

/** Tells the client on which day the order comes now. */
export function dayChangedMail(
  order: MovedOrder,
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  const reference = orderNumber(order.id);
  const { day } = order.delivery;
  const isDay = order.what === "day";
  const title = isDay
    ? `Your order ${reference} has another day`
    : `Your order ${reference} has other delivery details`;
  return composeMail(shop.company, {
    subject: title,
    preview: day ? dayAndWindow(day) : title,
    title,
    blocks: [
      {
        kind: "paragraph",
        text: !isDay
          ? `The order you placed on ${formatDate(order.placedAt)} has the address and phone number below now.`
          : `The order you placed on ${formatDate(order.placedAt)} was moved to another day. ${order.repriced.length > 0 ? "Its prices are those of the new day." : "Everything else stays as it was."}`,
      },
      { kind: "facts", rows: factsOf(order) },
      ...pricesOf(order),
      ...heldForClient(order),
      ...orderLinkBlocks(order.id, shop, guestUrl),
      {
        kind: "aside",
        text: `Not what you asked for? Reply to this e-mail, or call ${shop.company.phone.display}.`,
      },
    ],
    reason: orderMailReason("was changed", guestUrl, shop),
  });
}

/** Notifies the company that a client moved an order. */
export function clientMovedMail(order: MovedOrder, shop: Shop): MailContent {
  const reference = orderNumber(order.id);
  const from = order.companyName || "a client";
  const isDay = order.what === "day";
  return composeMail(shop.company, {
    subject: `Order ${reference} from ${from} has ${isDay ? "another day" : "other delivery details"}`,
    preview: order.delivery.day ? dayAndWindow(order.delivery.day) : reference,
    title: isDay
      ? `${from} moved order ${reference}`
      : `${from} changed the delivery details of order ${reference}`,
    blocks: [
      { kind: "facts", rows: factsOf(order) },
      ...pricesOf(order),
      ...(order.holdReason ? [heldFor(order.holdReason)] : []),
      { kind: "link", label: "Open the order", url: `${shop.siteUrl}/admin/orders/${order.id}` },
    ],
    reason: `You received this e-mail because ${shop.company.name} notifies this address of every changed order.`,
  });
}

function factsOf(order: MovedOrder) {
  const { what, delivery } = order;
  return [
    ...deliveryFacts(delivery),
    ...(what === "address" ? [{ label: "Phone", value: delivery.phone }] : []),
    ...costsOf(order),
  ];
}

function costsOf({ charges, totalPrice }: MovedOrder) {
  return [
    ...charges.map(({ description, amount }) => ({
      label: `${description} fee`,
      value: formatCents(toCents(amount)),
    })),
    { label: "Estimate", value: formatCents(toCents(totalPrice)) },
  ];
}

/** "Ribeye: $24.99/lb, now $26.50/lb" */
function pricesOf({ repriced }: MovedOrder): MailBlock[] {
  if (repriced.length === 0) return [];
  const rows = repriced.map(({ productName, from, to }) => ({
    label: productName,
    value: `${formatPricePerLb(toCents(from))}, now ${formatPricePerLb(toCents(to))}`,
  }));
  return [{ kind: "facts", rows }];
}
