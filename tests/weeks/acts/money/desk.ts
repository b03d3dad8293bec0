import { and, eq } from "drizzle-orm";
import { documents } from "#db/schema/money/documents.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { known, Skipped, type World } from "../../life/world.ts";
import type { Paper } from "../../pencil/books.ts";
import { Debtors } from "../../pencil/debtors.ts";

/** What the money of a life has to do with, by the keys of its stories. */
export interface MoneyDesk {
  /** What staff charged without a document, and money given back: the ledger's entries. */
  debts: Map<string, string>;
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
  late: Set<string>;
  /** "xero invoice 12": what a program has. */
  exported: Set<string>;
  debtors: Debtors;
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
  ...{ debts: new Map(), claims: new Map(), charges: new Map(), refunds: [] },
  ...{ disputes: new Map(), disputed: 0, refusing: new Set(), trusted: new Set(), late: new Set() },
  ...{ exported: new Set(), debtors: new Debtors() },
  ...{ files: new Map(), rows: new Map(), imports: new Map(), opened: new Set() },
});

/** A paper with a number, as the shop has it. */
export async function documentOf({ db }: World, paper: string) {
  const ofNumber = eq(documents.number, Number(paper.split(" ").at(-1)));
  const [found] = await db
    .select({ id: documents.id, number: documents.documentNumber, url: documents.url })
    .from(documents)
    .where(and(eq(documents.kind, "invoice"), ofNumber));
  if (!found) throw new Skipped(paper);
  return found;
}

/** What the ledger has of a paper, with a number or without. */
export async function debtOf(world: World, paper: string): Promise<string> {
  if (!paper.startsWith("invoice ")) return known(world.desk.money.debts, paper);
  const { id } = await documentOf(world, paper);
  const [entry] = await world.db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.documentId, id));
  if (!entry) throw new Skipped(paper);
  return entry.id;
}

/** Papers with something open, of all accounts. */
export const allOpen = ({ pencil, buyers }: World): (Paper & { open: number })[] =>
  [...buyers.keys()].flatMap((key) => pencil.openPapers(key));

/** What of a customer's money is free, in cents. */
export function freeOf({ pencil }: World, customer: string): number {
  return pencil.books
    .creditsOf(customer)
    .filter(({ keptFor }) => !keptFor)
    .reduce((sum, credit) => sum + pencil.books.left(credit), 0);
}
