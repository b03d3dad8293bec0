import { and, between, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { formatDateTime, pacificDay } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockRuns } from "#db/locks.ts";
import { user } from "#db/schema/accounts.ts";
import { runs } from "#db/schema/deliveries.ts";
import { runCashUps } from "#db/schema/money/door.ts";
import { type CashUp, differencesOf, seenSums, type TypedCashUp } from "./cash-up.ts";
import { sumByMethod, sumsInWords } from "./door-receipt.ts";
import { receiptsOfRun } from "./stored-receipts.server.ts";

const noSuchRun = "There is no such run.";

/** Returns a run's standing cash-up, or null. For staff who deliver or take orders. */
export async function cashUpOf(
  db: Database | Transaction,
  _staff: Staff<"deliver"> | Staff<"sell">,
  runId: string,
): Promise<CashUp | null> {
  if (!isUuid(runId)) return null;
  const [found] = await db
    .select({ row: runCashUps, confirmedBy: user.email })
    .from(runCashUps)
    .innerJoin(user, eq(user.id, runCashUps.confirmedBy))
    .where(and(eq(runCashUps.runId, runId), isNull(runCashUps.takenBackAt)))
    .orderBy(desc(runCashUps.confirmedAt));
  if (!found) return null;
  const { row, confirmedBy } = found;
  return {
    id: row.id,
    reason: row.reason,
    confirmedAt: row.confirmedAt,
    confirmedBy,
    taken: {
      cash: row.takenCashCents,
      cheque: row.takenChequeCents,
      terminal: row.takenTerminalCents,
    },
    counted: {
      cash: row.countedCashCents,
      cheque: row.countedChequeCents,
      terminal: row.countedTerminalCents,
    },
  };
}

/**
 * Returns the cash that drivers handed in within a time, as counted with their runs, in cents. It
 * is part of no till's drawer. For staff who take money.
 */
export async function driversCash(
  db: Database,
  _staff: Staff<"till">,
  { from, to }: { from: Date; to: Date },
): Promise<{ cents: number; runs: number }> {
  const [sums] = await db
    .select({
      cents: sql`coalesce(sum(${runCashUps.countedCashCents}), 0)::bigint`.mapWith(Number),
      runs: count(),
    })
    .from(runCashUps)
    .where(
      and(
        between(runCashUps.confirmedAt, from, to),
        gt(runCashUps.countedCashCents, 0),
        isNull(runCashUps.takenBackAt),
      ),
    );
  return sums ?? { cents: 0, runs: 0 };
}

/**
 * Confirms what a run's driver handed in. Idempotent; the second of two people gets a refusal. A
 * difference requires a reason. Money that arrives later is still booked, and shown as late. For
 * staff who take orders.
 *
 * @throws Refusal
 */
export function confirmCashUp(
  db: Database,
  staff: Staff<"sell">,
  runId: string,
  { requestId, seen, reason, ...counted }: TypedCashUp,
): Promise<void> {
  if (!isUuid(runId)) throw new Refusal("gone", noSuchRun);
  return db.transaction(async (tx) => {
    await lockRuns(tx, runId);
    const [run] = await tx.select({ date: runs.date }).from(runs).where(eq(runs.id, runId));
    if (!run) throw new Refusal("gone", noSuchRun);
    if (await tx.$count(runCashUps, eq(runCashUps.requestId, requestId))) return;
    const standing = await cashUpOf(tx, staff, runId);
    if (standing) {
      throw new Refusal(
        "cashed up",
        `${ended(`This run was cashed up on ${formatDateTime(standing.confirmedAt)} by ${standing.confirmedBy}`)} Nothing was changed.`,
      );
    }
    const receipts = await receiptsOfRun(tx, runId);
    // A run that left early and has already brought money is counted today.
    if (run.date > pacificDay(new Date()) && receipts.length === 0) {
      throw new Refusal("too early", "This run is still to come, so there is nothing to count.");
    }
    const taken = sumByMethod(receipts);
    if (seen !== seenSums(taken)) {
      throw new Refusal(
        "changed",
        "A payment arrived or was taken back meanwhile. The sums are current now: please count again.",
      );
    }
    const differences = differencesOf({ taken, counted });
    if (differences.length > 0 && reason === "") {
      throw new Refusal("unexplained", "Please say why it differs from what was taken", {
        field: "reason",
      });
    }
    await tx.insert(runCashUps).values({
      requestId,
      runId,
      confirmedBy: staff.userId,
      takenCashCents: taken.cash,
      countedCashCents: counted.cash,
      takenChequeCents: taken.cheque,
      countedChequeCents: counted.cheque,
      takenTerminalCents: taken.terminal,
      countedTerminalCents: counted.terminal,
      reason: differences.length > 0 ? reason : "",
      confirmedAt: sql`clock_timestamp()`,
    });
    await recordAudit(tx, staff, {
      entity: "run",
      entityId: runId,
      action: "cashed up",
      after: {
        counted: sumsInWords(counted) || toDollars(0),
        ...(differences.length > 0 && { difference: differences.join(", "), reason }),
      },
    });
  });
}

/**
 * Undoes a run's cash-up so that it can be counted again. The counted amounts are kept. For owners.
 *
 * @throws Refusal if it no longer stands, or without a reason
 */
export function takeBackCashUp(
  db: Database,
  admin: Admin,
  runId: string,
  { id, why }: { id: string; why: string },
): Promise<void> {
  if (!isUuid(runId) || !isUuid(id)) throw new Refusal("gone", noSuchRun);
  const reason = why.replaceAll("\0", "").trim().slice(0, 500);
  if (reason === "") {
    throw new Refusal("invalid", "Please say why it is taken back", { field: "why" });
  }
  return db.transaction(async (tx) => {
    await lockRuns(tx, runId);
    const taken = await tx
      .update(runCashUps)
      .set({ takenBackAt: sql`now()`, takenBackBy: admin.userId, takenBackWhy: reason })
      .where(
        and(eq(runCashUps.id, id), eq(runCashUps.runId, runId), isNull(runCashUps.takenBackAt)),
      )
      .returning({ id: runCashUps.id });
    if (taken.length === 0) {
      throw new Refusal("changed", "This cash-up was taken back already. Nothing was changed.");
    }
    await recordAudit(tx, admin, {
      entity: "run",
      entityId: runId,
      action: "cash-up taken back",
      after: { reason },
    });
  });
}

/** Money taken on a run and not reversed, in cents. For queries of `runs`. */
export const takenOnRun = sql<number>`(select coalesce(sum(door_receipts.cents), 0) from door_receipts
  where door_receipts.run_id = runs.id and not exists (
    select from ledger_entries counter where counter.reverses_id = door_receipts.entry_id))`;

/** Counted less taken, in cents; null until cashed up. For queries of `runs`. */
export const countedDifference = sql<number | null>`(
  select counted_cash_cents + counted_cheque_cents + counted_terminal_cents
    - taken_cash_cents - taken_cheque_cents - taken_terminal_cents
  from run_cash_ups where run_cash_ups.run_id = runs.id and taken_back_at is null)`;
