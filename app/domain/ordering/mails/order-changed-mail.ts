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
  orderName,
  orderNumber,
} from "#app/domain/orders/order.ts";
import { promiseInWords, storedCosts } from "#app/domain/orders/order-costs.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import { formatCents, formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatDate } from "#app/lib/dates.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import type { LineDifference } from "../changing/change-plan.ts";
import { type MovedOrder, movedBlocks } from "./day-mails.ts";
import { estimateInMail, heldForClient, type LineToTell } from "./order-mails.ts";

/** A changed order in its email. Dollars and pounds are text, as stored. */
export interface ChangedOrder extends NamedOrder {
  placedAt: Date;
  /** Null where the line doesn't exist. */
  differences: LineDifference[];
  notes: { from: string; to: string } | null;
  estimates: { from: string; to: string };
  items: LineToTell[];
  /** Who changed it last: "You", or a colleague's address; undefined for staff. */
  changedBy?: string;
  poNumber?: { from: string; to: string } | null;
  charges: OrderCharge[];
  holds: HoldReason[];
}

/**
 * Tells the client what changed in an order before packing, and its current state.
 *
 * @param moved if its day, address or phone number changed too
 */
export function orderChangedMail(
  order: ChangedOrder,
  shop: Shop,
  reader: OrderReader = memberReads,
  moved: MovedOrder | null = null,
): MailContent {
  const { guestUrl, repeatsTyped } = reader;
  const { differences, notes } = order;
  const isPriceSet = differences.some((line) => line.isPriceSet);
  const { estimateCents, mostCents } = storedCosts(order);
  return composeMail(shop.company, {
    subject: `${orderName(order.number)} was changed`,
    preview: `Estimate ${formatCents(estimateCents)}`,
    blocks: [
      `${order.changedBy ?? "We"} changed the order you placed on ${formatDate(order.placedAt)}. What is added costs today's price; everything else ${isPriceSet ? "but what we priced anew " : ""}keeps the price it had.`,
      ...differencesOf(order),
      ...(moved ? movedBlocks(moved, reader) : []),
      ...poNumberOf(order),
      ...(notes ? [repeatsTyped ? notesBlock(notes.to) : notesChanged] : []),
      ...(differences.length > 0 ? [itemsOf(order)] : []),
      promiseInWords(mostCents),
      ...heldForClient(order, shop),
      ...leftOut(reader),
      ...orderLinkBlocks(order.id, shop, guestUrl),
      replyOrCall("Not what you asked for?", shop.company, ", before we start cutting"),
    ],
    reason: orderMailReason("was changed", guestUrl, shop),
  });
}

/** Notifies the company that an order was changed through its link or in the client's account. */
export function changedByThemMail(
  order: ChangedOrder,
  { from, isRetail }: { from: string; isRetail: boolean },
  shop: Shop,
  moved: MovedOrder | null = null,
): MailContent {
  const reference = orderNumber(order.number);
  return composeMail(shop.company, {
    subject: `${isRetail ? "Retail order" : "Order"} ${reference} was changed`,
    preview: `Estimate ${formatCents(storedCosts(order).estimateCents)}`,
    title: `${from} changed order ${reference}`,
    blocks: [
      ...differencesOf(order),
      ...(moved ? movedBlocks(moved, memberReads) : []),
      ...poNumberOf(order),
      ...(order.notes ? [notesBlock(order.notes.to)] : []),
      { kind: "link", label: "Open the order", url: `${shop.siteUrl}/admin/orders/${order.id}` },
    ],
    reason: `You're receiving this email because ${shop.company.name} notifies this address of every order that its customer changes.`,
  });
}

function poNumberOf({ poNumber }: ChangedOrder): MailBlock[] {
  if (!poNumber) return [];
  const value = `${poNumber.to || "None"}${poNumber.from ? `, was ${poNumber.from}` : ""}`;
  return [facts([{ label: "PO number", value }])];
}

function differencesOf(order: ChangedOrder): MailBlock[] {
  const { differences, estimates } = order;
  if (differences.length === 0) return [];
  const rows = differences.map(({ productName, from, to }) => ({
    label: productName,
    value: from === null ? `Added: ${to}` : to === null ? `Removed: ${from}` : `${to}, was ${from}`,
  }));
  const value = `${formatDollars(estimates.to)}, was ${formatDollars(estimates.from)}`;
  return [facts([...rows, { label: "Estimate", value }])];
}

const notesChanged = "The notes were changed.";

function notesBlock(notes: string): MailBlock {
  if (notes.trim() === "") return "The notes were removed.";
  return { kind: "quote", title: "The notes now", text: notes.trim() };
}

function itemsOf(order: ChangedOrder): MailBlock {
  return {
    kind: "table",
    caption: "The order now",
    rows: order.items.map(({ productName, pricePerLb, subtotal, ...ordered }) => ({
      name: productName,
      detail: `${orderedInWords(ordered)} × ${formatPricePerLb(toCents(pricePerLb))}`,
      amount: formatDollars(subtotal),
    })),
    ...estimateInMail(order),
  };
}
