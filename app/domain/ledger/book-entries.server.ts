import { and, eq, isNull, or, sql } from "drizzle-orm";
import { pacificDay } from "#app/lib/dates.ts";
import type { Transaction } from "#db/database.ts";
import { insertMany } from "#db/many-rows.ts";
import { ofAccount } from "#db/schema/customers.ts";
import { allocations, ledgerEntries } from "#db/schema/money/ledger.ts";
import type { EntryKind, PaymentMethod } from "#db/schema/values/money.ts";
import { allocate, allot, asId, type Settling, unallocate } from "./allocations.server.ts";
import { BookRefused, type By } from "./book-refused.server.ts";

// With allocations.server.ts the only writer of customers' accounts, except for the trigger that
// enters invoices and credits. Call each function with the customer locked (`lockBooked`), so that
// concurrent settlements of an invoice see each other; the caller writes the audit log.

export interface NewEntry {
  customerId: string;
  /** Invoices and credit notes are entered when they are issued. */
  kind: Exclude<EntryKind, "invoice" | "credit">;
  /** Positive if owed to us. */
  cents: number;
  /** Pacific days; `occurredOn` defaults to today, and a debt's `dueOn` to that day. */
  occurredOn?: string;
  dueOn?: string;
  method?: PaymentMethod;
  reference?: string;
  note?: string;
  /** Idempotency key, made by the form. */
  requestId?: string | null;
  reversesId?: string;
  createdAt?: Date;
}

export interface BookedEntry {
  entryId: string;
  settledCents: number;
  isNew: boolean;
}

/** Books an entry. A part that settles nothing stays as credit, or as owed. @throws BookRefused */
export async function book(
  tx: Transaction,
  by: By,
  entry: NewEntry,
  settles: Settling = "nothing yet",
): Promise<BookedEntry> {
  const { customerId, cents, requestId } = entry;
  const [earlier] = requestId
    ? await tx
        .select({ entryId: ledgerEntries.id, settledCents: ledgerEntries.allocatedCents })
        .from(ledgerEntries)
        .where(eq(ledgerEntries.requestId, requestId))
    : [];
  if (earlier) return { ...earlier, isNew: false };
  const [entryId = ""] = await bookMany(tx, by, [entry]);
  const settledCents = await allot(tx, by, { entryId, customerId, cents }, settles);
  return { entryId, settledCents, isNew: true };
}

/** Books entries that settle nothing yet; returns their ids in order. Customers must be locked. */
export function bookMany(tx: Transaction, by: By, entries: readonly NewEntry[]): Promise<string[]> {
  const today = pacificDay(new Date());
  const rows = entries.map(({ occurredOn = today, dueOn = occurredOn, ...entry }) => {
    if (occurredOn > today) throw new BookRefused("date in the future");
    return { ...entry, occurredOn, dueOn: entry.cents > 0 ? dueOn : null, createdBy: by.userId };
  });
  return insertMany(tx, ledgerEntries, rows);
}

export interface Reversed {
  entryId: string;
  customerId: string;
  cents: number;
  method: PaymentMethod | null;
  counterId: string;
}

/**
 * Reverses payments or adjustments as a whole, each once, with a reversing entry of today: a
 * bounced cheque, another customer's opening balance. What they settled is open again. Returns the
 * entries reversed.
 *
 * @param what usually entries of one customer
 * @throws BookRefused for card charges
 */
export async function reverse(
  tx: Transaction,
  by: By,
  what: {
    kind: "payment" | "adjustment";
    entryIds: readonly string[];
    customerId?: string;
    note: string;
  },
): Promise<Reversed[]> {
  const { kind, entryIds, customerId: only, note } = what;
  const found = await tx
    .select({
      entryId: ledgerEntries.id,
      customerId: ledgerEntries.customerId,
      cents: ledgerEntries.cents,
      method: ledgerEntries.method,
    })
    .from(ledgerEntries)
    .where(
      and(
        sql`${ledgerEntries.id} = any(${sql.param(entryIds.map(asId))}::uuid[])`,
        eq(ledgerEntries.kind, kind),
        only === undefined ? undefined : ofAccount(ledgerEntries.customerId, only),
        isNull(ledgerEntries.reversesId),
        sql`not exists (select from ledger_entries counter where counter.reverses_id = ledger_entries.id)`,
      ),
    );
  if (found.length === 0) return [];
  if (found.some(({ method }) => method === "card")) throw new BookRefused("at the card provider");
  const due = sql.param(found.map(({ entryId }) => entryId));
  await unallocate(
    tx,
    by,
    or(
      sql`${allocations.creditId} = any(${due}::uuid[])`,
      sql`${allocations.debitId} = any(${due}::uuid[])`,
    ),
  );
  const counters = found.map(({ customerId, cents, method, entryId }) => ({
    customerId,
    kind,
    cents: -cents,
    reversesId: entryId,
    note,
    ...(method && { method }),
  }));
  const counterIds = await bookMany(tx, by, counters);
  const reversed = found.map(({ entryId, customerId, cents, method }, at) => {
    const counterId = counterIds[at] ?? "";
    return { entryId, customerId, cents, method, counterId };
  });
  await allocate(
    tx,
    by,
    reversed.map(({ customerId, entryId, cents, counterId }) => ({
      customerId,
      cents: Math.abs(cents),
      ...(cents > 0
        ? { creditId: counterId, debitId: entryId }
        : { creditId: entryId, debitId: counterId }),
    })),
  );
  return reversed;
}
