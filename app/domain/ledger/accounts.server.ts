import { and, asc, desc, eq, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Client, may, type Staff } from "#app/domain/access/capability.ts";
import { withNumber } from "#app/domain/orders/lists/orders-found.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { toPage } from "#app/lib/page-of-rows.ts";
import { containsPattern, phoneDigits, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers, listedName, ofAccount } from "#db/schema/customers.ts";
import { documents } from "#db/schema/money/documents.ts";
import { allocations, balancesOn, isUnsettled, ledgerEntries } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";
import { customersLike } from "#db/search.ts";
import type {
  AccountEntry,
  AccountHistory,
  AccountInList,
  AccountsFilter,
  AccountView,
  Balance,
  CustomerAccount,
  OpenDebt,
  OwnAccount,
  Settlement,
} from "./account.ts";
import { type Ageing, lastDayOf } from "./ageing.ts";
import { isChosen, openItems } from "./allocations.server.ts";
import { exposureCentsOf } from "./exposure.server.ts";

const pageRows = 50;

const number = (cents: SQL): SQL<number> => cents.mapWith(Number) as SQL<number>;

const accounts = alias(customers, "accounts");

/** Sums of unsettled entries by days since they were due. */
function sumsOn(today: string) {
  const aged = (least: number | null, most: number | null) => {
    const days = sql`${today}::date - due_on`;
    const within = and(
      least === null ? undefined : sql`${days} >= ${least}::int`,
      most === null ? undefined : sql`${days} <= ${most}::int`,
    );
    return number(
      sql`coalesce(sum(cents - allocated_cents) filter (where cents > 0 and ${within}), 0)`,
    );
  };
  return {
    current: aged(null, 0).as("current"),
    to30: aged(1, lastDayOf.to30).as("to30"),
    to60: aged(lastDayOf.to30 + 1, lastDayOf.to60).as("to60"),
    to90: aged(lastDayOf.to60 + 1, lastDayOf.to90).as("to90"),
    over90: aged(lastDayOf.to90 + 1, null).as("over90"),
    openCents: number(sql`coalesce(sum(cents - allocated_cents) filter (where cents > 0), 0)`).as(
      "open_cents",
    ),
    overdueCents: number(
      sql`coalesce(sum(cents - allocated_cents) filter (where cents > 0 and due_on < ${today}::date), 0)`,
    ).as("overdue_cents"),
    creditCents: number(
      sql`coalesce(sum(-cents - allocated_cents) filter (where cents < 0), 0)`,
    ).as("credit_cents"),
  };
}

/** Returns the sums that all customers owe. For staff who keep the books. */
export async function receivables(
  db: Database,
  _staff: Staff<"money">,
  today = pacificDay(new Date()),
): Promise<{ ageing: Ageing; openCents: number; overdueCents: number; creditCents: number }> {
  const [sums] = await db.select(sumsOn(today)).from(ledgerEntries).where(isUnsettled);
  if (!sums) throw new Error("Nothing was added up");
  return withAgeing(sums);
}

type Sums = Ageing & { openCents: number; overdueCents: number; creditCents: number };

function withAgeing<Row extends Sums>({ current, to30, to60, to90, over90, ...rest }: Row) {
  return { ...rest, ageing: { current, to30, to60, to90, over90 } };
}

/**
 * Returns customers with open amounts or credit, 50 per page, largest debt first; in the overdue
 * and credit lists, the largest overdue amount or credit first. For staff who keep the books.
 */
export async function listAccounts(
  db: Database,
  _staff: Staff<"money">,
  { view = "open", search = "", page = 1 }: AccountsFilter = {},
  today = pacificDay(new Date()),
): Promise<{ rows: AccountInList[]; hasMore: boolean }> {
  const owed = db
    .select({
      customerId: sql<string>`accounts.account_id`.as("customer_id"),
      overdueSince: sql<string | null>`min(due_on) filter (where cents > 0
        and due_on < ${today}::date)::text`.as("overdue_since"),
      ...sumsOn(today),
    })
    .from(ledgerEntries)
    .innerJoin(accounts, eq(accounts.id, ledgerEntries.customerId))
    .where(isUnsettled)
    .groupBy(accounts.accountId)
    .as("owed");
  // Nothing is added up for a customer without a limit.
  const isOver = sql<boolean>`(case when customers.credit_limit is null then false
    else ${exposureCentsOf(customers.id)} > customers.credit_limit * 100 end)`;
  const conditions: Record<AccountView, SQL | undefined> = {
    open: sql`owed.customer_id is not null`,
    overdue: sql`owed.overdue_cents > 0`,
    credit: sql`owed.credit_cents > 0`,
    over: sql`customers.credit_limit is not null and customers.merged_into is null and ${isOver}`,
  };
  const text = searchText(search);
  const found = await db
    .select({
      customerId: customers.id,
      companyName: listedName,
      current: owed.current,
      to30: owed.to30,
      to60: owed.to60,
      to90: owed.to90,
      over90: owed.over90,
      openCents: owed.openCents,
      overdueCents: owed.overdueCents,
      creditCents: owed.creditCents,
      overdueSince: owed.overdueSince,
      isOver: isOver.as("is_over"),
    })
    .from(customers)
    .leftJoin(owed, eq(owed.customerId, customers.id))
    .where(
      and(
        conditions[view],
        text === null
          ? undefined
          : or(
              inArray(customers.id, customersLike(db, containsPattern(text), phoneDigits(text))),
              ofNumberedOrder(db, text),
            ),
      ),
    )
    .orderBy(
      ...(view === "overdue" ? [sql`owed.overdue_cents desc nulls last`] : []),
      ...(view === "credit" ? [sql`owed.credit_cents desc nulls last`] : []),
      sql`owed.open_cents - owed.credit_cents desc nulls last`,
      asc(customers.companyName),
      asc(customers.id),
    )
    .limit(pageRows + 1)
    .offset((Math.max(1, page) - 1) * pageRows);
  const { rows, hasMore } = toPage(found, pageRows);
  return { rows: rows.map(accountInList), hasMore };
}

