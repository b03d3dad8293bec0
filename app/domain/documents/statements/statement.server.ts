import { and, asc, count, eq, gte, lte, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Client, Staff } from "#app/domain/access/capability.ts";
import {
  ageingOf,
  balanceBefore,
  balanceOf,
  debtsOf,
  entryColumns,
  seesAccount,
} from "#app/domain/ledger/accounts.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customerDetails, customers, ofAccount } from "#db/schema/customers.ts";
import { documents } from "#db/schema/money/documents.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { invoiceTerms } from "../invoice-terms.ts";
import { lookedAtFor } from "../open-invoices.server.ts";
import {
  mostEntries,
  mostOpen,
  partsOf,
  type StatementDays,
  type StatementPapers,
} from "./statement-days.ts";
import type { Statement } from "./statement-words.ts";

/**
 * Returns a customer's statement, or the parts to split it into if it is too long; null for an
 * unknown id. For staff who keep the books.
 */
export async function getStatement(
  db: Database,
  staff: Staff<"money">,
  customerId: string,
  days: StatementDays,
  shop: Shop,
): Promise<Statement | StatementPapers | null> {
  const papers = await papersOfStatement(db, staff, customerId, days);
  if (!papers || papers.entries > mostEntries) return papers;
  return readStatement(db, customerId, days, shop);
}

/** Works like `getStatement` for the client; null for a member who doesn't see the account. */
export async function getOwnStatement(
  db: Database,
  client: Client,
  days: StatementDays,
  shop: Shop,
): Promise<Statement | StatementPapers | null> {
  const papers = await papersOfOwnStatement(db, client, days);
  if (!papers || papers.entries > mostEntries) return papers;
  return readStatement(db, client.customerId, days, shop);
}

/** Returns the parts of a customer's statement; null if unknown. For staff who keep the books. */
export async function papersOfStatement(
  db: Database,
  _staff: Staff<"money">,
  customerId: string,
  days: StatementDays,
): Promise<StatementPapers | null> {
  if (!isUuid(customerId)) return null;
  const isKnown = (await db.$count(customers, eq(customers.id, customerId))) > 0;
  return isKnown ? countPapers(db, customerId, days) : null;
}

/** Works like `papersOfStatement` for a client's own customer; null as for `getOwnStatement`. */
export async function papersOfOwnStatement(
  db: Database,
  client: Client,
  days: StatementDays,
): Promise<StatementPapers | null> {
  return seesAccount(client) ? countPapers(db, client.customerId, days) : null;
}

async function countPapers(
  db: Database,
  customerId: string,
  days: StatementDays,
): Promise<StatementPapers> {
  const counts = await db
    .select({ day: ledgerEntries.occurredOn, entries: count() })
    .from(ledgerEntries)
    .where(entriesOf(customerId, days))
    .groupBy(ledgerEntries.occurredOn)
    .orderBy(asc(ledgerEntries.occurredOn));
  return {
    days,
    entries: counts.reduce((sum, { entries }) => sum + entries, 0),
    parts: partsOf(days, counts),
  };
}

function entriesOf(customerId: string, { from, to }: StatementDays) {
  return and(
    ofAccount(ledgerEntries.customerId, customerId),
    gte(ledgerEntries.occurredOn, from),
    lte(ledgerEntries.occurredOn, to),
  );
}

/** A reversal shows the note of the entry it reverses; its own note is staff's reason. */
const noteForClient = sql<string>`coalesce((
  select reversed.note from ledger_entries reversed
  where reversed.id = ledger_entries.reverses_id and reversed.kind = 'adjustment'),
  ${ledgerEntries.note})`;

/** Returns a statement as of now. The caller has checked who may see it. */
export async function readStatement(
  db: Database | Transaction,
  customerId: string,
  days: StatementDays,
  shop: Shop,
): Promise<Statement | null> {
  const printedAt = new Date();
  const [customer] = await db
    .select({
      company: customers.companyName,
      contact: customers.contactName,
      address: customerDetails.address,
    })
    .from(customers)
    .where(eq(customers.id, customerId));
  if (!customer) return null;
  const openingCents = await balanceBefore(db, customerId, days.from);
  const entries = await db
    .select({ ...entryColumns, note: noteForClient })
    .from(ledgerEntries)
    .leftJoin(documents, eq(documents.id, ledgerEntries.documentId))
    .where(entriesOf(customerId, days))
    .orderBy(asc(ledgerEntries.occurredOn), asc(ledgerEntries.createdAt), asc(ledgerEntries.id));
  const balance = await balanceOf(db, customerId);
  const debts = await debtsOf(db, customerId, mostOpen);
  const { openDebts, ageing } = await ageingOf(db, customerId);
  const { seller, payment } = invoiceTerms(shop)(printedAt).words;
  return {
    days,
    today: pacificDay(printedAt),
    printedAt,
    seller,
    payment,
    customer,
    openingCents,
    entries,
    balance,
    lookedAtCents: await lookedAtFor(db, customerId),
    debts,
    moreDebts: openDebts - debts.length,
    ageing,
  };
}
