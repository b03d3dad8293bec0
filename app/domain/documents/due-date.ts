import { daysAfter } from "#app/lib/dates.ts";
import type { TermsKind } from "#db/schema/values/customers.ts";

/**
 * When a customer pays: before or on delivery, some days after the invoice or the end of its month,
 * or on a day of the next month.
 */
export interface PaymentTerms {
  kind: TermsKind;
  /** Days, or the day of the next month. Ignored for the first two kinds. */
  days: number;
  /** False if a customer who pays before delivery has not paid yet; true by default. */
  isPaid?: boolean;
}

/**
 * Returns the Pacific day on which an invoice is due, given the day it was issued: "2027-02-10" and
 * the end of the month → "2027-02-28". In shorter months, the 31st means the last day.
 */
export function dueOn(issuedOn: string, { kind, days }: PaymentTerms): string {
  switch (kind) {
    case "prepay":
    case "on_delivery":
      return issuedOn;
    case "net":
      return daysAfter(issuedOn, days);
    case "end_of_month":
      return daysAfter(endOfMonth(issuedOn), days);
    case "day_of_next_month": {
      const last = endOfMonth(daysAfter(endOfMonth(issuedOn), 1));
      const day = Math.min(days, Number(last.slice(8)));
      return `${last.slice(0, 8)}${String(day).padStart(2, "0")}`;
    }
  }
}

/** As printed on invoices: "net 30 days". */
export function termsInWords({ kind, days, isPaid = true }: PaymentTerms): string {
  switch (kind) {
    case "prepay":
      return isPaid ? "paid in advance" : "payable before delivery";
    case "on_delivery":
      return "due on delivery";
    case "net":
      return days === 0 ? "due on receipt" : `net ${inDays(days)}`;
    case "end_of_month":
      return days === 0 ? "end of the month" : `end of the month and ${inDays(days)}`;
    case "day_of_next_month":
      return `day ${days} of the next month`;
  }
}

function inDays(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

function endOfMonth(day: string): string {
  const [year, month] = day.split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, 10);
}
