import { invoiceWords } from "#app/content/payment-terms.ts";
import { site } from "#app/content/site.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";

/**
 * What an invoice issued at this moment says besides its order and its customer: days, terms,
 * seller, ways to pay and tax. It is stored with the invoice; later changes of the content don't
 * change issued invoices.
 */
export function invoiceTerms(issuedAt: Date) {
  const issuedOn = pacificDay(issuedAt);
  const { taxes, paymentDays, waysToPay, currency, returns } = invoiceWords;
  return {
    issuedOn,
    dueOn: daysAfter(issuedOn, paymentDays),
    terms: `net ${paymentDays} days`,
    words: { seller: seller(), payment: [...waysToPay], remarks: [currency, returns] },
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
