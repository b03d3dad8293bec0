import { asc, eq, inArray, sql } from "drizzle-orm";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { isLiveEntry, isOfReturn } from "#db/schema/meat/stock.ts";
import { isLiveReturn } from "#db/schema/money/door.ts";
import { lotParents, lots } from "#db/schema/packages.ts";
import type { ReturnPlace } from "#db/schema/values/door.ts";

// Lots entered by mistake, with a receipt or a cutting sheet. Callers have checked the capability.

interface Use extends Record<string, unknown> {
  code: string;
  is_packed: boolean;
  is_cut: boolean;
  is_recalled: boolean;
  is_counted: boolean;
  /** Where some of its meat came back; the counter if also there, whose refunds are final. */
  back: ReturnPlace | null;
}

/**
 * Locks lots against use until the transaction ends.
 *
 * @throws Refusal "lot used" if one was used
 */
export async function refuseUsedLots(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockAgainstUse(tx, ids);
  const { rows } = await tx.execute<Use>(sql`
    select lots.code,
      exists (select from packages
        where packages.lot_id = lots.id and packages.voided_at is null) as is_packed,
      exists (select from cutting_inputs where cutting_inputs.lot_id = lots.id)
        or exists (select from lot_parents where lot_parents.parent_id = lots.id) as is_cut,
      exists (select from recall_lots join recalls on recalls.id = recall_lots.recall_id
        where recall_lots.lot_id = lots.id and not recalls.is_drill) as is_recalled,
      exists (select from stock_entries where stock_entries.lot_id = lots.id
        and stock_entries.kind in ('waste', 'count') and ${isLiveEntry} and not ${isOfReturn}
        -- The waste of a cutting sheet comes back with the sheet; it has no form of its own.
        and not (stock_entries.kind = 'waste' and stock_entries.request_id is null
          and exists (select from cutting_inputs where cutting_inputs.lot_id = lots.id))) as is_counted,
      (select place from returned_goods where returned_goods.lot_id = lots.id and ${isLiveReturn}
        order by place = 'counter' desc limit 1) as back
    from lots where lots.id = any(${sql.param([...ids])}::uuid[]) order by lots.code`);
  // A recall can't be undone, so it is named only if nothing else is in the way.
  const used =
    rows.find((use) => use.is_counted || use.back || use.is_cut || use.is_packed) ??
    rows.find((use) => use.is_recalled);
  if (used) throw new Refusal("lot used", `Lot ${used.code} ${doneInWords(used)}`);
}

/** Locks lots until the transaction ends, so that nothing is packed or cut from them. */
export async function lockAgainstUse(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: lots.id })
    .from(lots)
    .where(inArray(lots.id, [...ids]))
    .orderBy(asc(lots.id))
    .for("update");
}

/**
 * Says what to take back first. A count comes before the cuts and packages that precede it, since
 * they can't be undone until it is; so does meat that came back.
 */
function doneInWords(use: Use): string {
  if (use.is_counted)
    return "was counted, or some of it thrown away. Take those entries back first.";
  if (use.back === "counter")
    return "had some of it come back at the counter with a refund, so it was there and stays.";
  if (use.back) return "had some of it come back. Take that weighing back first.";
  if (use.is_cut) return "was cut or ground into others. Take back that cutting sheet first.";
  if (use.is_packed) return "was packed for an order, so it was there. Void those packages first.";
  return "is in a recall, so what is known of it stays.";
}

/** Voids lots that never existed; they are no longer offered. Audited. */
export async function voidLots(
  tx: Transaction,
  by: Actor,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  for (const id of ids) {
    const own = eq(lots.id, id);
    const [before] = await tx.select({ receivedLb: lots.receivedLb }).from(lots).where(own);
    await tx.delete(lotParents).where(eq(lotParents.childId, id));
    await tx
      .update(lots)
      .set({
        voidedAt: sql`now()`,
        receivedLb: null,
        costCents: null,
        version: sql`${lots.version} + 1`,
      })
      .where(own);
    await recordAudit(tx, by, {
      entity: "lot",
      entityId: id,
      action: "lot voided",
      before: { receivedLb: before?.receivedLb ?? null },
      after: { reason },
    });
  }
}

/** @throws Refusal "lot void" for a lot entered by mistake */
export async function refuseVoidLots(
  tx: Transaction,
  ids: readonly string[],
  nothingDone: string,
): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx
    .select({ code: lots.code, voidedAt: lots.voidedAt })
    .from(lots)
    .where(inArray(lots.id, [...ids]))
    .orderBy(asc(lots.code));
  const gone = found.find(({ voidedAt }) => voidedAt !== null);
  if (!gone) return;
  throw new Refusal(
    "lot void",
    `Lot ${gone.code} was entered by mistake and is void. ${nothingDone}`,
  );
}
