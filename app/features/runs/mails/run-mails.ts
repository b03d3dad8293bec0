import type { Shop } from "#app/content/company.ts";
import { windowInWords } from "#app/features/delivery/days.ts";
import { composeMail } from "#app/features/mail/compose-mail.ts";
import type { MailContent } from "#app/features/mail/mail.ts";
import type { MailBlock } from "#app/features/mail/mail-block.ts";
import { orderLinkBlocks, orderMailReason } from "#app/features/orders/links/order-link.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { formatDateTime } from "#app/lib/dates.ts";

/** Tells a client that orders are on their way. */
export function onItsWayMail(
  { orderIds, from, to }: { orderIds: string[]; from: string; to: string },
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  const title = `Your ${ordersInWords(orderIds, ["is", "are"], "on the way")}`;
  return composeMail(shop.company, {
    subject: title,
    preview: `Expected today from ${windowInWords({ from, to })}`,
    title,
    blocks: [
      {
        kind: "paragraph",
        text: `Our driver has left and is expected at your door from ${windowInWords({ from, to })}. Please have somebody there to take the meat into the cold.`,
      },
      ...seeOrder(orderIds, shop, guestUrl),
      {
        kind: "aside",
        text: `Nobody there today? Call ${shop.company.phone.display} now, and we will find a way.`,
      },
    ],
    reason: orderMailReason("is being delivered", guestUrl, shop),
  });
}

/** What the client is told of a delivery. */
export interface DeliveredFacts {
  orderIds: string[];
  at: Date;
  /** Empty where nobody was named. */
  receivedBy: string;
  /** As measured at the door; null where it was not. */
  temperatureC: string | null;
  kind: "delivery" | "pickup";
}

/** Tells a client that orders were delivered, or picked up: when, and who took them. */
export function deliveredMail(
  { orderIds, at, receivedBy, temperatureC, kind }: DeliveredFacts,
  shop: Shop,
  guestUrl: string | null = null,
): MailContent {
  const isPickup = kind === "pickup";
  const done = isPickup ? "picked up" : "delivered";
  const title = `Your ${ordersInWords(orderIds, ["was", "were"], done)}`;
  const when = formatDateTime(at);
  return composeMail(shop.company, {
    subject: title,
    preview: [when, receivedBy && `taken by ${receivedBy}`].filter(Boolean).join(", "),
    title,
    blocks: [
      {
        kind: "facts",
        rows: [
          { label: isPickup ? "Picked up" : "Delivered", value: `${when} Pacific time` },
          ...(receivedBy ? [{ label: "Taken by", value: receivedBy }] : []),
          ...(temperatureC === null
            ? []
            : [{ label: "Product temperature", value: `${Number(temperatureC)} °C` }]),
        ],
      },
      ...seeOrder(orderIds, shop, guestUrl),
      {
        kind: "aside",
        text: `Something not right? Reply to this e-mail, or call ${shop.company.phone.display}, today if you can.`,
      },
    ],
    reason: orderMailReason(`was ${done}`, guestUrl, shop),
  });
}

/** "order 0b8a3b1e is …", "orders 0b8a3b1e and 12345678 are …". */
function ordersInWords(ids: string[], [one, many]: [string, string], rest: string): string {
  const numbers = ids.map(orderNumber);
  const last = numbers.pop();
  return numbers.length > 0
    ? `orders ${numbers.join(", ")} and ${last} ${many} ${rest}`
    : `order ${last} ${one} ${rest}`;
}

function seeOrder(
  [first = "", ...more]: string[],
  shop: Shop,
  guestUrl: string | null,
): MailBlock[] {
  return more.length > 0 && guestUrl === null
    ? [{ kind: "link", label: "See your orders", url: `${shop.siteUrl}/dashboard/orders` }]
    : orderLinkBlocks(first, shop, guestUrl);
}
