import type { Shop } from "#app/content/company.ts";
import { allRefusedInWords } from "#app/domain/delivery/runs/all-refused.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { type MailBlock, replyOrCall } from "#app/domain/mail/mail-block.ts";
import {
  orderLinkBlocks,
  orderMailReason,
  ordersLinkBlocks,
} from "#app/domain/orders/links/order-link.ts";
import {
  type NamedOrder,
  orderName,
  orderNumber,
  ordersInWords,
} from "#app/domain/orders/order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";
import { type BoxElsewhere, boxElsewhereInWords } from "../run.ts";

/** Text message telling a client that the driver is near. */
export const arrivingText = (shop: Shop) =>
  `${shop.company.name}: our driver is about ten minutes away with your order. Questions? Call ${shop.company.phone.display}. Please don't reply.`;

/** Email telling a client that the driver is near. */
export function arrivingMail(
  orders: NamedOrder[],
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  return composeMail(shop.company, {
    subject: "Our driver is about ten minutes away",
    preview: ordersInWords(orders, ["is", "are"], "almost there"),
    blocks: [
      {
        kind: "paragraph",
        text: "Our driver is about ten minutes away with your order. Please have someone there to put it in the fridge or freezer.",
      },
      ...ordersLinkBlocks(orders, shop, guestUrl),
    ],
    reason: orderMailReason("is being delivered", guestUrl, shop),
  });
}

/** Email reminding a client to pick up a packed order. */
export function pickupReminderMail(
  { order, place }: { order: NamedOrder; place: string },
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  const { phone } = shop.company;
  return composeMail(shop.company, {
    subject: `${orderName(order.number)} is waiting for you`,
    preview: "It is packed, and nobody has picked it up yet.",
    blocks: [
      {
        kind: "paragraph",
        text: `It is packed, and nobody has picked it up yet. Please come for it soon, or call us at ${phone.display} so that we find another day.`,
      },
      { kind: "facts", rows: [{ label: "Pick up at", value: place }] },
      ...orderLinkBlocks(order.id, shop, guestUrl, { isChangeable: false }),
    ],
    reason: orderMailReason("waits to be picked up", guestUrl, shop),
  });
}

export interface DeliveredFacts {
  orders: NamedOrder[];
  at: Date;
  receivedBy: string;
  temperatureC: string | null;
  leftWith: "neighbour" | null;
  elsewhere: readonly BoxElsewhere[];
  kind: DeliveryKind;
  refused: RefusedLine[];
  kept: RefusedLine[];
  /** Open cents of picked-up orders, without amounts that a card will be charged for. */
  openCents?: number;
}

export interface RefusedLine {
  productName: string;
  lb: string;
}

/** Email telling a client when orders were delivered or picked up, and who received them. */
export function deliveredMail(
  {
    orders,
    at,
    receivedBy,
    temperatureC,
    leftWith,
    elsewhere,
    kind,
    refused,
    kept,
    openCents = 0,
  }: DeliveredFacts,
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  const isPickup = kind === "pickup";
  const done = isPickup ? "picked up" : "delivered";
  const when = formatDateTime(at);
  return composeMail(shop.company, {
    subject: ordersInWords(orders, ["was", "were"], done),
    preview: [
      when,
      receivedBy &&
        (leftWith ? `left with a neighbour, ${receivedBy}` : `received by ${receivedBy}`),
      refused.length > 0 && `refused: ${refusedInWords(refused)}`,
      kept.length > 0 && `kept back by us: ${refusedInWords(kept)}`,
    ]
      .filter(Boolean)
      .join(", "),
    blocks: [
      {
        kind: "facts",
        rows: [
          { label: isPickup ? "Picked up" : "Delivered", value: `${when} Pacific time` },
          ...(receivedBy
            ? [{ label: leftWith ? "Left with your neighbour" : "Received by", value: receivedBy }]
            : []),
          ...(temperatureC === null
            ? []
            : [{ label: "Product temperature", value: `${Number(temperatureC)} °C` }]),
          ...refusedRow(refused),
          ...keptRow(kept),
          ...(openCents > 0 ? [{ label: "Still open", value: formatCents(openCents) }] : []),
        ],
      },
      ...keptBlocks(kept),
      ...(leftWith
        ? [
            {
              kind: "paragraph" as const,
              text: `${ended(`There was no one there to take it in, so your neighbour has it: ${receivedBy}`)} Please fetch it soon, and put it in the fridge or freezer.`,
            },
          ]
        : []),
      ...elsewhere.flatMap((box) =>
        orders.some(({ id }) => id === box.orderId)
          ? [{ kind: "paragraph" as const, text: ended(boxElsewhereInWords(box, "")) }]
          : [],
      ),
      ...followsOf(refused),
      ...ordersLinkBlocks(orders, shop, guestUrl),
      replyOrCall("Something not right?", shop.company, ", today if you can"),
    ],
    reason: orderMailReason(`was ${done}`, guestUrl, shop),
  });
}

