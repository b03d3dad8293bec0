import ical, { ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import type { Shop } from "#app/content/company.ts";
import { type Order, orderName } from "#app/domain/orders/order.ts";
import { pacificMoment } from "#app/lib/dates.ts";
import { destinationInWords, kindInWords } from "./delivery-words.ts";

/**
 * Returns an order's day as a calendar event (RFC 5545); null without a day. The event id is
 * stable, so adding a moved day again replaces the event. It contains no link, because calendars
 * are shared and a guest's link opens the order. The caller must have checked access.
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
    // Without the name, so that maps find the place.
    location: destinationInWords({ ...delivery, name: "" }),
    // Waiting for a delivery doesn't make anyone busy.
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
