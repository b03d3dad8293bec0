import type { Shop } from "#app/content/company.ts";
import { cutOffInWords, type DeliveryDay } from "#app/domain/delivery/days.ts";
import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { dateInWords, shortDateInWords } from "#app/lib/dates.ts";
import { midSentence } from "#app/lib/in-words.ts";
import { standingOrdersPath } from "./standing-order.ts";

/** A delivery for which no order was placed. */
export interface Undelivered {
  companyName: string;
  /** "Every Tuesday" */
  rhythm: string;
  /** "17.94 lb Brisket, 9 × Striploin": tells apart two standing orders for one day. */
  goods: string;
  /** The day by the weekday. */
  date: string;
  day: DeliveryDay | null;
  /** One or two sentences. */
  reason: string;
}

/** An email to a client about a delivery that wasn't ordered, with what they can do. */
export function undeliveredMail(
  { rhythm, goods, date, day, reason }: Undelivered,
  shop: Shop,
): MailContent {
  const when = shortDateInWords(date);
  const by = day ? ` by ${cutOffInWords(day)}` : " for another day";
  return composeMail(shop.company, {
    subject: `Not placed: your standing order for ${when}`,
    preview: reason,
    title: `Your standing order for ${dateInWords(date)} was not placed`,
    blocks: [
      `${reason} It was for ${goods}.`,
      `You can place an order yourself${by}.`,
      { kind: "link", label: "Place an order", url: shop.siteUrl + placeOrderPath },
      {
        kind: "aside",
        text: `Your standing order (${midSentence(rhythm)}) goes on as before:`,
        url: shop.siteUrl + standingOrdersPath,
      },
      {
        kind: "aside",
        text: `Questions? Reply to this email or call ${shop.company.phone.display}.`,
      },
    ],
    reason: `You're receiving this email because of a standing order with your ${shop.company.name} account.`,
  });
}

/** An email to the company about a client's standing order that couldn't be placed. */
export function undeliveredForCompanyMail(
  { companyName, rhythm, goods, date, reason }: Undelivered,
  isTold: boolean,
  shop: Shop,
): MailContent {
  const from = companyName || "A client";
  const when = shortDateInWords(date);
  return composeMail(shop.company, {
    subject: `Standing order not placed: ${from}, ${when}`,
    preview: reason,
    title: `${from}: no order by standing order for ${when}`,
    blocks: [
      `Their standing order (${midSentence(rhythm)}, ${goods}) was not placed. ${reason}`,
      isTold ? "They were told by email." : "We can’t email them: please call.",
      { kind: "link", label: "Open the orders", url: `${shop.siteUrl}/admin/orders` },
    ],
    reason: `You're receiving this email because ${shop.company.name} notifies this address of standing orders that were not placed.`,
  });
}
