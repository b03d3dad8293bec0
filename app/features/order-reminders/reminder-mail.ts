import type { Shop } from "#app/content/company.ts";
import {
  cutOffInWords,
  type DeliveryDay,
  lastMinuteOf,
  timeInWords,
  weekdayName,
  windowInWords,
} from "#app/domain/delivery/days.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts } from "#app/domain/mail/mail-block.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { dateInWords, weekdayOf } from "#app/lib/dates.ts";

interface Reminder {
  companyName: string;
  day: DeliveryDay;
  /** That of the customer's order for this day; 0 for none. */
  minimumCents: number;
  zoneName: string;
  stopUrl: string;
}

/** An email reminding a client to order before the cut-off of their usual day. */
export function orderReminderMail(
  { companyName, day, minimumCents, zoneName, stopUrl }: Reminder,
  shop: Shop,
): MailContent {
  const isPickup = day.kind === "pickup";
  const date = dateInWords(day.date, day.cutOffAt);
  const what = isPickup ? "pickup" : "delivery";
  return composeMail(shop.company, {
    subject: `Order by ${cutOffIn(day)} for ${date}`,
    preview: `You usually order for this ${what}`,
    blocks: [
      `${companyName ? `${companyName}, you` : "You"} usually order for our ${what} on ${weekdayName(weekdayOf(day.date))}. We don't have your order for ${date} yet.`,
      facts([
        {
          label: isPickup ? "Pickup" : "Delivery",
          value: `${date}, ${windowOf(day)}, ${zoneName}`,
        },
        { label: "Order by", value: cutOffIn(day) },
        ...(minimumCents > 0 ? [{ label: "Minimum", value: formatCents(minimumCents) }] : []),
      ]),
      { kind: "link", label: "Place an order", url: `${shop.siteUrl}/dashboard/place-order` },
      { kind: "aside", text: "If you don't need anything this time, there is nothing to do." },
      { kind: "aside", text: "No more reminders, please:", url: stopUrl },
    ],
    reason: `You're receiving this email because you usually order from ${shop.company.name} for this day. You can stop reminders in your account too.`,
  });
}

/** "Wednesday 2 p.m."; with the date if the weekday alone is ambiguous. */
function cutOffIn(day: DeliveryDay): string {
  // Sent on the morning of the cut-off.
  const short = cutOffInWords(day, day.cutOffAt);
  const { day: cutOffDay, time } = lastMinuteOf(day.cutOffAt);
  const isPlain = short === `${weekdayName(weekdayOf(cutOffDay)).slice(0, 3)} ${timeInWords(time)}`;
  const whole = isPlain ? weekdayName(weekdayOf(cutOffDay)) : dateInWords(cutOffDay, day.cutOffAt);
  return `${whole} ${timeInWords(time)}`;
}

function windowOf({ windowFrom, windowTo }: DeliveryDay): string {
  return windowInWords({ from: windowFrom, to: windowTo });
}
