import { and, asc, eq, gt, lt, ne, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { sumCents } from "#app/lib/line-totals.ts";
import { toDollars } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { lockCustomer } from "#db/locks.ts";
import { allocations, isUnsettled, ledgerEntries, settledFirst } from "#db/schema/money/ledger.ts";
import { reopenBankRow } from "./bank/rows.server.ts";
import type { BookRefusal } from "./book-form.ts";
import { type OpenItem, type PaymentMethod, settledInOrder } from "./ledger-entry.ts";

// Everything that is written to a customer's account by people. Each function locks the customer
// first, so that two people who settle the same invoice see each other's work.

export type Booked =
  | { entryId: string; refused?: never }
  | { entryId?: never; refused: BookRefusal };

/**
 * What a payment settles: the oldest invoices, what somebody chose, or nothing yet. `entryId` is that
 * of the entry that is owed.
 */
export type Settling = "oldest first" | "nothing yet" | { entryId: string; cents: number }[];

export interface PaymentToBook {
  customerId: string;
  /** Made by the form: a payment sent twice is booked once. */
  requestId: string;
  cents: number;
  method: PaymentMethod;
  /** The Pacific day. */
  receivedOn: string;
  reference: string;
  note: string;
  settles: Settling;
}

/** Books a payment. What it doesn't settle stays as the customer's credit. For staff who keep the money. */
export function bookPayment(
  db: Database,
  staff: Staff<"money">,
  payment: PaymentToBook,
): Promise<Booked> {
  return booking(db, payment.customerId, (tx) => bookPaymentIn(tx, staff, payment));
}

/**
 * As `bookPayment`, in the caller's transaction, which holds the customer's lock from then on.
 *
 * @throws BookRefused
 */
export async function bookPaymentIn(
  tx: Transaction,
  staff: Staff<"money">,
  payment: PaymentToBook,
): Promise<string> {
  const { customerId, requestId, cents, method, receivedOn, reference, note, settles } = payment;
  await lockBooked(tx, customerId);
  const earlier = await entryOfRequest(tx, requestId);
  if (earlier) return earlier;
  const entryId = await insertEntry(tx, staff, {
    ...{ customerId, requestId, kind: "payment", cents: -cents },
    ...{ method, occurredOn: receivedOn, reference, note },
  });
  await settle(tx, staff, { customerId, creditId: entryId, cents, settles });
  await audit(tx, staff, customerId, "payment booked", { amount: toDollars(cents), method });
  return entryId;
}

/** Uses what is left of a payment or a credit. For staff who keep the money. */
export function settleWithCredit(
  db: Database,
  staff: Staff<"money">,
  { customerId, creditId, settles }: { customerId: string; creditId: string; settles: Settling },
): Promise<Booked> {
  return booking(db, customerId, async (tx) => {
    await lockBooked(tx, customerId);
    const cents = await leftOf(tx, customerId, creditId);
    if (cents === 0) throw new BookRefused("changed meanwhile");
    const settled = await settle(tx, staff, { customerId, creditId, cents, settles });
    if (settled === 0) throw new BookRefused("changed meanwhile");
    await audit(tx, staff, customerId, "credit used", { amount: toDollars(settled) });
    return creditId;
  });
}

/** Takes back what a credit settles of a debit: both are open again. For staff who keep the money. */
export function takeBack(
  db: Database,
  staff: Staff<"money">,
  { customerId, creditId, debitId }: { customerId: string; creditId: string; debitId: string },
): Promise<Booked> {
  return booking(db, customerId, async (tx) => {
    await lockBooked(tx, customerId);
    const cents = await takeBackIn(tx, staff, {
      customerId,
      creditId,
      // What a payment that was taken back is used up by is no choice of anybody's.
      only: and(eq(allocations.debitId, debitId), isNoReversal),
    });
    if (cents === 0) throw new BookRefused("changed meanwhile");
    await audit(tx, staff, customerId, "settlement taken back", { amount: toDollars(cents) });
    return creditId;
  });
}

const isNoReversal = sql`not exists (select from ${ledgerEntries} owed
  where owed.id = ${allocations.debitId} and owed.reverses_id is not null)`;

/**
 * Takes a payment back as a whole, by a counter entry: a cheque that bounced, a payment of another
 * customer. What it settled is open again. For staff who keep the money.
 */
export function reversePayment(
  db: Database,
  staff: Staff<"money">,
  { customerId, paymentId, note }: { customerId: string; paymentId: string; note: string },
): Promise<Booked> {
  return booking(db, customerId, async (tx) => {
    await lockBooked(tx, customerId);
    const [payment] = await tx
      .select({ cents: ledgerEntries.cents, method: ledgerEntries.method })
      .from(ledgerEntries)
      .where(
        and(
          eq(ledgerEntries.id, asId(paymentId)),
          eq(ledgerEntries.customerId, customerId),
          eq(ledgerEntries.kind, "payment"),
          lt(ledgerEntries.cents, 0),
        ),
      );
    const [reversed] = await tx
      .select({ id: ledgerEntries.id })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.reversesId, asId(paymentId)));
    if (!payment || reversed) throw new BookRefused("changed meanwhile");
    if (payment.method === "card") throw new BookRefused("at the card provider");
    await takeBackIn(tx, staff, { customerId, creditId: paymentId });
    const occurredOn = pacificDay(new Date());
    const debitId = await insertEntry(tx, staff, {
      ...{ customerId, kind: "payment", cents: -payment.cents, method: payment.method },
      ...{ occurredOn, dueOn: occurredOn, reversesId: paymentId, note },
    });
    await tx.insert(allocations).values({
      ...{ customerId, creditId: paymentId, debitId, cents: -payment.cents },
      createdBy: staff.userId,
    });
    const amount = toDollars(-payment.cents);
    await audit(tx, staff, customerId, "payment taken back", { amount, note });
    await reopenBankRow(tx, staff, { customerId, paymentId });
    return debitId;
  });
}

