import { type Company, type DocumentWords, letterhead, type Shop } from "#app/content/company.ts";
import { currency, taxes } from "#app/content/taxes.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dueOn, type PaymentTerms, termsInWords } from "./due-date.ts";

/** Whose documents they are; the owner's settings at the moment of issue. */
type Issuer = Pick<Shop, "company" | "documents">;

/**
 * What the shop's documents say besides their orders and customers: days, terms, seller, ways to pay
 * and tax. It is stored with each; later changes of the settings, and of the customer's terms, don't
 * change issued documents.
 */

/** Of an invoice issued at `issuedAt`; for customers without terms of their own, with the usual ones. */
export function invoiceTerms({ company, documents }: Issuer) {
  const usualTerms: PaymentTerms = { kind: "net", days: documents.paymentDays };
  /** @param payment how it can be paid, where that isn't as clients pay */
  return (issuedAt: Date, terms = usualTerms, payment: readonly string[] = documents.waysToPay) => {
    const issuedOn = pacificDay(issuedAt);
    return {
      issuedOn,
      dueOn: dueOn(issuedOn, terms),
      terms: termsInWords(terms),
      words: {
        seller: sellerOf(company, documents),
        payment: [...payment],
        remarks: [currency, documents.returns].filter(Boolean),
      },
      taxes,
    };
  };
}

/** Of what is sold over the counter, which is paid as it is issued; the day is the till's. */
export function receiptTerms(issuer: Issuer, soldOn: string) {
  return (issuedAt: Date) => ({
    ...invoiceTerms(issuer)(issuedAt, { kind: "on_delivery", days: 0 }, []),
    issuedOn: soldOn,
    dueOn: soldOn,
    terms: "paid at the counter",
  });
}

/** Of a credit note issued at `issuedAt`, besides its invoice. */
export function creditNoteTerms({ company, documents }: Issuer) {
  return (issuedAt: Date) => ({
    issuedOn: pacificDay(issuedAt),
    words: {
      seller: sellerOf(company, documents),
      payment: [...documents.creditUse],
      remarks: [currency],
    },
  });
}

/** Of a delivery note issued at `issuedAt`, besides its order. */
export function deliveryNoteTerms({ company, documents }: Issuer) {
  return (issuedAt: Date) => ({
    issuedOn: pacificDay(issuedAt),
    words: {
      seller: sellerOf(company, documents),
      payment: [...documents.notAnInvoice],
      remarks: [documents.returns].filter(Boolean),
    },
    taxes,
  });
}

function sellerOf(company: Company, { taxNumber }: DocumentWords) {
  const { lines, ...names } = letterhead(company);
  return { ...names, lines: [...lines, taxNumber].filter(Boolean) };
}
