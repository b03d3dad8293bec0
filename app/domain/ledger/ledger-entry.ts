import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import type { EntryKind, PaymentMethod } from "#db/schema/values/money.ts";

export const methodText: Record<PaymentMethod, string> = {
  etransfer: "e-transfer",
  cheque: "cheque",
  eft: "bank transfer (EFT)",
  cash: "cash",
  terminal: "card terminal",
  card: "card",
};

/** Returns a method as the start of a sentence or label: "E-transfer". */
export const methodTitle = (method: PaymentMethod): string =>
  methodText[method].charAt(0).toUpperCase() + methodText[method].slice(1);

/** Returns a method within a sentence: "in cash", "by e-transfer". */
export const byMethod = (method: PaymentMethod): string =>
  method === "cash" ? "in cash" : `by ${methodText[method]}`;

export const methodsByHand = ["etransfer", "cheque", "eft", "cash", "terminal"] as const;

/** Names an entry: "Payment by cheque", "Invoice INV-000012". */
export function entryInWords(entry: {
  kind: EntryKind;
  cents: number;
  method: PaymentMethod | null;
  documentNumber: string | null;
  isReversal: boolean;
}): string {
  const { kind, method, documentNumber: number } = entry;
  switch (kind) {
    case "invoice":
      return `Invoice ${number}`;
    case "credit":
      return `Credit note ${number}`;
    case "payment":
      return entry.isReversal ? "Payment taken back" : `Payment by ${methodText[method ?? "cash"]}`;
    case "refund":
      return `Refund by ${methodText[method ?? "cash"]}`;
    case "write_off":
      return "Written off";
    case "adjustment":
      return entry.cents > 0 ? "Charge" : "Credit";
  }
}

/**
 * Says what was given back of a deposit, in cents, and that it therefore can't be taken back; empty
 * for nothing. A payment of which credit was paid back can be taken back; its client then owes
 * that.
 */
export function refundedInWords(refunds: readonly { cents: number; occurredOn: string }[]): string {
  if (refunds.length === 0) return "";
  const given = refunds.map(
    ({ cents, occurredOn }) => `${formatCents(cents)} on ${formatFullDay(occurredOn)}`,
  );
  return `Given back of it: ${given.join(", ")}. So it can’t be taken back; if it bounced since, record a charge.`;
}

export interface OpenItem {
  entryId: string;
  openCents: number;
}

/** Returns what a payment settles by default: the items in order, each in full, while it lasts. */
export function settledInOrder(
  cents: number,
  items: readonly OpenItem[],
): { entryId: string; cents: number }[] {
  let left = cents;
  const settled = [];
  for (const { entryId, openCents } of items) {
    const some = Math.min(left, openCents);
    if (some <= 0) continue;
    settled.push({ entryId, cents: some });
    left -= some;
  }
  return settled;
}
