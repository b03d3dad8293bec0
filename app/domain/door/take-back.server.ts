import { and, asc, eq, ne, sql } from "drizzle-orm";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { openItems, settle, settledOf } from "#app/domain/ledger/allocations.server.ts";
import { reverse } from "#app/domain/ledger/book-entries.server.ts";
import { type OpenItem, settledInOrder } from "#app/domain/ledger/ledger-entry.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { lockRuns } from "#db/locks.ts";
import { doorReceipts, runCashUps } from "#db/schema/money/door.ts";
import { roundingNote } from "./book-rounding.server.ts";
import { takenInWords } from "./door-receipt.ts";
import { invoicesAt } from "./door-receipts.server.ts";
import { countsReceipt, isTakenBack, type PaidStop, receiptsAt } from "./stored-receipts.server.ts";

/** Why a payment stays as it was recorded. */
type TakeBackRefusal = "gone" | "counted" | "by the office";

/**
 * Takes back a payment that a driver recorded wrongly, until it is counted: what it settled is open
 * again unless another payment of the stop has that much left over. Idempotent. The caller holds
 * the locks of the stop's orders, customer, run and stop.
 *
 * @param requestId the payment's
 * @throws Refusal<TakeBackRefusal>
 */
export async function takeBackAtDoor(
  tx: Transaction,
  actor: { userId: string | null; email: string },
  stop: PaidStop,
  requestId: string,
): Promise<void> {
  const receipt = (await receiptsAt(tx, stop.id)).find((one) => one.requestId === requestId);
  if (!receipt) refuse("gone", "This payment is not recorded at this stop. Nothing was changed.");
  if (receipt.isTakenBack) return;
  if (receipt.isKnown) {
    refuse(
      "by the office",
      `${ended(`The office had recorded ${takenInWords(receipt)} itself`)} Call them to correct it. Nothing was changed.`,
    );
  }
  const [{ entryId } = { entryId: "" }] = await tx
    .select({ entryId: doorReceipts.entryId })
    .from(doorReceipts)
    .where(eq(doorReceipts.requestId, requestId));
  await refuseCounted(tx, entryId, { mayBounce: false });
  const by = { userId: null };
  const note = `Recorded wrong at the door, by ${receipt.takenBy}`;
  const freed = await settledOf(tx, [entryId, ...(await roundingOf(tx, entryId))]);
  await reverse(tx, by, { kind: "payment", entryIds: [entryId], note });
  await takeBackRounding(tx, by, entryId);
  const usedCents = await settleWithSurplus(tx, by, stop, { entryId, freed });
  const { cents, method, reference } = receipt;
  const after = { amount: toDollars(cents), method, ...(reference && { reference }) };
  const action = "taken back at the door";
  await recordAudit(
    tx,
    actor,
    { entity: "payment", entityId: stop.customerId, action, after },
    { entity: "run", entityId: stop.runId, action, after },
  );
  if (usedCents === 0) return;
  await recordAudit(tx, actor, {
    entity: "payment",
    entityId: stop.customerId,
    action: "credit used",
    after: { amount: toDollars(usedCents) },
  });
}

/**
 * Settles what a reversed payment had settled, the stop's invoices first, with what the stop's
 * other payments have left over: a second cheque that was the client's credit pays in place of the
 * first. Returns the cents that it settles.
 */
