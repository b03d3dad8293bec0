import type { EntryKind, PaymentMethod } from "#db/schema/values/money.ts";
import type { Ageing } from "./ageing.ts";
import { entryInWords, type OpenItem } from "./ledger-entry.ts";

/** A customer's account, in cents. */
export interface Balance {
  balanceCents: number;
  openCents: number;
  creditCents: number;
  /** The open part that was due before today. */
  overdueCents: number;
  dueOn: string | null;
}

/** The lists of accounts. `open` has every account with open amounts or credit. */
export const accountViews = ["open", "overdue", "credit", "over"] as const;

export type AccountView = (typeof accountViews)[number];

/** Reads a view from an address; anything unknown is `open`. */
export function accountViewIn(value: string | null): AccountView {
  return accountViews.find((view) => view === value) ?? "open";
}

export interface AccountsFilter {
  view?: AccountView;
  search?: string;
  page?: number;
}

export interface AccountInList {
  customerId: string;
  companyName: string;
  ageing: Ageing;
  openCents: number;
  creditCents: number;
  overdueSince: string | null;
  isOver: boolean;
}

/** An open invoice, or a charge without one. */
export interface OpenDebt extends OpenItem {
  kind: EntryKind;
  method: PaymentMethod | null;
  documentNumber: string | null;
  url: string | null;
  occurredOn: string;
  dueOn: string;
  totalCents: number;
  note: string;
}

export function debtInWords(debt: OpenDebt): string {
  return entryInWords({ ...debt, cents: debt.totalCents, isReversal: false });
}

export interface UnusedCredit extends OpenItem {
  kind: EntryKind;
  method: PaymentMethod | null;
  documentNumber: string | null;
  occurredOn: string;
  /** True if it waits for its order as a deposit and settles nothing else. */
  isReserved: boolean;
}

export interface AccountEntry
  extends Pick<OpenDebt, "kind" | "method" | "occurredOn" | "note" | "documentNumber" | "url"> {
  id: string;
  cents: number;
  dueOn: string | null;
  reference: string;
  isReversal: boolean;
  isReversed: boolean;
  balanceCents: number;
  settles: Settlement[];
}

export interface Settlement {
  debitId: string;
  kind: EntryKind;
  documentNumber: string | null;
  occurredOn: string;
  cents: number;
  isChosen: boolean;
}

export interface CustomerAccount {
  customerId: string;
  companyName: string;
  creditLimit: string | null;
  balance: Balance;
  debts: OpenDebt[];
  credits: UnusedCredit[];
  /** The part of the unused credit that is deposits of orders: it is not paid back as credit. */
  reservedCents: number;
}

export interface OwnAccount {
  balance: Balance;
  debts: OpenDebt[];
}

export interface AccountHistory {
  entries: AccountEntry[];
  hasMore: boolean;
}
