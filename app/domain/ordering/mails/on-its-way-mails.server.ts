import { and, eq, not } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { windowInWords } from "#app/domain/delivery/days.ts";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { orderMailReason, ordersLinkBlocks } from "#app/domain/orders/links/order-link.ts";
import { type NamedOrder, ordersInWords } from "#app/domain/orders/order.ts";
import { type OrderAtStop, tellByStop } from "#app/domain/orders/order-recipient.server.ts";
import { dateInWords, pacificDay, shortDateInWords } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { pick } from "#app/lib/pick.ts";
import type { Transaction } from "#db/database.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";

interface OnItsWay {
  /** The run's Pacific day. */
  date: string;
  today: string;
  /** The last day that the client was told; null if another email tells it. */
  bookedFor: string | null;
}

/** Queues the emails about orders on their way: one per person and stop. */
export function queueOnItsWayMails(
  tx: Transaction,
  {
    sent,
    ...on
  }: OnItsWay & { sent: (OrderAtStop & { from: string | null; to: string | null })[] },
  shop: Shop,
): Promise<void> {
  return tellByStop(tx, sent, shop, (told, { guestUrl }) => {
    const [{ from, to } = { from: null, to: null }] = told;
    return onItsWayMail({ ...on, from: from ?? "", to: to ?? "", orders: told }, shop, guestUrl);
  });
}

/**
 * Queues the same email about a packed order that joined a truck on its way; does nothing if its
 * run is not out or left without it. Call it once, when somebody says that the order is on the
 * truck.
 */
export async function tellIfJoinedOut(
  tx: Transaction,
  { id, bookedFor }: { id: string } & Pick<OnItsWay, "bookedFor">,
  shop: Shop,
): Promise<void> {
  const [order] = await tx
    .select({
      ...pick(orders, "id", "number", "stopId", "customerId", "placedBy"),
      from: orders.deliveryFrom,
      to: orders.deliveryTo,
      date: runs.date,
    })
    .from(orders)
    .innerJoin(runs, eq(runs.id, orders.runId))
    .where(and(eq(orders.id, id), eq(runs.state, "out"), not(isLeftBehind)));
  if (!order) return;
  const on = { date: order.date, today: pacificDay(new Date()), bookedFor };
  await queueOnItsWayMails(tx, { ...on, sent: [order] }, shop);
}

function onItsWayMail(
  {
    orders: told,
    date,
    today,
    bookedFor,
    from,
    to,
  }: OnItsWay & { orders: NamedOrder[]; from: string; to: string },
  shop: Shop,
  guestUrl: string | null,
): MailContent {
  // A run may leave on another day than its own; its hours don't hold then.
  const isItsDay = date === today;
  const planned = bookedFor === date ? `, not on ${dateInWords(date)} as planned` : "";
  const when = isItsDay
    ? `on ${dateInWords(date)}, from ${windowInWords({ from, to })}`
    : `today, ${dateInWords(today)}${planned}`;
  const title = ordersInWords(told, ["is", "are"], "on the way");
  const isOtherDay = bookedFor !== null && bookedFor !== today && bookedFor !== date;
  const before = isOtherDay ? ` It was booked for ${dateInWords(bookedFor)}.` : "";
  const short = isItsDay
    ? `${shortDateInWords(date)}, ${windowInWords({ from, to })}`
    : `today, ${shortDateInWords(today)}`;
  return composeMail(shop.company, {
    subject: `${title}: ${short}`,
    title,
    preview: `Expected ${when}`,
    blocks: [
      {
        kind: "paragraph",
        text: `${ended(`Our driver has left and is expected at your door ${when}`)}${before} Please have someone there to put it in the fridge or freezer.`,
      },
      ...ordersLinkBlocks(told, shop, guestUrl),
      {
        kind: "aside",
        text: `Won't be there? Call ${shop.company.phone.display} and we'll work something out.`,
      },
    ],
    reason: orderMailReason("is being delivered", guestUrl, shop),
  });
}
