import ical, { ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import type { Shop } from "#app/content/company.ts";
import { type Order, orderName } from "#app/domain/orders/order.ts";
import { pacificMoment } from "#app/lib/dates.ts";
import { destinationInWords, kindInWords } from "./delivery-words.ts";

/**
 * The day of an order as a calendar's event (RFC 5545), as a response; null for one without a day. The
 * same order is the same event, so that a day that was moved and added again replaces the earlier one.
 * No link is in it: calendars are shared, and a guest's link opens the order. The caller must have
 * checked access to the order.
 */
export function orderCalendar(
  { id, number, delivery }: Pick<Order, "id" | "number" | "delivery">,
  { company, siteUrl }: Pick<Shop, "company" | "siteUrl">,
): Response | null {
  const { day } = delivery;
  if (!day) return null;
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: company.name, product: "Orders" },
  });
  calendar.createEvent({
    id: `order-${id}@${new URL(siteUrl).hostname}`,
    start: pacificMoment(day.date, day.from),
    end: pacificMoment(day.date, day.to),
    summary: `${kindInWords(day.kind)}: ${company.name}, ${orderName(number)}`,
    // A place that a map finds: without the name of who is there.
    location: destinationInWords({ ...delivery, name: "" }),
    // Nobody is busy while they wait for a delivery.
    transparency: ICalEventTransparency.TRANSPARENT,
    description: `Questions? Call ${company.phone.display}.`,
  });
  return new Response(calendar.toString(), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="order-${number}.ics"`,
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex, nofollow",
      "Referrer-Policy": "no-referrer",
    },
  });
}