/** Email telling a client that they refused all of it, so that nothing was handed over. */
export function allRefusedMail(
  {
    orders,
    at,
    kind,
    refused,
    kept,
  }: Omit<DeliveredFacts, "receivedBy" | "leftWith" | "elsewhere" | "temperatureC">,
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  const where = allRefusedInWords(kind).toLowerCase();
  const when = formatDateTime(at);
  return composeMail(shop.company, {
    subject: ordersInWords(orders, ["was", "were"], where),
    preview: `Nothing was handed over: ${refusedInWords(refused)}`,
    blocks: [
      {
        kind: "paragraph",
        text: `${when} Pacific time: everything was refused, so nothing was handed over.`,
      },
      { kind: "facts", rows: [...refusedRow(refused), ...keptRow(kept)] },
      ...keptBlocks(kept),
      ...followsOf(refused),
      ...ordersLinkBlocks(orders, shop, guestUrl),
      replyOrCall("Something not right?", shop.company, ", today if you can"),
    ],
    reason: orderMailReason(`was ${where}`, guestUrl, shop),
  });
}

/** Email about a refusal after `deliveredMail` was sent. */
export function refusedMail(
  order: NamedOrder,
  refused: RefusedLine,
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  return composeMail(shop.company, {
    subject: `Refused from your order ${orderNumber(order.number)}`,
    preview: refusedInWords([refused]),
    blocks: [
      { kind: "facts", rows: refusedRow([refused]) },
      ...followsOf([refused]),
      ...ordersLinkBlocks([order], shop, guestUrl),
      {
        kind: "aside",
        text: `Not right? Reply to this email, or call ${shop.company.phone.display}.`,
      },
    ],
    reason: orderMailReason("was delivered", guestUrl, shop),
  });
}

/** "4.5 lb Ribeye Steak, 2 lb Stew" */
function refusedInWords(refused: readonly RefusedLine[]): string {
  return refused.map(({ productName, lb }) => `${formatLb(Number(lb))} ${productName}`).join(", ");
}

function refusedRow(refused: readonly RefusedLine[]) {
  return refused.length > 0 ? [{ label: "Refused", value: refusedInWords(refused) }] : [];
}

function keptRow(kept: readonly RefusedLine[]) {
  return kept.length > 0
    ? [{ label: "Kept back by us: on hold", value: refusedInWords(kept) }]
    : [];
}

/** Tells of the request for credit made by the report. */
function followsOf(refused: readonly RefusedLine[]): MailBlock[] {
  if (refused.length === 0) return [];
  const text =
    "You don’t have to ask for a credit: the driver’s report has. We’ll look at it and email you our decision.";
  return [{ kind: "paragraph", text }];
}

/** Says why part of a delivery didn't come, and that it needn't be paid. */
function keptBlocks(kept: readonly RefusedLine[]): MailBlock[] {
  if (kept.length === 0) return [];
  const text =
    "We kept back a box with meat that is on hold while we check it, and what was in the box with it. It is no fault of yours, and you don’t have to ask for a credit: we’ll email you our decision.";
  return [{ kind: "paragraph", text }];
}

