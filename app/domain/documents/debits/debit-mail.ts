import type { Shop } from "#app/content/company.ts";
import { currency } from "#app/content/taxes.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts } from "#app/domain/mail/mail-block.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";

/** An invoice for what another one underbilled. Dollars are text, as the database writes them. */
interface DebitInMail {
  documentNumber: string;
  /** The number of the underbilled invoice. */
  corrects: string;
  reason: string;
  total: string;
  issuedOn: string;
  dueOn: string | null;
  terms: string;
  url: string | null;
  /** True if it bills a second delivery rather than something forgotten. */
  isSecondDelivery?: boolean;
}

/** Mail with an invoice for what another one underbilled. */
export function debitMail(invoice: DebitInMail, shop: Shop): MailContent {
  const { documentNumber, corrects, reason, url, isSecondDelivery = false } = invoice;
  const amount = formatDollars(invoice.total);
  const due = formatFullDay(invoice.dueOn ?? invoice.issuedOn);
  return composeMail(shop.company, {
    subject: `Invoice ${documentNumber} adds ${amount} to invoice ${corrects}`,
    preview: `${amount}, due ${due}`,
    title: isSecondDelivery
      ? `A second delivery, added to invoice ${corrects}`
      : `We billed too little on invoice ${corrects}`,
    blocks: [
      `Invoice ${documentNumber} is for ${isSecondDelivery ? "bringing the order again" : "the difference"}. Invoice ${corrects} stays as it is.`,
      { kind: "quote", title: "Why", text: reason, trusted: true },
      facts([
        { label: "Invoice", value: documentNumber },
        { label: "Adds to invoice", value: corrects },
        { label: "Amount due", value: amount },
        { label: "Due", value: `${due} (${invoice.terms})` },
      ]),
      url
        ? { kind: "link", label: "Open the invoice", url: shop.siteUrl + url }
        : { kind: "link", label: "See your invoices", url: `${shop.siteUrl}/dashboard/invoices` },
      {
        kind: "aside",
        text: `${currency} Something not right? Reply to this email, or call ${shop.company.phone.display}.`,
      },
    ],
    reason: `You're receiving this email because an invoice of ${shop.company.name} to your account was ${isSecondDelivery ? "added to" : "corrected"}.`,
  });
}