interface Correction {
  customerId: string;
  requestId: string;
  note: string;
}

/** Writes off what is open of an invoice, or a part of it. For staff who keep the money. */
export function writeOff(
  db: Database,
  staff: Staff<"money">,
  { customerId, requestId, note, debitId, cents }: Correction & { debitId: string; cents: number },
): Promise<Booked> {
  return booking(db, customerId, async (tx) => {
    await lockBooked(tx, customerId);
    const earlier = await entryOfRequest(tx, requestId);
    if (earlier) return earlier;
    const creditId = await insertEntry(tx, staff, {
      ...{ customerId, requestId, kind: "write_off", cents: -cents, note },
      occurredOn: pacificDay(new Date()),
    });
    const settles = [{ entryId: debitId, cents }];
    await settle(tx, staff, { customerId, creditId, cents, settles });
    await audit(tx, staff, customerId, "written off", { amount: toDollars(cents), note });
    return creditId;
  });
}

/**
 * Corrects an account without a document: a charge (positive cents), which is due at once, or a
 * credit. For staff who keep the money.
 */
export function adjust(
  db: Database,
  staff: Staff<"money">,
  { customerId, requestId, note, cents }: Correction & { cents: number },
): Promise<Booked> {
  return booking(db, customerId, async (tx) => {
    await lockBooked(tx, customerId);
    const earlier = await entryOfRequest(tx, requestId);
    if (earlier) return earlier;
    const occurredOn = pacificDay(new Date());
    const entryId = await insertEntry(tx, staff, {
      ...{ customerId, requestId, kind: "adjustment", cents, note, occurredOn },
      dueOn: cents > 0 ? occurredOn : null,
    });
    await audit(tx, staff, customerId, "adjusted", { amount: toDollars(cents), note });
    return entryId;
  });
}

/** Pays back what is to the customer's credit, the oldest first. For staff who keep the money. */
export function refund(
  db: Database,
  staff: Staff<"money">,
  payment: Omit<PaymentToBook, "settles" | "receivedOn"> & { paidOn: string },
): Promise<Booked> {
  const { customerId, requestId, cents, method, paidOn, reference, note } = payment;
  return booking(db, customerId, async (tx) => {
    await lockBooked(tx, customerId);
    const earlier = await entryOfRequest(tx, requestId);
    if (earlier) return earlier;
    const used = settledInOrder(cents, await creditsLeft(tx, customerId));
    if (sumCents(used, (credit) => credit.cents) < cents)
      throw new BookRefused("more than the amount");
    const debitId = await insertEntry(tx, staff, {
      ...{ customerId, requestId, kind: "refund", cents, method },
      ...{ occurredOn: paidOn, dueOn: paidOn, reference, note },
    });
    await tx.insert(allocations).values(
      used.map((credit) => ({
        ...{ customerId, creditId: credit.entryId, debitId, cents: credit.cents },
        createdBy: staff.userId,
      })),
    );
    await audit(tx, staff, customerId, "refunded", { amount: toDollars(cents), method });
    return debitId;
  });
}

/** What is open of a customer's invoices and other debts, the oldest due first. */
export function openItems(db: Database | Transaction, customerId: string): Promise<OpenItem[]> {
  return db
    .select({
      entryId: ledgerEntries.id,
      openCents: sql<number>`${ledgerEntries.cents} - ${ledgerEntries.allocatedCents}`.mapWith(
        Number,
      ),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.customerId, customerId), isUnsettled, gt(ledgerEntries.cents, 0)))
    .orderBy(...settledFirst);
}

function creditsLeft(tx: Transaction, customerId: string): Promise<OpenItem[]> {
  return tx
    .select({
      entryId: ledgerEntries.id,
      openCents: sql<number>`-${ledgerEntries.cents} - ${ledgerEntries.allocatedCents}`.mapWith(
        Number,
      ),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.customerId, customerId), isUnsettled, lt(ledgerEntries.cents, 0)))
    .orderBy(asc(ledgerEntries.occurredOn), asc(ledgerEntries.createdAt), asc(ledgerEntries.id));
}