export type MissedReason = "nobody there" | "on hold";

/** Email telling a client that we kept orders back because meat in them is on hold. */
function keptMail(
  { orders, at, kind }: Pick<DeliveredFacts, "orders" | "at" | "kind">,
  shop: Shop,
  guestUrl: string | null,
): MailContent {
  const done = kind === "pickup" ? "picked up" : "delivered";
  const [whose, it] = orders.length > 1 ? ["these orders", "them"] : ["this order", "it"];
  return composeMail(shop.company, {
    subject: ordersInWords(orders, ["was", "were"], `not ${done}`),
    preview: `Meat in ${it} is on hold, so we kept ${it} back.`,
    blocks: [
      {
        kind: "paragraph",
        text: `${formatDateTime(at)}: we did not hand over ${whose}. Meat in ${it} is on hold while we check it, so all of ${it} stays with us, packed and cold.`,
      },
      {
        kind: "paragraph",
        text: `We’ll get in touch with you about what happens next, or call us at ${shop.company.phone.display}.`,
      },
      ...ordersLinkBlocks(orders, shop, guestUrl),
    ],
    reason: orderMailReason(`was to be ${done}`, guestUrl, shop),
  });
}

/** Email telling a client why orders were not handed over, and what happens next. */
export function missedMail(
  facts: Pick<DeliveredFacts, "orders" | "at" | "kind"> & { why?: MissedReason },
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  const { orders, at, kind, why: reason } = facts;
  if (reason === "on hold") return keptMail(facts, shop, guestUrl);
  const isPickup = kind === "pickup";
  const { phone } = shop.company;
  const done = isPickup ? "picked up" : "delivered";
  const [isPacked, it] = orders.length > 1 ? ["They are packed", "them"] : ["It is packed", "it"];
  const why = isPickup ? `nobody had come for ${it}` : `there was no one there to take ${it} in`;
  return composeMail(shop.company, {
    subject: ordersInWords(orders, ["was", "were"], `not ${done}`),
    preview: `We keep ${it} cold, and will arrange another day with you.`,
    blocks: [
      {
        kind: "paragraph",
        text: `${formatDateTime(at)}: ${why}. ${isPacked}, and we keep ${it} cold.`,
      },
      {
        kind: "paragraph",
        text: `To arrange another day, call us at ${phone.display} or reply to this email. Otherwise we’ll get in touch with you.`,
      },
      ...ordersLinkBlocks(orders, shop, guestUrl),
    ],
    reason: orderMailReason(`was to be ${done}`, guestUrl, shop),
  });
}

/** Email correcting `deliveredMail` or `allRefusedMail`, when neither was true after all. */
export function notDeliveredMail(
  { orders, kind, isRefused }: Pick<DeliveredFacts, "orders" | "kind"> & { isRefused: boolean },
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  const done = kind === "pickup" ? "picked up" : "delivered";
  const reported = isRefused ? allRefusedInWords(kind).toLowerCase() : done;
  const refusal = isRefused ? ", and that everything was refused is withdrawn" : "";
  const what = ordersInWords(orders, ["is", "are"], `not ${done} yet`);
  const whose = kind === "pickup" ? "Our report" : "Our driver’s report";
  return composeMail(shop.company, {
    subject: `Correction: ${what}`,
    preview: `${whose} was corrected.`,
    title: `Correction: ${what}`,
    blocks: [
      {
        kind: "paragraph",
        text: `${whose} was corrected: ${what}${refusal}. Please disregard our earlier email. We are sorry for the mix-up.`,
      },
      ...ordersLinkBlocks(orders, shop, guestUrl),
      {
        kind: "aside",
        text: `Questions? Reply to this email, or call ${shop.company.phone.display}.`,
      },
    ],
    reason: orderMailReason(`was reported as ${reported}`, guestUrl, shop),
  });
}
