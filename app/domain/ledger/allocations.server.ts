import { and, asc, desc, eq, gt, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { insertMany } from "#db/many-rows.ts";
import { customers, ofAccount } from "#db/schema/customers.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { documents } from "#db/schema/money/documents.ts";
import {
  allocations,
  isUnsettled,
  isUnusedDeposit,
  ledgerEntries,
  settledFirst,
} from "#db/schema/money/ledger.ts";
import { BookRefused, type By } from "./book-refused.server.ts";
import { type OpenItem, settledInOrder } from "./ledger-entry.ts";

// Which payments and credits settle which invoices and debts, and what is open. Lock the customer
// before calling a function that writes (`lockBooked`).

/** What an entry settles, or is settled by. The oldest others may follow the named documents. */
export type Settling =
  | "oldest first"
  | "nothing yet"
  | { entryId: string; cents: number }[]
  | { documents: readonly string[]; rest: "oldest first" | "nothing yet" | unknown[] };

/**
 * Applies the rest of an entry, found by its id or its document's, and returns the cents it settles
 * now: 0 if nothing is left of it or it is unknown.
 */
export async function settle(
  tx: Transaction,
  by: By,
  entry: { customerId: string } & (
    | { entryId: string; documentId?: never }
    | { documentId: string; entryId?: never }
  ),
  settles: Settling,
): Promise<number> {
  const { customerId, entryId, documentId } = entry;
  const [found] = await tx
    .select({
      entryId: ledgerEntries.id,
      customerId: ledgerEntries.customerId,
      cents: leftWithSign.mapWith(Number) as SQL<number>,
    })
    .from(ledgerEntries)
    .where(
      and(
        ofAccount(ledgerEntries.customerId, customerId),
        isUnsettled,
        entryId === undefined
          ? eq(ledgerEntries.documentId, asId(documentId))
          : eq(ledgerEntries.id, asId(entryId)),
      ),
    );
  return found ? allot(tx, by, found, settles) : 0;
}

/**
 * True if somebody chose what a credit settles, so that it can be undone. Not chosen are: the use
 * of a reversed entry by its reversal, the use of a credit note by the invoice that took all of it
 * back, and the refund of a deposit. For queries of `allocations`.
 */
export const isChosen = sql<boolean>`not exists (
  select from ledger_entries as owed
    left join documents as taking on taking.takes_back_id = owed.document_id
    left join ledger_entries as credit on credit.document_id = taking.id
  where owed.id = ${allocations.debitId}
    and (owed.reverses_id is not null or credit.id = ${allocations.creditId}
      or exists (select from deposit_refunds where refund_id = owed.id)))`;

/** Undoes a chosen settlement (`isChosen`): both entries are open again; returns the cents. */
export function unsettle(
  tx: Transaction,
  by: By,
  { customerId, creditId, debitId }: { customerId: string; creditId: string; debitId: string },
): Promise<number> {
  return unallocate(
    tx,
    by,
    and(
      ofAccount(allocations.customerId, customerId),
      eq(allocations.creditId, asId(creditId)),
      eq(allocations.debitId, asId(debitId)),
      isChosen,
    ),
  );
}

/** Undoes settlements between two customers, once one account; returns the cents undone. */
export function unsettleBetween(
  tx: Transaction,
  by: By,
  [one, other]: readonly [string, string],
): Promise<number> {
  const entryOf = (entryId: SQL | AnyPgColumn, customerId: string) => sql`exists (
    select from ledger_entries entry where entry.id = ${entryId} and entry.customer_id = ${customerId})`;
  const { creditId, debitId } = allocations;
  return unallocate(
    tx,
    by,
    or(
      and(entryOf(creditId, one), entryOf(debitId, other)),
      and(entryOf(creditId, other), entryOf(debitId, one)),
    ),
  );
}

/** The unallocated part of an entry, with the entry's sign. */
const leftWithSign = sql`(${ledgerEntries.cents} - sign(${ledgerEntries.cents}) * ${ledgerEntries.allocatedCents})`;

/**
 * Returns the open parts of a customer's invoices and other debts in the order in which they are
 * settled, or the unused parts of payments and credits in the order in which they are used.
 *
 * @param customerId null for all customers
 * @param most the maximum number of items
 */
export function openItems(
  db: Database | Transaction,
  customerId: string | null,
  side: "debts" | "credits" = "debts",
  most?: number,
) {
  const [isOfSide, order] =
    side === "debts"
      ? [gt(ledgerEntries.cents, 0), settledFirst]
      : [lt(ledgerEntries.cents, 0), usedFirst];
  const items = db
    .select({
      entryId: ledgerEntries.id,
      customerId: customers.accountId,
      ...pick(ledgerEntries, "kind", "method", "documentId", "occurredOn", "dueOn", "note"),
      documentNumber: documents.documentNumber,
      url: documents.url,
      totalCents: ledgerEntries.cents,
      openCents: sql`abs(${leftWithSign})`.mapWith(Number) as SQL<number>,
      /** A deposit for an order that is not invoiced yet, which is not applied automatically. */
      isReserved: isUnusedDeposit,
    })
    .from(ledgerEntries)
    .innerJoin(customers, eq(customers.id, ledgerEntries.customerId))
    .leftJoin(documents, eq(documents.id, ledgerEntries.documentId))
    .where(
      and(
        customerId === null ? undefined : ofAccount(ledgerEntries.customerId, customerId),
        isUnsettled,
        isOfSide,
      ),
    )
    .orderBy(...order)
    .$dynamic();
  return most === undefined ? items : items.limit(most);
}

const usedFirst = [
  asc(ledgerEntries.occurredOn),
  asc(ledgerEntries.createdAt),
  asc(ledgerEntries.id),
];

/** The open part of an invoice, in cents. For queries of its document. */
export const openCentsOfDocument = (documentId: SQL) => sql<number>`(
  select cents - allocated_cents from ledger_entries where ledger_entries.document_id = ${documentId})`;

/**
 * True if a credit of `ledger_entries` settles one of these documents, or did before it was taken
 * back. `documents` is a query for their ids, in parentheses.
 */
export const hasSettledAny = (documents: SQL) => sql<boolean>`exists (
  select from allocations join ledger_entries debit on debit.id = allocations.debit_id
  where allocations.credit_id = ledger_entries.id and debit.document_id in ${documents}
  group by allocations.credit_id
  having sum(allocations.cents) > 0 or exists (
    select from ledger_entries back where back.reverses_id = allocations.credit_id))`;

/** Selects the orders whose own invoices a credit settles; monthly invoices belong to no order. */
export const ordersSettledBy = (creditId: string) => sql`
  select document_orders.order_id from allocations
    join ledger_entries debit on debit.id = allocations.debit_id
    join documents on documents.id = debit.document_id and documents.order_count = 1
    join document_orders on document_orders.document_id = documents.id
  where allocations.credit_id = ${creditId}
  group by document_orders.order_id having sum(allocations.cents) > 0`;

/** The unused cents of a payment or credit. For queries; `entryId` is its own. */
export const unusedCentsOf = (entryId: SQL | AnyPgColumn) => sql<number>`(
  select -cents - allocated_cents from ledger_entries where ledger_entries.id = ${entryId})`;

/** The open part of an order's invoices, in cents; null if it has none. For queries. */
export const openCentsOfOrder = (orderId: SQL | string) => sql<string | null>`(
  select sum(open_cents) from invoice_balances
  join document_orders on document_orders.document_id = invoice_balances.document_id
  where document_orders.order_id = ${orderId})`;

/** Returns what each customer on a run owes, and how much of it is overdue, in cents. */
export async function openOnRun(
  db: Database,
  runId: string,
  today: string,
): Promise<Map<string, { openCents: number; overdueCents: number }>> {
  const open = (which: SQL) =>
    sql<number>`coalesce((
        select sum(cents - allocated_cents) filter (where ${which}) from ledger_entries
        where ledger_entries.cents > 0 and ${isUnsettled}
          and ${ofAccount(sql`ledger_entries.customer_id`, runStops.customerId)}
      ), 0)`.mapWith(Number);
  const found = await db
    .select({
      customerId: runStops.customerId,
      openCents: open(sql`true`),
      overdueCents: open(sql`ledger_entries.due_on < ${today}::date`),
    })
    .from(runStops)
    .where(eq(runStops.runId, runId));
  return new Map(found.map(({ customerId, ...sums }) => [customerId, sums]));
}

/** An open invoice of an account. Days are Pacific; `dueOn` may be null. */
interface OpenInvoiceOfAccount {
  number: string;
  cents: number;
  issuedOn: string;
  dueOn: string | null;
}

/**
 * Returns the open invoices of each customer on a run, in the order in which they are settled. The
 * caller must have checked access to the run.
 */
export async function openInvoicesOnRun(
  db: Database,
  runId: string,
): Promise<Map<string, OpenInvoiceOfAccount[]>> {
  const found = await db
    .select({
      customerId: runStops.customerId,
      number: documents.documentNumber,
      cents: sql`${ledgerEntries.cents} - ${ledgerEntries.allocatedCents}`.mapWith(
        Number,
      ) as SQL<number>,
      issuedOn: ledgerEntries.occurredOn,
      dueOn: ledgerEntries.dueOn,
    })
    .from(ledgerEntries)
    .innerJoin(documents, eq(documents.id, ledgerEntries.documentId))
    .innerJoin(runStops, ofAccount(ledgerEntries.customerId, runStops.customerId))
    .where(and(eq(runStops.runId, runId), gt(ledgerEntries.cents, 0), isUnsettled))
    .orderBy(...settledFirst);
  const byCustomer = Map.groupBy(found, ({ customerId }) => customerId);
  return new Map(
    [...byCustomer].map(([id, invoices]) => {
      // A client with two stops on the run has each invoice once.
      const numbers = new Map(invoices.map(({ customerId: _, ...one }) => [one.number, one]));
      return [id, [...numbers.values()]];
    }),
  );
}

/**
 * How much a payment settles of the debts for which the condition on `debt` holds, in cents, less
 * what was undone. For queries of `ledger_entries`.
 */
export const settledCentsWhere = (which: SQL) => sql<number>`(
  select coalesce(sum(${allocations.cents}), 0) from ${allocations}
    join ledger_entries as debt on debt.id = ${allocations.debitId}
  where ${allocations.creditId} = ledger_entries.id and ${which})`;

/** Returns what entries settle, in cents by debt. */
export async function settledOf(tx: Transaction, entryIds: readonly string[]): Promise<OpenItem[]> {
  const { creditId, debitId } = allocations;
  const openCents = sql`sum(${allocations.cents})`.mapWith(Number) as SQL<number>;
  return tx
    .select({ entryId: debitId, openCents })
    .from(allocations)
    .where(inArray(creditId, [...entryIds]))
    .groupBy(debitId)
    .having(gt(openCents, 0));
}

/** Returns the refunds of a payment, oldest first: a deposit given back, credit paid back. */
export async function refundsOf(tx: Transaction, paymentId: string): Promise<RefundOfPayment[]> {
  const cents = sql`sum(${allocations.cents})`.mapWith(Number) as SQL<number>;
  return tx
    .select({
      entryId: ledgerEntries.id,
      occurredOn: ledgerEntries.occurredOn,
      isDepositBack: sql<boolean>`exists (
        select from deposit_refunds where refund_id = ${ledgerEntries.id})`,
      cents,
    })
    .from(allocations)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, allocations.debitId))
    .where(and(eq(allocations.creditId, asId(paymentId)), eq(ledgerEntries.kind, "refund")))
    .groupBy(ledgerEntries.id)
    .having(gt(cents, 0))
    .orderBy(asc(ledgerEntries.occurredOn), asc(ledgerEntries.createdAt));
}

