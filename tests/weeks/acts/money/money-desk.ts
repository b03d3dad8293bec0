import { Debtors } from "../../pencil/debtors.ts";

/** State of a life's money acts, by the keys of its stories. */
export interface MoneyDesk {
  /** Ledger entries of charges without a document, and of money paid back. */
  debts: Map<string, string>;
  /** Deposits asked for, in cents, by order. */
  deposits: Map<string, number>;
  /** Credit requests that aren't decided. */
  claims: Map<string, { id: string; order: string }>;
  /** Card charges, by order or by the name of the link's payment. */
  charges: Map<string, Charge>;
  /** Refunds that reached their card as far as anybody knows, in order. */
  refunds: { charge: string; cents: number }[];
  disputes: Map<string, { cents: number; isOpen: boolean }>;
  /** Cents that banks have withdrawn and not returned. */
  disputed: number;
  /** Orders whose card is declined once its owner is absent. */
  refusing: Set<string>;
  /** Of those, orders that staff released all the same, and whose card was given after packing. */
  trusted: Set<string>;
  /** Orders whose card was charged in full: later debts are paid in another way. */
  captured: Set<string>;
  late: Set<string>;
  /** "xero invoice 12": documents that a program has. */
  exported: Set<string>;
  debtors: Debtors;
  /** "document step" of the reminders sent. */
  reminded: Set<string>;
  /** "buyer last-day" of the monthly statements that were mailed. */
  stated: Set<string>;
  /** The bank's files, as read. */
  files: Map<string, string>;
  rows: Map<string, BankRow>;
  /** Files of opening balances that are still valid. */
  imports: Map<string, { id: string; balances: { buyer: string; cents: number }[] }>;
  opened: Set<string>;
}

interface BankRow {
  id: string;
  buyer: string;
  paper: string;
  cents: number;
  day: string;
  /** The latest payment that it was booked as. */
  payment: string | undefined;
}

interface Charge {
  paymentId: string;
  /** Its id at the provider. */
  ref: string;
  buyer: string;
  /** The pencil's name of the card. */
  card: string;
}

export const openMoneyDesk = (): MoneyDesk => ({
  debts: new Map(),
  deposits: new Map(),
  claims: new Map(),
  charges: new Map(),
  refunds: [],
  disputes: new Map(),
  disputed: 0,
  refusing: new Set(),
  trusted: new Set(),
  late: new Set(),
  captured: new Set(),
  exported: new Set(),
  debtors: new Debtors(),
  reminded: new Set(),
  stated: new Set(),
  files: new Map(),
  rows: new Map(),
  imports: new Map(),
  opened: new Set(),
});
