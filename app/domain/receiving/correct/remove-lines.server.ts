import { eq, inArray, sql } from "drizzle-orm";
import type { Actor } from "#app/domain/audit/record-audit.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { correctReceivedLb } from "#app/domain/lots/received-lots.server.ts";
import { lockAgainstUse, refuseUsedLots, voidLots } from "#app/domain/lots/void-lots.server.ts";
import {
  enterStock,
  liveEntriesOf,
  reverseEntries,
} from "#app/domain/stock/stock-entries.server.ts";
import { wasCountedSince } from "#app/domain/stock/take-back.server.ts";
import { formatLb, sumLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { isOrAre } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import {
  type RemovedLine,
  receiptCartons,
  receiptLines,
  receipts,
} from "#db/schema/meat/receiving.ts";
import { receiptName } from "../receiving.ts";

type StoredReceipt = typeof receipts.$inferSelect;
type StoredLine = typeof receiptLines.$inferSelect;

/**
 * Removes mistaken lines whose goods are unused: their pounds leave the stock and the lots, and
 * lots that only they brought are voided. The receipt keeps a copy, which no sum includes. The
 * caller has locked the receipt, and stores costs and claims afterwards. Returns their lots.
 *
 * @throws Refusal "lot used"
 */
export async function removeLines(
  tx: Transaction,
  by: Actor & { userId: string },
  receipt: StoredReceipt,
  lines: readonly StoredLine[],
  reason: string,
): Promise<string[]> {
  if (lines.length === 0) return [];
  const lotIds = [...new Set(lines.flatMap(({ lotId }) => lotId ?? []))].toSorted();
  await refuseUsed(tx, receipt, lines, lotIds);
  const why = `${receiptName(receipt)}: ${reason}`.slice(0, 500);
  for (const line of lines) await takeOutOfStock(tx, by, receipt, line, why);
  for (const lotId of lotIds) {
    const lb = sumLb(lines.filter((line) => line.lotId === lotId).map((line) => line.lb));
    if (!(await correctReceivedLb(tx, by, lotId, -lb))) await voidLots(tx, by, [lotId], why);
  }
  const ids = lines.map(({ id }) => id);
  const cartons = await tx
    .select({ lineId: receiptCartons.lineId, scan: receiptCartons.rawScan })
    .from(receiptCartons)
    .where(inArray(receiptCartons.lineId, ids));
  const removed = lines.map(
    (line): RemovedLine => ({
      position: line.position,
      productId: line.productId,
      description: line.description,
      lotId: line.lotId,
      lotCode: line.lotCode,
      boxes: line.boxes,
      lb: line.lb,
      pieces: line.pieces,
      isAccepted: line.isAccepted,
      pricedBy: line.pricedBy,
      priceCents: line.priceCents,
      invoicedLb: line.invoicedLb,
      invoicedCents: line.invoicedCents,
      scans: cartons.flatMap(({ lineId, scan }) => (lineId === line.id && scan ? scan : [])),
    }),
  );
  await tx
    .update(receipts)
    .set({ removedLines: sql`${receipts.removedLines} || ${JSON.stringify(removed)}::jsonb` })
    .where(eq(receipts.id, receipt.id));
  await tx.delete(receiptLines).where(inArray(receiptLines.id, ids));
  return lotIds;
}

/**
 * Refuses lots that were used. A lot of several deliveries must have these lines' amount left, and
 * not have been counted since.
 *
 * @throws Refusal "lot used"
 */
export async function refuseUsed(
  tx: Transaction,
  receipt: StoredReceipt,
  lines: readonly StoredLine[],
  lotIds: readonly string[],
): Promise<void> {
  await lockAgainstUse(tx, lotIds);
  const sums = await sumsOfLots(tx, lotIds);
  const broughtAlone: string[] = [];
  for (const lotId of lotIds) {
    const { code = "", receivedLb = null, leftLb = null } = sums.get(lotId) ?? {};
    const own = lines.filter((line) => line.lotId === lotId);
    const lb = sumLb(own.map((line) => line.lb));
    if (receivedLb === null || leftLb === null || toHundredthsLb(receivedLb) <= lb) {
      broughtAlone.push(lotId);
      continue;
    }
    for (const { productId } of own) {
      if (!(await wasCountedSince(tx, { productId, lotId, enteredAt: receipt.createdAt })))
        continue;
      const message = `Lot ${code} was counted since, which has set its stock right. Take that count back first.`;
      throw new Refusal("lot used", message);
    }
    if (toHundredthsLb(leftLb) >= lb) continue;
    const left = Number(leftLb) > 0 ? `Only ${formatLb(Number(leftLb))}` : "Nothing";
    const message = `${left} of lot ${code} ${Number(leftLb) > 0 ? isOrAre(Number(leftLb)) : "is"} left: more was packed, cut or thrown away than its other deliveries brought. Take that back first.`;
    throw new Refusal("lot used", message);
  }
  await refuseUsedLots(tx, broughtAlone);
}

/** Reverses a line's stock entries, or its pounds if it shares them with other lines. */
export async function takeOutOfStock(
  tx: Transaction,
  by: { userId: string },
  receipt: StoredReceipt,
  { lotId, productId, lb, pieces }: StoredLine,
  reason: string,
): Promise<void> {
  if (lotId === null) return;
  const name = receiptName(receipt);
  const own = (await liveEntriesOf(tx, lotId)).filter(
    (entry) =>
      entry.kind === "received" &&
      entry.productId === productId &&
      (entry.reason === name || entry.reason.startsWith(`${name} corrected`)),
  );
  if (own.length === 0) return;
  const whole = toHundredthsLb(lb);
  const alone = own
    .filter(
      (entry) => toHundredthsLb(entry.lb) === whole && entry.pieces === (pieces ?? entry.pieces),
    )
    .slice(0, 1);
  const isWhole = own.reduce((sum, entry) => sum + Math.round(Number(entry.lb) * 100), 0) === whole;
  const entries = isWhole ? own : alone;
  if (entries.length > 0) return reverseEntries(tx, by.userId, entries, { reason });
  await enterStock(tx, by.userId, [
    {
      productId,
      lotId,
      kind: "received",
      lb: `-${lb}`,
      reason,
      ...(pieces !== null && { pieces: -pieces }),
    },
  ]);
}