async function settleWithSurplus(
  tx: Transaction,
  by: { userId: null },
  { id: stopId, customerId }: PaidStop,
  { entryId, freed }: { entryId: string; freed: readonly OpenItem[] },
): Promise<number> {
  const others = await tx
    .select({ entryId: doorReceipts.entryId })
    .from(doorReceipts)
    .where(and(eq(doorReceipts.stopId, stopId), ne(doorReceipts.entryId, entryId)))
    .orderBy(asc(doorReceipts.recordedAt));
  const credits = await openItems(tx, customerId, "credits");
  const here = (await invoicesAt(tx, stopId)).map(({ id }) => id);
  const open = (await openItems(tx, customerId)).flatMap((debt) => {
    const own = freed.find((one) => one.entryId === debt.entryId);
    return own ? [{ ...debt, openCents: Math.min(debt.openCents, own.openCents) }] : [];
  });
  const isHere = ({ documentId }: (typeof open)[number]) =>
    documentId !== null && here.includes(documentId);
  let debts: OpenItem[] = [...open.filter(isHere), ...open.filter((debt) => !isHere(debt))];
  let used = 0;
  for (const other of others) {
    const credit = credits.find((one) => one.entryId === other.entryId);
    const settles = credit ? settledInOrder(credit.openCents, debts) : [];
    if (settles.length === 0) continue;
    used += await settle(tx, by, { customerId, entryId: other.entryId }, settles);
    debts = debts.map((debt) => {
      const settled = settles.filter((one) => one.entryId === debt.entryId);
      return { ...debt, openCents: debt.openCents - sumCents(settled, ({ cents }) => cents) };
    });
  }
  return used;
}

/**
 * Refuses to reverse a payment that was counted in a run's standing cash-up, whose sums would
 * become wrong. The caller holds the customer's lock; this takes the run's.
 *
 * @param mayBounce true if a counted cheque may have come back from the bank since
 * @throws Refusal<TakeBackRefusal>
 */
export async function refuseCounted(
  tx: Transaction,
  paymentId: string,
  { mayBounce }: { mayBounce: boolean },
): Promise<void> {
  const [at] = await tx
    .select({ runId: doorReceipts.runId })
    .from(doorReceipts)
    .where(eq(doorReceipts.entryId, paymentId));
  if (!at) return;
  await lockRuns(tx, at.runId);
  const { method, cents, reference } = doorReceipts;
  const [counted] = await tx
    .select({ method, cents, reference, confirmedAt: runCashUps.confirmedAt })
    .from(doorReceipts)
    .innerJoin(runCashUps, countsReceipt)
    .where(and(eq(doorReceipts.entryId, paymentId), sql`not ${isTakenBack}`));
  if (!counted || (mayBounce && counted.method === "cheque")) return;
  const said = `${takenInWords(counted)} was counted in the cash-up of ${formatDateTime(counted.confirmedAt)}`;
  const first = "An owner has to take the cash-up back first. Nothing was changed.";
  refuse("counted", `${ended(said)} ${first}`);
}

/**
 * Reverses the rounding of a payment at the door or a till together with it: the invoice is owed to
 * the cent again. Does nothing if it had none. The caller holds the customer's lock.
 */
export async function takeBackRounding(
  tx: Transaction,
  by: Parameters<typeof reverse>[1],
  paymentId: string,
): Promise<void> {
  const entryIds = await roundingOf(tx, paymentId);
  // The client reads the note on the statement, but not why the payment was taken back.
  const what = { kind: "adjustment", entryIds, note: roundingNote } as const;
  if (entryIds.length > 0) await reverse(tx, by, what);
}

/** Returns the entry of a payment's cash rounding, if any. */
async function roundingOf(tx: Transaction, paymentId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select rounding.id from door_receipts
      join ledger_entries as paid on paid.id = door_receipts.entry_id
      -- Entered at the same moment.
      join ledger_entries as rounding on rounding.customer_id = paid.customer_id
        and rounding.created_at = paid.created_at and rounding.kind = 'adjustment'
        and rounding.note = ${roundingNote} and rounding.cents = door_receipts.rounding_cents
    where door_receipts.entry_id = ${paymentId} and door_receipts.rounding_cents <> 0
    union all
    select rounding_entry_id from till_receipts
    where entry_id = ${paymentId} and rounding_entry_id is not null`);
  return rows.map(({ id }) => id);
}

function refuse(code: TakeBackRefusal, message: string): never {
  throw new Refusal<TakeBackRefusal>(code, message);
}
