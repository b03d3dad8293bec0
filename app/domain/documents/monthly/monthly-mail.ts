import type { Shop } from "#app/content/company.ts";
import { currency } from "#app/content/taxes.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts } from "#app/domain/mail/mail-block.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { howToPayAside } from "../pay-form.ts";

/** An invoice for delivery notes. Dollars are text, as the database writes them. */
interface MonthlyInvoice {
  documentNumber: string;
  url: string | null;
  total: string;
  /** Pacific days. */
  issuedOn: string;
  dueOn: string | null;
  terms: string;
  /** The amounts are before taxes. */
  notes: { number: string; issuedOn: string; poNumber: string; amount: string }[];
  /** Without taxes of $0.00. */
  taxes: { label: string; amount: string }[];
}

/** Composes the email with a monthly invoice. */
export function monthlyInvoiceMail(invoice: MonthlyInvoice, shop: Shop): MailContent {
  const { documentNumber, url, notes, taxes } = invoice;
  const amount = formatDollars(invoice.total);
  const due = formatFullDay(invoice.dueOn ?? invoice.issuedOn);
  const count = notes.length === 1 ? "1 delivery" : `${notes.length} deliveries`;
  return composeMail(shop.company, {
    subject: `Invoice ${documentNumber} for ${count}: ${amount}`,
    preview: `${amount}, due ${due}`,
    title: `Your invoice for ${count}`,
    blocks: [
      facts([
        { label: "Invoice", value: documentNumber },
        { label: "Amount due", value: amount },
        { label: "Due", value: `${due} (${invoice.terms})` },
      ]),
      url
        ? { kind: "link", label: "Open the invoice", url: shop.siteUrl + url }
        : { kind: "link", label: "See your invoices", url: `${shop.siteUrl}/dashboard/invoices` },
      {
        kind: "table",
        caption: "What you are billed for",
        rows: notes.map(({ number, issuedOn, poNumber, amount: own }) => ({
          name: number,
          detail: [formatFullDay(issuedOn), poNumber && `PO ${poNumber}`]
            .filter(Boolean)
            .join(", "),
          amount: formatDollars(own),
        })),
        sums: taxes.map((tax) => ({ label: tax.label, amount: formatDollars(tax.amount) })),
        total: { label: "Total", amount },
      },
      ...howToPayAside(url, shop),
      {
        kind: "aside",
        text: `${currency} Anyone with the invoice link can open it without signing in, so share it only with whoever keeps your books.`,
      },
    ],
    reason: `You're receiving this email because your ${shop.company.name} account is invoiced once a month.`,
  });
}
