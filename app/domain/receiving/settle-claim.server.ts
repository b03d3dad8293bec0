import { eq, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database } from "#db/database.ts";
import { receiptLines, receipts } from "#db/schema/meat/receiving.ts";
import { lockReceipt } from "./correct-receipt.server.ts";
import { receiptSums } from "./receipt-costs.ts";
import { changedMeanwhile, wrongFields } from "./refusals.ts";
import { storeCosts } from "./store-costs.server.ts";

/**
 * Notes that an open claim was sent to the supplier, or sent again. Audited. For staff who keep the
 * money.
 *
 * @param how to whom, or how: "Emailed Kim"; may be empty
 * @throws Refusal if nothing is claimed, or the claim is settled
 */
export async function noteClaimSent(
  db: Database,
  staff: Staff<"money">,
  id: string,
  how: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockReceipt(tx, id);
    const lines = await tx.select().from(receiptLines).where(eq(receiptLines.receiptId, id));
    if (stored.creditedAt !== null || receiptSums(lines).claimedCents === 0) {
      throw new Refusal("invalid", "No claim on this supplier is open.");
    }
    await tx
      .update(receipts)
      .set({ claimSentAt: sql`now()`, claimSentBy: staff.userId, claimSentHow: how })
      .where(eq(receipts.id, id));
    await recordAudit(tx, staff, {
      ...{ entity: "receipt", entityId: id, action: "claim sent" },
      after: { sentHow: how },
    });
  });
}

/**
 * Stores what the supplier credited of a claim, or undoes that with null; what wasn't credited
 * becomes part of the lots' costs. Audited. For staff who keep the money.
 *
 * @throws Refusal
 */
export async function settleClaim(
  db: Database,
  staff: Staff<"money">,
  { id, version }: { id: string; version: number },
  credited: { cents: number; note: string } | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockReceipt(tx, id);
    if (stored.version !== version) throw changedMeanwhile("this receipt", stored.version);
    if (credited === null && stored.creditedCents === null) return;
    await tx
      .update(receipts)
      .set({
        ...{ creditedCents: credited?.cents ?? null, creditedNote: credited?.note ?? "" },
        ...{ creditedAt: credited && sql`now()`, creditedBy: credited && staff.userId },
        version: version + 1,
      })
      .where(eq(receipts.id, id));
    const claimedCents = await storeCosts(tx, id);
    if (credited !== null && claimedCents === 0) {
      throw new Refusal("invalid", "Nothing is claimed of this supplier.");
    }
    if (credited !== null && credited.cents > claimedCents) {
      throw wrongFields({
        credited: [
          `That is more than the ${formatCents(claimedCents)} that is claimed. Correct what came first`,
        ],
      });
    }
    await recordAudit(tx, staff, {
      ...{ entity: "receipt", entityId: id },
      action: credited ? "claim settled" : "claim opened again",
      before: { creditedCents: stored.creditedCents },
      after: {
        creditedCents: credited?.cents ?? null,
        ...(credited?.note && { creditedNote: credited.note }),
      },
    });
  });
}
