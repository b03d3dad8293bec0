import type { Shop } from "#app/content/company.ts";
import { currency } from "#app/content/taxes.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts } from "#app/domain/mail/mail-block.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";

/** An invoice for what another document underbilled. Dollars are text, as in the database. */
interface DebitInMail {
  documentNumber: string;
  /** The number of the underbilled invoice, or of the credit note that is taken back. */
  corrects: string;
  reason: string;
  total: string;
  issuedOn: string;
  dueOn: string | null;
  terms: string;
  url: string | null;
  /** What is billed, unless it is something forgotten. */
  bills?: "second delivery" | "credit";
}

/** Composes the email with an invoice for what another document underbilled. */
export function debitMail(invoice: DebitInMail, shop: Shop): MailContent {
  const { documentNumber, corrects, reason, url } = invoice;
  const amount = formatDollars(invoice.total);
  const due = formatFullDay(invoice.dueOn ?? invoice.issuedOn);
  const words = wordsOf(invoice, amount);
  return composeMail(shop.company, {
    subject: `Invoice ${documentNumber} ${words.does}`,
    preview: `${amount}, due ${due}`,
    title: words.title,
    blocks: [
      `Invoice ${documentNumber} is for ${words.what} stays as it is.`,
      { kind: "quote", title: "Why", text: reason, trusted: true },
      facts([
        { label: "Invoice", value: documentNumber },
        { label: words.label, value: corrects },
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
    reason: `You're receiving this email because an invoice of ${shop.company.name} to your account was ${invoice.bills === "second delivery" ? "added to" : "corrected"}.`,
  });
}

function wordsOf({ corrects, bills }: DebitInMail, amount: string) {
  if (bills === "credit") {
    return {
      does: `takes back ${amount} of credit note ${corrects}`,
      title: `We credited too much on credit note ${corrects}`,
      what: `what we credited by mistake. Credit note ${corrects}`,
      label: "Takes back from credit note",
    };
  }
  const isSecond = bills === "second delivery";
  return {
    does: `adds ${amount} to invoice ${corrects}`,
    title: isSecond
      ? `A second delivery, added to invoice ${corrects}`
      : `We billed too little on invoice ${corrects}`,
    what: `${isSecond ? "bringing the order again" : "the difference"}. Invoice ${corrects}`,
    label: "Adds to invoice",
  };
}
