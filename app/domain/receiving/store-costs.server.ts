import { and, asc, eq, inArray } from "drizzle-orm";
import { carryDown } from "#app/domain/cutting/cuttings.server.ts";
import { setLotCosts } from "#app/domain/lots/lot-costs.server.ts";
import { lockLots } from "#app/domain/lots/received-lots.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { sumLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { Transaction } from "#db/database.ts";
import { updateMany } from "#db/many-rows.ts";
import { receiptLines, receipts } from "#db/schema/meat/receiving.ts";
import { costsOfReceipt } from "./receipt-costs.ts";

/**
 * Works out what the lines of a receipt cost, as they are stored now, and with them its lots. The receipt's
 * supplier is locked. Called after everything that a cost follows from.
 *
 * @param removedLots those of lines that were removed
 * @returns the sum of what is claimed, in cents
 */
export async function storeCosts(
  tx: Transaction,
  receiptId: string,
  removedLots: readonly string[] = [],
): Promise<number> {
  const [receipt] = await tx.select().from(receipts).where(eq(receipts.id, receiptId));
  if (!receipt) throw new Error("The receipt is gone");
  const lines = await tx
    .select()
    .from(receiptLines)
    .where(eq(receiptLines.receiptId, receiptId))
    .orderBy(asc(receiptLines.position));
  const costs = costsOfReceipt(lines, receipt);
  await updateMany(
    tx,
    receiptLines,
    lines.flatMap(({ id }, place) => {
      const fields = costs[place];
      return fields ? [{ id, fields }] : [];
    }),
  );
  await storeLotCosts(tx, [
    ...new Set([...removedLots, ...lines.flatMap(({ lotId }) => lotId ?? [])]),
  ]);
  return sumCents(costs, ({ claimedCents }) => claimedCents ?? 0);
}

/**
 * Sets the cost of lots: what their lines cost, over all receipts. Not known where that of a line isn't, or
 * where more of it came than receipts say, as of a lot that was there before. What was cut of them costs
 * another share then.
 */
async function storeLotCosts(tx: Transaction, lotIds: readonly string[]): Promise<void> {
  if (lotIds.length === 0) return;
  const received = await lockLots(tx, lotIds);
  const lines = await tx
    .select({
      lotId: receiptLines.lotId,
      lb: receiptLines.lb,
      costCents: receiptLines.costCents,
      shareCents: receiptLines.shareCents,
    })
    .from(receiptLines)
    .where(and(inArray(receiptLines.lotId, [...lotIds]), eq(receiptLines.isAccepted, true)));
  const byLot = Map.groupBy(lines, ({ lotId }) => lotId);
  const costs = [...received].map(([lotId, receivedLb]): [string, number | null] => {
    const own = byLot.get(lotId) ?? [];
    const isWhole = toHundredthsLb(receivedLb ?? 0) <= sumLb(own.map(({ lb }) => lb));
    const isKnown = isWhole && own.length > 0 && own.every(({ costCents }) => costCents !== null);
    const costCents = isKnown
      ? sumCents(own, ({ costCents, shareCents }) => (costCents ?? 0) + shareCents)
      : null;
    return [lotId, costCents];
  });
  await setLotCosts(tx, costs);
  // Also where a lot costs as much as before: of more pounds each has another share.
  await carryDown(tx, lotIds);
}