interface RefundOfPayment {
  entryId: string;
  cents: number;
  occurredOn: string;
  /** True if it gave back a deposit, false if it paid back credit. */
  isDepositBack: boolean;
}

/**
 * Returns how much of a document is settled by credits and adjustments rather than payments, in
 * cents.
 *
 * @param except the note of entries that belong to a payment, such as the rounding of its cash
 */
export async function creditedOf(
  db: Database | Transaction,
  documentId: string,
  except: string,
): Promise<number> {
  const settling = alias(ledgerEntries, "settling");
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${allocations.cents}), 0)::bigint`.mapWith(Number) })
    .from(allocations)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, allocations.debitId))
    .innerJoin(settling, eq(settling.id, allocations.creditId))
    .where(
      and(
        eq(ledgerEntries.documentId, documentId),
        ne(settling.kind, "payment"),
        ne(settling.note, except),
      ),
    );
  return row?.cents ?? 0;
}

/** Returns how much of a document these entries settle, in cents. */
export async function settledBy(
  db: Database | Transaction,
  entryIds: readonly string[],
  documentId: string,
): Promise<number> {
  if (entryIds.length === 0) return 0;
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${allocations.cents}), 0)::bigint`.mapWith(Number) })
    .from(allocations)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, allocations.debitId))
    .where(
      and(eq(ledgerEntries.documentId, documentId), inArray(allocations.creditId, [...entryIds])),
    );
  return row?.cents ?? 0;
}

