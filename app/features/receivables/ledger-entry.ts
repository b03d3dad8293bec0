import { sumCents } from "#app/lib/line-totals.ts";

/** What an entry of a customer's account is. */
export type EntryKind = "invoice" | "payment" | "credit" | "refund" | "write_off" | "adjustment";

export type PaymentMethod = "card" | "etransfer" | "cheque" | "cash" | "eft";

export const methodText: Record<PaymentMethod, string> = {
  etransfer: "e-transfer",
  cheque: "cheque",
  eft: "bank transfer (EFT)",
  cash: "cash",
  card: "card",
};

/** Ways to pay that the staff enter by hand. */
export const methodsByHand = ["etransfer", "cheque", "eft", "cash"] as const;

/** An entry in words: "Payment by cheque", "Invoice INV-000012". */
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

/** Something of which a part is open. In cents. */
export interface OpenItem {
  entryId: string;
  openCents: number;
}

/**
 * Which items a payment settles unless somebody says otherwise: in their order, each in full, until
 * nothing is left. What they don't use up stays as credit.
 */
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

/** How long amounts have been overdue: not yet, up to 30, 60 and 90 days, and longer. */
export const ages = ["current", "to30", "to60", "to90", "over90"] as const;

export type Age = (typeof ages)[number];

export const ageText: Record<Age, string> = {
  current: "Not due yet",
  to30: "1–30 days",
  to60: "31–60 days",
  to90: "61–90 days",
  over90: "Over 90 days",
};

/** Open amounts by age, in cents. */
export type Ageing = Record<Age, number>;

/** What of an ageing is overdue. */
export function overdueOf(ageing: Ageing): number {
  return sumCents(ages.slice(1), (age) => ageing[age]);
}

const dayMs = 86_400_000;

/** The age of what is due on a day, on another: both calendar days, e.g. "2026-11-14". */
export function ageOn(dueOn: string, today: string): Age {
  const days = (Date.parse(today) - Date.parse(dueOn)) / dayMs;
  if (days <= 0) return "current";
  if (days <= 30) return "to30";
  if (days <= 60) return "to60";
  return days <= 90 ? "to90" : "over90";
}