/** Returns the largest debtors, due or not, less unused credit. For staff who keep the books. */
export async function owingMost(
  db: Database,
  staff: Staff<"money">,
  most: number,
): Promise<AccountInList[]> {
  const { rows } = await listAccounts(db, staff);
  return rows.filter(({ openCents }) => openCents > 0).slice(0, most);
}

function accountInList({
  customerId,
  companyName,
  overdueSince,
  isOver,
  ...sums
}: { [Name in keyof Sums]: number | null } & {
  customerId: string;
  companyName: string;
  overdueSince: string | null;
  isOver: boolean;
}): AccountInList {
  const whole = Object.fromEntries(
    Object.entries(sums).map(([name, cents]) => [name, cents ?? 0]),
  ) as unknown as Sums;
  const { ageing, openCents, creditCents } = withAgeing(whole);
  return { customerId, companyName, overdueSince, isOver, ageing, openCents, creditCents };
}

/** Returns a customer's account, or null for an unknown id. For staff who keep the books. */
export async function getAccount(
  db: Database,
  _staff: Staff<"money">,
  customerId: string,
): Promise<CustomerAccount | null> {
  if (!isUuid(customerId)) return null;
  const [customer] = await db
    .select({ companyName: listedName, creditLimit: customers.creditLimit })
    .from(customers)
    .where(eq(customers.id, customerId));
  if (!customer) return null;
  const [balance, debts, credits] = await Promise.all([
    balanceOf(db, customerId),
    debtsOf(db, customerId),
    openItems(db, customerId, "credits"),
  ]);
  const reservedCents = sumCents(credits, (one) => (one.isReserved ? one.openCents : 0));
  return { customerId, ...customer, balance, debts, credits, reservedCents };
}

/**
 * Returns the account of the client's own customer. Null for a member whose role doesn't see
 * invoices, or who sees only some sites, as the account covers all of them.
 */
export async function getOwnAccount(db: Database, client: Client): Promise<OwnAccount | null> {
  if (!seesAccount(client)) return null;
  const [balance, debts] = await Promise.all([
    balanceOf(db, client.customerId),
    debtsOf(db, client.customerId),
  ]);
  return { balance, debts };
}

/** True if a member may see their customer's balance and statement. */
export function seesAccount(client: Client): boolean {
  return may(client, "see invoices") && client.sites === null;
}

/** Returns a customer's balance; null for an unknown id. For staff who keep the books. */
export async function getBalance(
  db: Database,
  _staff: Staff<"money">,
  customerId: string,
): Promise<Balance | null> {
  if (!isUuid(customerId)) return null;
  const known = await db.$count(customers, eq(customers.id, customerId));
  return known > 0 ? balanceOf(db, customerId) : null;
}

/** Returns a customer's balance. The caller has checked who may see it. */
export async function balanceOf(db: Database | Transaction, customerId: string): Promise<Balance> {
  const { rows } = await db.execute<Record<keyof Balance, string | null>>(sql`
    select balance_cents as "balanceCents", open_cents as "openCents", credit_cents as "creditCents",
      overdue_cents as "overdueCents", due_on::text as "dueOn"
    from ${balancesOn(pacificDay(new Date()))} where customer_id = ${customerId}`);
  const [row] = rows;
  if (!row) throw new Error(`There is no customer ${customerId}`);
  const { dueOn, balanceCents, openCents, creditCents, overdueCents } = row;
  return {
    dueOn,
    balanceCents: Number(balanceCents),
    openCents: Number(openCents),
    creditCents: Number(creditCents),
    overdueCents: Number(overdueCents),
  };
}

