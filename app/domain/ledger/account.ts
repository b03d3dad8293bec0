import type { EntryKind, PaymentMethod } from "#db/schema/values/money.ts";
import type { Ageing } from "./ageing.ts";
import type { OpenItem } from "./ledger-entry.ts";

/** What a customer owes. In cents. */
export interface Balance {
  /** What is open less what is left over: negative if we owe the customer. */
  balanceCents: number;
  /** Open invoices and other amounts owed. */
  openCents: number;
  /** Payments and credits that settle nothing yet. */
  creditCents: number;
  /** What of the open was due before today. */
  overdueCents: number;
  /** The earliest day that something open is or was due; null for nothing. */
  dueOn: string | null;
}

/** Which accounts to list. `open` is everyone with something open or left over. */
export const accountViews = ["open", "overdue", "credit", "over"] as const;

export type AccountView = (typeof accountViews)[number];

/** Reads a view from an address; anything unknown is `open`. */
export function accountViewIn(value: string | null): AccountView {
  return accountViews.find((view) => view === value) ?? "open";
}

export interface AccountsFilter {
  view?: AccountView;
  search?: string;
  /** From 1. */
  page?: number;
}

/** A customer's account in the list. */
export interface AccountInList {
  customerId: string;
  companyName: string;
  ageing: Ageing;
  openCents: number;
  creditCents: number;
  /** The day on which the oldest of what is overdue was due; null if nothing is. */
  overdueSince: string | null;
  /** Whether what it owes, with what is ordered, exceeds its credit limit. */
  isOver: boolean;
}

/** Something open: an invoice, or a charge without one. */
export interface OpenDebt extends OpenItem {
  kind: EntryKind;
  /** Null for what is no invoice. */
  documentNumber: string | null;
  /** Address of the PDF; null for none. */
  url: string | null;
  occurredOn: string;
  dueOn: string;
  totalCents: number;
  note: string;
}

/** A payment or a credit of which something is left. */
export interface UnusedCredit extends OpenItem {
  kind: EntryKind;
  method: PaymentMethod | null;
  documentNumber: string | null;
  occurredOn: string;
}

/** An entry in the history of an account. */
export interface AccountEntry {
  id: string;
  kind: EntryKind;
  cents: number;
  occurredOn: string;
  dueOn: string | null;
  method: PaymentMethod | null;
  reference: string;
  note: string;
  documentNumber: string | null;
  url: string | null;
  /** Whether it takes a payment back, or was itself taken back. */
  isReversal: boolean;
  isReversed: boolean;
  /** The balance with this entry. */
  balanceCents: number;
  /** What a payment or a credit settles. */
  settles: Settlement[];
}

export interface Settlement {
  debitId: string;
  kind: EntryKind;
  documentNumber: string | null;
  cents: number;
  /** Whether staff can take it back. */
  isChosen: boolean;
}

/** A customer's account in the back office. */
export interface CustomerAccount {
  customerId: string;
  companyName: string;
  /** Dollars; null for no limit. */
  creditLimit: string | null;
  balance: Balance;
  debts: OpenDebt[];
  credits: UnusedCredit[];
}

/** What a member sees of their customer's account. */
export interface OwnAccount {
  balance: Balance;
  /** The oldest due first. */
  debts: OpenDebt[];
}

/** A page of a history, newest first. */
export interface AccountHistory {
  entries: AccountEntry[];
  hasMore: boolean;
}
