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
 * Computes and stores the costs of a receipt's current lines and of their lots. The caller has
 * locked the supplier, and calls it after every change that affects costs. Returns the claimed and
 * the credited cents.
 *
 * @param removedLots the lots of removed lines
 */
export async function storeCosts(
  tx: Transaction,
  receiptId: string,
  removedLots: readonly string[] = [],
): Promise<{ claimedCents: number; creditedCents: number }> {
  const [receipt] = await tx.select().from(receipts).where(eq(receipts.id, receiptId));
  if (!receipt) throw new Error("The receipt is gone");
  const lines = await tx
    .select()
    .from(receiptLines)
    .where(eq(receiptLines.receiptId, receiptId))
    .orderBy(asc(receiptLines.position));
  const costs = costsOfReceipt(lines, {
    freightCents: receipt.freightCents,
    isSettled: receipt.creditedAt !== null,
  });
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
  const claims = costs.map(({ claimedCents }) => claimedCents ?? 0);
  return {
    claimedCents: sumCents(claims, (cents) => cents),
    creditedCents: sumCents([...lines.keys()], (place) =>
      Math.min(lines[place]?.creditedCents ?? 0, claims[place] ?? 0),
    ),
  };
}

/**
 * Sets the cost of lots to the sum of their lines over all receipts, and carries it down. Unknown
 * if a line's cost is, or if a lot has more pounds than its receipts, as it existed before.
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
  // Even if a lot's cost is unchanged, more pounds change each share.
  await carryDown(tx, lotIds);
}
