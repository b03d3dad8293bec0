import { and, eq, type SQL, sql } from "drizzle-orm";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import type { ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import { orderName, orderNumber } from "#app/domain/orders/order.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { isPlaced, orders } from "#db/schema/orders.ts";
import { isStandingEvent, isWeighedBackWhole } from "#db/schema/stop-events.ts";

// Why an order is not delivered, for the user who reported that it was.

/** Returns the reason why nothing was delivered. */
export async function refusal(tx: Transaction, which: SQL | undefined): Promise<Error> {
  const there = await tx
    .select({
      number: orders.number,
      status: orders.status,
      deliveredAt: orders.deliveredAt,
      receivedBy: sql<string | null>`(select received_by from stop_events
        where stop_events.stop_id = orders.stop_id and kind = 'delivered'
          and happened_at = orders.delivered_at and ${isStandingEvent} limit 1)`,
      isBack: sql<boolean>`${orders.status} = 'fulfilled' and ${isWeighedBackWhole}`,
      isLeftBehind,
    })
    .from(orders)
    .where(and(which, isPlaced));
  const pending = there.filter(({ status }) => status === "pending");
  if (pending.length > 0) {
    const numbers = pending.map(({ number }) => orderNumber(number)).join(", ");
    const message = `Not finished at the packing station yet: ${numbers}. It has to be packed and invoiced before it can be delivered.`;
    return new Refusal<ReportRefusal>("not packed", message);
  }
  const back = there.find(({ isBack }) => isBack);
  if (back) return weighedBack(back);
  const left = there.find((one) => one.isLeftBehind);
  if (left) {
    const message = `${orderName(left.number)} was packed after the truck left, so it is not on it. Call the office if it is. Nothing was changed.`;
    return new Refusal<ReportRefusal>("not packed", message);
  }
  const [done] = there;
  return done
    ? alreadyDelivered(done)
    : new Refusal<ReportRefusal>(
        "gone",
        "The order was moved or cancelled, so there is nothing to deliver.",
      );
}

/** An order that came back and was weighed as a whole must not be sold twice. */
function weighedBack({ number }: { number: number }): Error {
  const message = `${orderName(number)} came back undelivered and was weighed, so it can’t be marked as delivered. Take a new order instead. Nothing was changed.`;
  return new Refusal<ReportRefusal>("weighed back", message);
}

/** @throws Refusal if an order came back and was weighed as a whole */
export async function refuseWeighedBack(tx: Transaction, orderId: string): Promise<void> {
  const [back] = await tx
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.status, "fulfilled"), isWeighedBackWhole));
  if (back) throw weighedBack(back);
}

/** The first report counts; the office hears of a second one that says something else. */
function alreadyDelivered(first: { deliveredAt: Date | null; receivedBy: string | null }): Error {
  const who = first.receivedBy ? ` to ${first.receivedBy}` : "";
  const when = first.deliveredAt ? `, on ${formatDateTime(first.deliveredAt)}` : "";
  return new Refusal<ReportRefusal>(
    "already delivered",
    `${ended(`This was already reported as delivered${who}${when}`)} That report counts. Nothing was changed.`,
  );
}
