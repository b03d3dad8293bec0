import { and, eq } from "drizzle-orm";
import { documents } from "#db/schema/money/documents.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { known, Skipped, type World } from "../../life/world.ts";
import type { Paper } from "../../pencil/books.ts";

/** Returns a numbered document; the counter's receipts have numbers of their own. */
export async function documentOf({ db }: World, paper: string) {
  const ofNumber = eq(documents.number, Number(paper.split(" ").at(-1)));
  const [found] = await db
    .select({ id: documents.id, number: documents.documentNumber, url: documents.url })
    .from(documents)
    .where(and(eq(documents.series, "INV"), ofNumber));
  if (!found) throw new Skipped(paper);
  return found;
}

/** Returns the ledger entry of a document, numbered or not. */
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

/** Returns the open documents of all accounts. */
export const allOpen = ({ pencil, buyers }: World): (Paper & { open: number })[] =>
  [...buyers.keys()].flatMap((key) => pencil.openPapers(key));

/** Returns a customer's unused credit, in cents. */
export function freeOf({ pencil }: World, customer: string): number {
  return pencil.books
    .creditsOf(customer)
    .filter(({ keptFor }) => !keptFor)
    .reduce((sum, credit) => sum + pencil.books.left(credit), 0);
}
