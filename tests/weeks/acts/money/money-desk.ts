import { Debtors } from "../../pencil/debtors.ts";

/** What the money of a life has to do with, by the keys of its stories. */
export interface MoneyDesk {
  /** What staff charged without a document, and money given back: the ledger's entries. */
  debts: Map<string, string>;
  /** What was asked for before an order is packed, in cents, by the order. */
  deposits: Map<string, number>;
  /** Credits that were asked for and are not decided. */
  claims: Map<string, { id: string; order: string }>;
  /** What cards were charged, by order or by what the link's payment is called. */
  charges: Map<string, Charge>;
  /** Refunds that reached their card as far as anybody knows, in their order. */
  refunds: { charge: string; cents: number }[];
  disputes: Map<string, { cents: number; isOpen: boolean }>;
  /** Cents that banks have taken back and not returned. */
  disputed: number;
  /** Orders whose card says no as soon as its owner is not there. */
  refusing: Set<string>;
  /** Of those, orders that staff have released all the same, and whose card was given after packing. */
  trusted: Set<string>;
  /** Orders whose card was charged all that it was to be: what is owed again later is paid otherwise. */
  captured: Set<string>;
  late: Set<string>;
  /** "xero invoice 12": what a program has. */
  exported: Set<string>;
  debtors: Debtors;
  /** "document step" of what the shop has reminded of. */
  reminded: Set<string>;
  /** "buyer last-day" of the month's statements that were mailed. */
  stated: Set<string>;
  /** The bank's files, as they were read. */
  files: Map<string, string>;
  rows: Map<string, BankRow>;
  /** Files of what was owed before, and whose balance stands. */
  imports: Map<string, { id: string; balances: { buyer: string; cents: number }[] }>;
  opened: Set<string>;
}

interface BankRow {
  id: string;
  buyer: string;
  paper: string;
  cents: number;
  day: string;
  /** The payment that it was booked as last. */
  payment: string | undefined;
}

interface Charge {
  paymentId: string;
  /** At the provider. */
  ref: string;
  buyer: string;
  /** What the pencil calls the card. */
  card: string;
}

export const openMoneyDesk = (): MoneyDesk => ({
  ...{ debts: new Map(), deposits: new Map(), claims: new Map(), charges: new Map(), refunds: [] },
  ...{ disputes: new Map(), disputed: 0, refusing: new Set(), trusted: new Set(), late: new Set() },
  captured: new Set(),
  ...{ exported: new Set(), debtors: new Debtors(), reminded: new Set(), stated: new Set() },
  ...{ files: new Map(), rows: new Map(), imports: new Map(), opened: new Set() },
});