/** Returns the balance of a customer's account before a day, in cents. */
export async function balanceBefore(
  db: Database | Transaction,
  customerId: string,
  day: string,
): Promise<number> {
  const own = ofAccount(ledgerEntries.customerId, customerId);
  const [sum] = await db
    .select({ cents: number(sql`coalesce(sum(${ledgerEntries.cents}), 0)`) })
    .from(ledgerEntries)
    .where(and(own, lt(ledgerEntries.occurredOn, day)));
  return sum?.cents ?? 0;
}

/** Returns what a customer owes by age, in cents, and the number of debts. */
export async function ageingOf(
  db: Database | Transaction,
  customerId: string,
): Promise<{ ageing: Ageing; openDebts: number }> {
  const openDebts = number(sql`count(*) filter (where ${ledgerEntries.cents} > 0)`);
  const [sums] = await db
    .select({ ...sumsOn(pacificDay(new Date())), openDebts })
    .from(ledgerEntries)
    .where(and(ofAccount(ledgerEntries.customerId, customerId), isUnsettled));
  if (!sums) throw new Error("Nothing was added up");
  return withAgeing(sums);
}

/** Does what `openItems` does, with a due day for each. */
export async function debtsOf(
  db: Database | Transaction,
  customerId: string,
  most?: number,
): Promise<OpenDebt[]> {
  const debts = await openItems(db, customerId, "debts", most);
  return debts.map(({ dueOn, ...debt }) => ({ ...debt, dueOn: dueOn ?? debt.occurredOn }));
}

/** Columns for every list of entries; joined with their documents. */
export const entryColumns = {
  kind: ledgerEntries.kind,
  cents: ledgerEntries.cents,
  occurredOn: ledgerEntries.occurredOn,
  dueOn: ledgerEntries.dueOn,
  method: ledgerEntries.method,
  reference: ledgerEntries.reference,
  note: ledgerEntries.note,
  documentNumber: documents.documentNumber,
  isReversal: sql<boolean>`ledger_entries.reverses_id is not null`,
};

/** Returns a page of entries, newest first, with each balance. For staff who keep the books. */
export async function getHistory(
  db: Database,
  _staff: Staff<"money">,
  { customerId, page = 1 }: { customerId: string; page?: number },
): Promise<AccountHistory> {
  const found = await db
    .select({
      id: ledgerEntries.id,
      ...entryColumns,
      url: documents.url,
      isReversed: sql<boolean>`exists (select from ledger_entries reversal
        where reversal.reverses_id = ledger_entries.id)`,
      balanceCents: number(sql`sum(ledger_entries.cents) over (
        order by ledger_entries.occurred_on, ledger_entries.created_at, ledger_entries.id)`),
    })
    .from(ledgerEntries)
    .leftJoin(documents, eq(documents.id, ledgerEntries.documentId))
    .where(ofAccount(ledgerEntries.customerId, customerId))
    .orderBy(desc(ledgerEntries.occurredOn), desc(ledgerEntries.createdAt), desc(ledgerEntries.id))
    .limit(pageRows + 1)
    .offset((Math.max(1, page) - 1) * pageRows);
  const { rows, hasMore } = toPage(found, pageRows);
  const settlements = await settlementsOf(
    db,
    rows.map(({ id }) => id),
  );
  const entries: AccountEntry[] = rows.map((row) => ({
    ...row,
    settles: settlements.filter(({ creditId }) => creditId === row.id),
  }));
  return { entries, hasMore };
}

async function settlementsOf(
  db: Database,
  creditIds: string[],
): Promise<(Settlement & { creditId: string })[]> {
  if (creditIds.length === 0) return [];
  const cents = number(sql`sum(${allocations.cents})`);
  return db
    .select({
      creditId: allocations.creditId,
      debitId: allocations.debitId,
      kind: ledgerEntries.kind,
      occurredOn: ledgerEntries.occurredOn,
      documentNumber: documents.documentNumber,
      cents,
      isChosen,
    })
    .from(allocations)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, allocations.debitId))
    .leftJoin(documents, eq(documents.id, ledgerEntries.documentId))
    .where(inArray(allocations.creditId, creditIds))
    .groupBy(allocations.creditId, allocations.debitId, ledgerEntries.id, documents.id)
    .having(ne(cents, 0))
    .orderBy(asc(ledgerEntries.dueOn), asc(ledgerEntries.id));
}

/** Matches the customer of the order that a search names. */
function ofNumberedOrder(db: Database, text: string): SQL | undefined {
  const numbered = withNumber(text);
  const theirs = db.select({ id: orders.customerId }).from(orders).where(numbered);
  return numbered && inArray(customers.id, theirs);
}
