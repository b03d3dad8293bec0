import { type Company, type DocumentWords, letterhead, type Shop } from "#app/content/company.ts";
import { currency, taxes } from "#app/content/taxes.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dueOn, type PaymentTerms, termsInWords } from "./due-date.ts";

/** The issuer's details, as the owner has set them at the moment of issue. */
type Issuer = Pick<Shop, "company" | "documents">;

/**
 * The text on documents that doesn't come from orders and customers: dates, terms, seller, ways to
 * pay and tax. It is stored with each document: later changes of the settings or of the customer's
 * terms don't change issued documents.
 */

/** Returns an invoice's terms at `issuedAt`; the usual ones if the customer has none. */
export function invoiceTerms({ company, documents }: Issuer) {
  const usualTerms: PaymentTerms = { kind: "net", days: documents.paymentDays };
  /**
   * @param payment the ways to pay, if they differ from the usual ones
   */
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

/** Terms of a counter sale, which is paid when issued; its date is the till's. */
export function receiptTerms(issuer: Issuer, soldOn: string) {
  return (issuedAt: Date) => ({
    ...invoiceTerms(issuer)(issuedAt, { kind: "on_delivery", days: 0 }, []),
    issuedOn: soldOn,
    dueOn: soldOn,
    terms: "paid at the counter",
  });
}

/** Terms of a credit note issued at `issuedAt`; the rest comes from its invoice. */
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

/** Terms of a delivery note issued at `issuedAt`; the rest comes from its order. */
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
