import { invoiceWords } from "#app/content/payment-terms.ts";
import { site } from "#app/content/site.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dueOn, type PaymentTerms, termsInWords } from "./due-date.ts";

/** For customers without terms of their own. */
const usualTerms: PaymentTerms = { kind: "net", days: invoiceWords.paymentDays };

/**
 * What an invoice issued at this moment says besides its order and its customer: days, terms,
 * seller, ways to pay and tax. It is stored with the invoice; later changes of the content, and of
 * the customer's terms, don't change issued invoices.
 *
 * @param payment how it can be paid, where that isn't as clients pay
 */
export function invoiceTerms(
  issuedAt: Date,
  terms = usualTerms,
  payment: readonly string[] = invoiceWords.waysToPay,
) {
  const issuedOn = pacificDay(issuedAt);
  const { taxes, currency, returns } = invoiceWords;
  return {
    issuedOn,
    dueOn: dueOn(issuedOn, terms),
    terms: termsInWords(terms),
    words: { seller: seller(), payment: [...payment], remarks: [currency, returns] },
    taxes,
  };
}

/** What a credit note issued at this moment says besides its invoice. */
export function creditNoteTerms(issuedAt: Date) {
  const { creditUse, currency } = invoiceWords;
  return {
    issuedOn: pacificDay(issuedAt),
    words: { seller: seller(), payment: [...creditUse], remarks: [currency] },
  };
}

/** What a delivery note issued at this moment says besides its order. */
export function deliveryNoteTerms(issuedAt: Date) {
  const { notAnInvoice, returns, taxes } = invoiceWords;
  return {
    issuedOn: pacificDay(issuedAt),
    words: { seller: seller(), payment: [...notAnInvoice], remarks: [returns] },
    taxes,
  };
}

function seller() {
  const { street, city, region, postalCode, country } = site.address;
  const { name, shortName, nameSuffix, phone, email } = site;
  const place = `${city}, ${region} ${postalCode}, ${country}`;
  const lines = [street, place, phone.display, email, invoiceWords.taxNumber];
  return { name, shortName, nameSuffix, lines: lines.filter(Boolean) };
}
