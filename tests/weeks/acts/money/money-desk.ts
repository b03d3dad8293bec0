import { Debtors } from "../../pencil/debtors.ts";

/** The state of a life's money acts, by the keys of its stories. */
export interface MoneyDesk {
  /** Ledger entries of charges without a document, and of refunds. */
  debts: Map<string, string>;
  /** Requested deposits in cents, by order. */
  deposits: Map<string, number>;
  /** Undecided credit requests. */
  claims: Map<string, { id: string; order: string }>;
  /** Card charges, by order or by the name of the link's payment. */
  charges: Map<string, Charge>;
  /** Refunds that reached their card, as far as anybody knows, in order. */
  refunds: { charge: string; cents: number }[];
  disputes: Map<string, { cents: number; isOpen: boolean }>;
  /** Cents that banks have withdrawn and not returned. */
  disputed: number;
  /** Orders whose card is declined in its owner's absence. */
  refusing: Set<string>;
  /** Those of them that staff released all the same. */
  trusted: Set<string>;
  /** Orders whose card was charged in full, so that later debts are paid in another way. */
  captured: Set<string>;
  /** Orders whose other card was given after packing. */
  late: Set<string>;
  /** Documents that a program has: "xero invoice 12". */
  exported: Set<string>;
  debtors: Debtors;
  /** "document step" of reminders sent. */
  reminded: Set<string>;
  /** "buyer last-day" of monthly statements mailed. */
  stated: Set<string>;
  files: Map<string, string>;
  rows: Map<string, BankRow>;
  /** Files of opening balances that weren't undone. */
  imports: Map<string, { id: string; balances: { buyer: string; cents: number }[] }>;
  opened: Set<string>;
}

interface BankRow {
  id: string;
  buyer: string;
  paper: string;
  cents: number;
  day: string;
  /** The latest payment booked for it. */
  payment: string | undefined;
}

interface Charge {
  paymentId: string;
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