/** Returns how much of these entries settles nothing, in cents. */
export async function unusedOf(
  db: Database | Transaction,
  entryIds: readonly string[],
): Promise<number> {
  if (entryIds.length === 0) return 0;
  const left = sql`abs(${ledgerEntries.cents}) - ${ledgerEntries.allocatedCents}`;
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${left}), 0)::bigint`.mapWith(Number) })
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.id, [...entryIds]));
  return row?.cents ?? 0;
}

/** Allocates the remaining cents of an entry, and returns the cents it settles. */
export async function allot(
  tx: Transaction,
  by: By,
  { entryId, customerId, cents }: { entryId: string; customerId: string; cents: number },
  settles: Settling,
): Promise<number> {
  if (settles === "nothing yet") return 0;
  const left = Math.abs(cents);
  const chosen = Array.isArray(settles)
    ? settles
    : settledInOrder(left, await itemsFor(tx, customerId, cents, settles));
  const total = sumCents(chosen, (item) => item.cents);
  if (total > left) throw new BookRefused("more than the amount");
  await allocate(
    tx,
    by,
    chosen.map((item) => ({
      customerId,
      cents: item.cents,
      ...(cents < 0
        ? { creditId: entryId, debitId: asId(item.entryId) }
        : { creditId: asId(item.entryId), debitId: entryId }),
    })),
  );
  return total;
}

/** Returns the items that an entry of so many cents settles or is settled by, in this order. */
async function itemsFor(
  tx: Transaction,
  customerId: string,
  cents: number,
  settles: Exclude<Settling, "nothing yet" | unknown[] | unknown[]>,
): Promise<OpenItem[]> {
  const open = await openItems(tx, customerId, cents < 0 ? "debts" : "credits");
  const items = open.filter(({ isReserved }) => !isReserved);
  if (settles === "oldest first") return items;
  const isNamed = ({ documentId }: { documentId: string | null }) =>
    documentId !== null && settles.documents.includes(documentId);
  const rest = settles.rest === "oldest first" ? items.filter((item) => !isNamed(item)) : [];
  return [...items.filter(isNamed), ...rest];
}

/** Undoes allocations: both sides are open again. Returns the cents undone. */
export async function unallocate(tx: Transaction, by: By, which: SQL | undefined): Promise<number> {
  const { customerId, creditId, debitId } = allocations;
  const net = sql`sum(${allocations.cents})`.mapWith(Number) as SQL<number>;
  const settled = await tx
    .select({ customerId, creditId, debitId, cents: net })
    .from(allocations)
    .where(which)
    .groupBy(customerId, creditId, debitId)
    .having(ne(net, 0));
  const back = settled.map(({ cents, ...pair }) => ({ ...pair, cents: -cents }));
  await allocate(tx, by, back);
  return sumCents(settled, ({ cents }) => cents);
}

/** Records that credits settle debits, without checking what is left of them. */
export async function allocate(
  tx: Transaction,
  { userId: createdBy }: By,
  rows: { customerId: string; creditId: string; debitId: string; cents: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await insertMany(
    tx,
    allocations,
    rows.map((row) => ({ ...row, createdBy })),
  );
}

const nobody = "00000000-0000-0000-0000-000000000000";

/** Returns the id, or one that matches nothing if it is invalid, because ids come from forms. */
export function asId(id: string): string {
  return isUuid(id) ? id : nobody;
}

/** Returns the credits that a refund uses up, the largest first, each with its part in cents. */
export function creditsUsedBy(tx: Transaction, refundId: string) {
  const cents = sql<number>`sum(${allocations.cents})`.mapWith(Number);
  return tx
    .select({
      cents,
      ...pick(ledgerEntries, "kind", "method", "occurredOn"),
      documentNumber: documents.documentNumber,
    })
    .from(allocations)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, allocations.creditId))
    .leftJoin(documents, eq(documents.id, ledgerEntries.documentId))
    .where(eq(allocations.debitId, refundId))
    .groupBy(ledgerEntries.id, documents.id)
    .orderBy(desc(cents));
}
