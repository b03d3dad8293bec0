import { asc, eq, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { refuseUsedLots, voidLots } from "#app/domain/lots/void-lots.server.ts";
import {
  liveEntriesOf,
  reverseEntries,
  type StoredEntry,
} from "#app/domain/stock/stock-entries.server.ts";
import { wasCountedSince } from "#app/domain/stock/take-back.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import {
  cuttingInputs,
  cuttingOutputs,
  cuttings,
  cuttingWastes,
} from "#db/schema/meat/cuttings.ts";
import { products } from "#db/schema/products.ts";
import { carryDown, lockCosts } from "./cuttings.server.ts";
import { piecesMade, piecesUsed } from "./sheets.server.ts";

/**
 * Reverses a mistaken cutting sheet while none of its outputs was packed or cut: undoes its stock
 * entries, voids its lots and restores the inputs' costs. The sheet stays, marked as reversed, with
 * its rows kept apart from all sums. Idempotent. Audited. For staff who pack.
 *
 * @throws Refusal
 */
export async function takeBackCutting(
  db: Database,
  staff: Staff<"pack">,
  id: string,
  reason: string,
): Promise<void> {
  if (!isUuid(id)) throw new Refusal("gone", "There is no such cutting.");
  await db.transaction(async (tx) => {
    await lockCosts(tx);
    const [cutting] = await tx.select().from(cuttings).where(eq(cuttings.id, id)).for("update");
    if (!cutting) throw new Refusal("gone", "There is no such cutting.");
    if (cutting.takenBackAt) return;
    const inputs = await tx
      .select({ lotId: cuttingInputs.lotId, lb: cuttingInputs.lb, pieces: piecesUsed })
      .from(cuttingInputs)
      .innerJoin(cuttings, eq(cuttings.id, cuttingInputs.cuttingId))
      .where(eq(cuttingInputs.cuttingId, id))
      .orderBy(asc(cuttingInputs.lotId));
    const outputs = await tx
      .select({
        lotId: cuttingOutputs.lotId,
        productName: cuttingOutputs.productName,
        lb: cuttingOutputs.lb,
        pieces: piecesMade,
      })
      .from(cuttingOutputs)
      .leftJoin(products, eq(products.id, cuttingOutputs.productId))
      .where(eq(cuttingOutputs.cuttingId, id))
      .orderBy(asc(cuttingOutputs.position));
    const wastes = await tx
      .select({ reason: cuttingWastes.reason, lb: cuttingWastes.lb })
      .from(cuttingWastes)
      .where(eq(cuttingWastes.cuttingId, id))
      .orderBy(asc(cuttingWastes.position));
    const made = outputs.map(({ lotId }) => lotId);
    await refuseUsedLots(tx, made);
    const entries: StoredEntry[] = [];
    const name = `Cutting ${cutting.number}`;
    for (const { lotId } of inputs) {
      const own = (await liveEntriesOf(tx, lotId)).filter(
        (entry) => entry.requestId === null && entry.reason === name,
      );
      for (const entry of own) {
        if (!(await wasCountedSince(tx, entry))) continue;
        const message =
          "A lot that went in was counted since, which has set its stock right. Take that count back first.";
        throw new Refusal("counted since", message);
      }
      entries.push(...own);
    }
    for (const lotId of made) {
      entries.push(...(await liveEntriesOf(tx, lotId)).filter(({ kind }) => kind === "cut into"));
    }
    await reverseEntries(tx, staff.userId, entries, { reason: `${name} taken back: ${reason}` });
    await tx.delete(cuttingInputs).where(eq(cuttingInputs.cuttingId, id));
    await tx.delete(cuttingOutputs).where(eq(cuttingOutputs.cuttingId, id));
    await tx.delete(cuttingWastes).where(eq(cuttingWastes.cuttingId, id));
    await tx
      .update(cuttings)
      .set({
        takenBackAt: sql`now()`,
        takenBackBy: staff.userId,
        takenBackReason: reason,
        takenBack: { inputs, outputs, wastes },
      })
      .where(eq(cuttings.id, id));
    await voidLots(tx, staff, made, `${name} taken back: ${reason}`);
    await carryDown(
      tx,
      inputs.map(({ lotId }) => lotId),
    );
    await recordAudit(tx, staff, {
      entity: "cutting",
      entityId: id,
      action: "sheet taken back",
      after: { reason },
    });
  });
}
