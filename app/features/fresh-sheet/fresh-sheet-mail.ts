import type { Shop } from "#app/content/company.ts";
import { cutOffInWords, type DeliveryDay } from "#app/domain/delivery/days.ts";
import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts, type MailBlock } from "#app/domain/mail/mail-block.ts";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { dateInWords, formatFullDay } from "#app/lib/dates.ts";
import { addFromSheetPath } from "./sheet-links.ts";

export interface PricedPick {
  productId: string;
  name: string;
  line: string;
  /** Dollars per lb. */
  pricePerLb: string;
  /** The last day of the client's own price; null for none. */
  endsOn: string | null;
}

export interface SheetForClient {
  sheetId: string;
  companyName: string;
  note: string;
  picks: PricedPick[];
  /** The next day they can order for, which decides the prices; null if they have none. */
  day: DeliveryDay | null;
  /** URL to unsubscribe from fresh sheets. */
  stopUrl: string;
}

/** An email with this week's cuts at the client's own prices. */
export function freshSheetMail(
  { sheetId, companyName, note, picks, day, stopUrl }: SheetForClient,
  shop: Shop,
): MailContent {
  const { company, siteUrl } = shop;
  const names = picks.map(({ name }) => name);
  const whose = companyName ? `Prices for ${companyName}` : "Your prices";
  const blocks: MailBlock[] = [
    `${whose}:`,
    ...(day ? [dayInMail(day)] : []),
    ...picks.flatMap((pick): MailBlock[] => [
      facts([{ label: pick.name, value: pickInWords(pick) }]),
      {
        kind: "aside",
        text: `Add ${pick.name}:`,
        url: siteUrl + addFromSheetPath(sheetId, pick.productId),
      },
    ]),
    {
      kind: "aside",
      text: "“Add” puts a cut into the order that you are writing. Nothing is ordered yet.",
    },
    { kind: "link", label: "Place an order", url: siteUrl + placeOrderPath },
    { kind: "aside", text: "No more fresh sheets, please:", url: stopUrl },
  ];
  if (note) blocks.unshift({ kind: "paragraph", text: note, trusted: true });
  return composeMail(company, {
    subject: `Good this week: ${names.slice(0, 2).join(", ")}${names.length > 2 ? " and more" : ""}`,
    preview: note || "At your prices",
    title: "Good this week",
    blocks,
    reason: `You're receiving this email because you buy from ${company.name}, or asked for it. You can stop it with the link above, or in your account.`,
  });
}

function dayInMail(day: DeliveryDay): MailBlock {
  const rows = [
    {
      label: day.kind === "pickup" ? "For pickup" : "For delivery",
      value: dateInWords(day.date, day.cutOffAt),
    },
    { label: "Order by", value: cutOffInWords(day) },
  ];
  return facts(rows);
}

function pickInWords({ pricePerLb, line, endsOn }: PricedPick): string {
  const until = endsOn && `your price until ${formatFullDay(endsOn)}`;
  return [formatPricePerLb(toCents(pricePerLb)), until, line].filter(Boolean).join(" · ");
}
