import { and, asc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import { unusedCentsOf } from "#app/domain/ledger/allocations.server.ts";
import { daysAfter, startOfDay } from "#app/lib/dates.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers, ofAccount } from "#db/schema/customers.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { doorReceipts, runCashUps } from "#db/schema/money/door.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { roundingNote } from "./book-rounding.server.ts";
import { type DoorReceipt, isSameBooking, likest, type Money } from "./door-receipt.ts";
import { officePayments } from "./office-payments.server.ts";

export interface PaidStop {
  id: string;
  runId: string;
  customerId: string;
  /** The run's Pacific day. */
  date: string;
}

/** Matches the standing cash-up that a receipt was counted in. */
export const countsReceipt = sql`${runCashUps.runId} = ${doorReceipts.runId}
  and ${runCashUps.takenBackAt} is null and ${runCashUps.confirmedAt} >= ${doorReceipts.recordedAt}`;

export const isTakenBack = sql<boolean>`exists (
  select from ledger_entries counter where counter.reverses_id = ${doorReceipts.entryId})`;

/** The surplus on arrival that still settles nothing. For queries of `door_receipts`. */
const stillOverCents = sql<number>`least(${doorReceipts.overCents},
  ${unusedCentsOf(doorReceipts.entryId)})`.mapWith(Number);

/** True if `debt` is the invoice of a single order of the stop. For queries of `door_receipts`. */
const isOfStop = sql`exists (select from document_orders
  join documents on documents.id = document_orders.document_id and documents.order_count = 1
  join orders on orders.id = document_orders.order_id
  where document_orders.document_id = debt.document_id and orders.stop_id = ${doorReceipts.stopId})`;

/** Joins a receipt's payment with allocations, for `isSettlement` to filter. */
const settlements = sql`from allocations as settled
  join ledger_entries as paid on paid.id = ${doorReceipts.entryId}
  join ledger_entries as credit on credit.id = settled.credit_id
  join ledger_entries as debt on debt.id = settled.debit_id`;

/** Matches the `settlements` of the payment and of its cash rounding. */
const isSettlement = sql`(credit.id = paid.id or (credit.customer_id = paid.customer_id
    and credit.created_at = paid.created_at and credit.note = ${roundingNote}))
  and debt.kind <> 'refund' and debt.reverses_id is null and debt.note <> ${roundingNote}`;

/** The cents that a payment and its cash rounding settle of the debts that match. */
const settledCents = (which: SQL) =>
  sql<number>`(select coalesce(sum(settled.cents), 0) ${settlements}
    where ${isSettlement} and ${which})`.mapWith(Number);

const settledItems = sql<DoorReceipt["settles"]>`(
  select coalesce(json_agg(json_build_object('name', each.name, 'cents', each.cents)
    order by each.due_on, each.name), '[]') from (
    select coalesce(documents.document_number, nullif(debt.note, ''), 'a charge') as name,
      coalesce(debt.due_on, debt.occurred_on) as due_on, sum(settled.cents)::integer as cents
    ${settlements} left join documents on documents.id = debt.document_id
    where ${isSettlement} group by debt.id, documents.document_number
    having sum(settled.cents) <> 0) as each)`;

/** Returns the money taken on a run, in order. The caller must have checked access to the run. */
export function receiptsOfRun(
  db: Database | Transaction,
  runId: string,
): Promise<(DoorReceipt & { customerId: string })[]> {
  return receipts(db, eq(doorReceipts.runId, runId));
}

/** Returns the money taken at a stop, in order. The caller must have checked access to it. */
export function receiptsAt(tx: Transaction, stopId: string) {
  return receipts(tx, eq(doorReceipts.stopId, stopId));
}

/**
 * Returns the driver's receipt of the same money (`isSameMoney`) from that customer, if any. Its
 * run is of the day the money is said to have come, of one of the three days before, or of a later
 * day if the driver took it by the end of that day. Used to warn staff who are about to book it
 * again.
 */
export async function sameAtDoor(
  db: Database | Transaction,
  { customerId, on, ...paid }: Money & { customerId: string; on: string },
): Promise<DoorReceipt | undefined> {
  const there = await receipts(
    db,
    and(
      ofAccount(runStops.customerId, customerId),
      sql`${runs.date} >= ${on}::date - 3`,
      or(sql`${runs.date} <= ${on}::date`, lt(doorReceipts.takenAt, startOfDay(daysAfter(on, 1)))),
    ),
  );
  return likest(
    there.filter((one) => !one.isTakenBack),
    paid,
  );
}

/**
 * Returns the payment of the same money (`isSameBooking`) that staff booked for that customer, if
 * any, within three days of the day it is said to have come. Used like `sameAtDoor`.
 */
export async function sameByStaff(
  tx: Transaction,
  { customerId, on, ...paid }: Money & { customerId: string; on: string },
) {
  const near = sql`${ledgerEntries.occurredOn} between ${on}::date - 3 and ${on}::date + 3`;
  return (await officePayments(tx, customerId, near)).find((one) => isSameBooking(one, paid));
}

async function receipts(db: Database | Transaction, which: SQL | undefined) {
  return db
    .select({
      requestId: doorReceipts.requestId,
      stopId: doorReceipts.stopId,
      customerId: runStops.customerId,
      method: doorReceipts.method,
      cents: doorReceipts.cents,
      dueCents: doorReceipts.dueCents,
      overCents: stillOverCents,
      hereCents: settledCents(isOfStop),
      olderCents: settledCents(sql`not ${isOfStop}`),
      settles: settledItems,
      reference: doorReceipts.reference,
      reason: doorReceipts.reason,
      photoId: doorReceipts.photoId,
      takenBy: doorReceipts.takenBy,
      takenAt: doorReceipts.takenAt,
      isKnown: sql<boolean>`${doorReceipts.knownSince} is not null`,
      isTakenBack,
      isLate: sql<boolean>`exists (select from ${runCashUps}
        where ${runCashUps.runId} = ${doorReceipts.runId} and ${runCashUps.takenBackAt} is null
          and ${runCashUps.confirmedAt} < ${doorReceipts.recordedAt})`,
      offRunOf: sql<string>`case when exists (select from orders
          where orders.stop_id = ${doorReceipts.stopId} and orders.status <> 'cancelled') then ''
        else coalesce(nullif(${customers.companyName}, ''), nullif(${customers.contactName}, ''),
          'Unknown Client') end`,
      isCounted: sql<boolean>`exists (select from ${runCashUps} where ${countsReceipt})`,
    })
    .from(doorReceipts)
    .innerJoin(runStops, eq(runStops.id, doorReceipts.stopId))
    .innerJoin(customers, eq(customers.id, runStops.customerId))
    .innerJoin(runs, eq(runs.id, doorReceipts.runId))
    .where(which)
    .orderBy(asc(doorReceipts.recordedAt), asc(doorReceipts.id));
}