/** Rolls the transaction of a booking back. */
export class BookRefused extends Error {
  override readonly name = "BookRefused";
  readonly reason: BookRefusal;

  constructor(reason: BookRefusal) {
    super(reason);
    this.reason = reason;
  }
}

const refusals: Record<string, BookRefusal> = {
  ledger_entries_allocated_range: "changed meanwhile",
  allocations_credit_to_debit: "changed meanwhile",
  allocations_debit_fk: "changed meanwhile",
  ledger_entries_not_ahead: "date in the future",
};

/**
 * Runs a booking, which returns its entry, in a transaction; what it or the database refuses is told
 * as a reason.
 */
export async function booking(
  db: Database,
  customerId: string,
  book: (tx: Transaction) => Promise<string>,
): Promise<Booked> {
  if (!isUuid(customerId)) return { refused: "unknown customer" };
  try {
    return { entryId: await db.transaction(book) };
  } catch (error) {
    const refused = refusalIn(error);
    if (refused) return { refused };
    throw error;
  }
}

/** Why an error refused a booking; undefined for any other error. */
function refusalIn(error: unknown): BookRefusal | undefined {
  if (error instanceof BookRefused) return error.reason;
  return refusals[databaseErrorOf(error)?.constraint ?? ""];
}

/**
 * Locks the customer that something is booked for.
 *
 * @throws BookRefused
 */
export async function lockBooked(tx: Transaction, customerId: string): Promise<void> {
  if (!(await lockCustomer(tx, customerId))) throw new BookRefused("unknown customer");
}

async function entryOfRequest(tx: Transaction, requestId: string): Promise<string | undefined> {
  const [earlier] = await tx
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.requestId, requestId));
  return earlier?.id;
}

async function insertEntry(
  tx: Transaction,
  staff: Staff<"money">,
  entry: Omit<typeof ledgerEntries.$inferInsert, "createdBy">,
): Promise<string> {
  if (entry.occurredOn > pacificDay(new Date())) throw new BookRefused("date in the future");
  const [inserted] = await tx
    .insert(ledgerEntries)
    .values({ ...entry, createdBy: staff.userId })
    .returning({ id: ledgerEntries.id });
  if (!inserted) throw new Error("The entry was not stored");
  return inserted.id;
}

/** @returns what was settled, in cents */
async function settle(
  tx: Transaction,
  staff: Staff<"money">,
  {
    customerId,
    creditId,
    cents,
    settles,
  }: { customerId: string; creditId: string; cents: number; settles: Settling },
): Promise<number> {
  if (settles === "nothing yet") return 0;
  const chosen =
    settles === "oldest first" ? settledInOrder(cents, await openItems(tx, customerId)) : settles;
  const total = sumCents(chosen, (item) => item.cents);
  if (total > cents) throw new BookRefused("more than the amount");
  if (chosen.length > 0) {
    await tx.insert(allocations).values(
      chosen.map((item) => ({
        ...{ customerId, creditId, debitId: asId(item.entryId), cents: item.cents },
        createdBy: staff.userId,
      })),
    );
  }
  return total;
}

/** What of a customer's credit is left, in cents; 0 for an entry that is none. */
async function leftOf(tx: Transaction, customerId: string, creditId: string): Promise<number> {
  const credits = await creditsLeft(tx, customerId);
  return credits.find(({ entryId }) => entryId === creditId)?.openCents ?? 0;
}

/** @returns what was taken back, in cents */
async function takeBackIn(
  tx: Transaction,
  staff: Staff<"money">,
  {
    customerId,
    creditId,
    only,
  }: { customerId: string; creditId: string; only?: ReturnType<typeof and> },
): Promise<number> {
  const net = sql<number>`sum(${allocations.cents})`.mapWith(Number);
  const settled = await tx
    .select({ debitId: allocations.debitId, cents: net })
    .from(allocations)
    .where(
      and(eq(allocations.customerId, customerId), eq(allocations.creditId, asId(creditId)), only),
    )
    .groupBy(allocations.debitId)
    .having(ne(net, 0));
  if (settled.length > 0) {
    await tx.insert(allocations).values(
      settled.map(({ debitId, cents }) => ({
        ...{ customerId, creditId, debitId, cents: -cents },
        createdBy: staff.userId,
      })),
    );
  }
  return sumCents(settled, ({ cents }) => cents);
}

function audit(
  tx: Transaction,
  staff: Staff<"money">,
  customerId: string,
  action: string,
  after: Record<string, string>,
): Promise<void> {
  return recordAudit(tx, staff, { entity: "payment", entityId: customerId, action, after });
}

const nobody = "00000000-0000-0000-0000-000000000000";

/** Ids come from forms; what is none matches nothing. */
function asId(id: string): string {
  return isUuid(id) ? id : nobody;
}
