import { asc, eq, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database } from "#db/database.ts";
import { updateMany } from "#db/many-rows.ts";
import { receiptLines, receipts } from "#db/schema/meat/receiving.ts";
import { lockReceipt } from "./correct/correct-receipt.server.ts";
import { receiptSums } from "./receipt-costs.ts";
import { changedMeanwhile, wrongFields } from "./refusals.ts";
import type { Settlement } from "./settlement.ts";
import { storeCosts } from "./store-costs.server.ts";

/**
 * Notes that an open claim was sent, or sent again, to the supplier. Audited. For staff who keep
 * the books.
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
      entity: "receipt",
      entityId: id,
      action: "claim sent",
      after: { sentHow: how },
    });
  });
}

/**
 * Stores what the supplier credited of each line's claim, or undoes that with null; the rest
 * becomes part of the costs. Audited. For staff who keep the books.
 *
 * @throws Refusal
 */
export async function settleClaim(
  db: Database,
  staff: Staff<"money">,
  { id, version }: { id: string; version: number },
  settled: Settlement | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockReceipt(tx, id);
    if (stored.version !== version) throw changedMeanwhile("this receipt", stored.version);
    if (settled === null && stored.creditedCents === null) return;
    const lines = await tx
      .select()
      .from(receiptLines)
      .where(eq(receiptLines.receiptId, id))
      .orderBy(asc(receiptLines.position));
    if (settled !== null) refuseWrong(lines, settled);
    const credits = lines.map(({ id: lineId, position, claimedCents }) => {
      const { cents = 0, reason = "" } =
        settled?.lines.find((line) => line.position === position) ?? {};
      const isLess = cents < (claimedCents ?? 0);
      const fields = { creditedCents: settled && cents, creditedReason: isLess ? reason : "" };
      return { id: lineId, position, fields };
    });
    await updateMany(tx, receiptLines, credits);
    const creditedCents = settled && sumCents(credits, ({ fields }) => fields.creditedCents ?? 0);
    await tx
      .update(receipts)
      .set({
        creditedCents,
        creditedNote: settled?.note ?? "",
        creditedAt: settled && sql`now()`,
        creditedBy: settled && staff.userId,
        version: version + 1,
      })
      .where(eq(receipts.id, id));
    await storeCosts(tx, id);
    const less = credits.filter(({ fields }) => fields.creditedReason !== "");
    await recordAudit(tx, staff, {
      entity: "receipt",
      entityId: id,
      action: settled ? "claim settled" : "claim opened again",
      before: { creditedCents: stored.creditedCents },
      after: {
        creditedCents,
        ...(settled?.note && { creditedNote: settled.note }),
        ...Object.fromEntries(
          less.map(({ position, fields }) => [
            `Line ${position}: credited`,
            `${formatCents(fields.creditedCents ?? 0)}. ${fields.creditedReason}`,
          ]),
        ),
      },
    });
  });
}

/** @throws Refusal beside each line credited above its claim, or below without a reason */
function refuseWrong(
  lines: readonly (typeof receiptLines.$inferSelect)[],
  { lines: credits }: Settlement,
): void {
  const claimed = lines.filter(({ claimedCents }) => (claimedCents ?? 0) > 0);
  if (claimed.length === 0) throw new Refusal("invalid", "Nothing is claimed of this supplier.");
  const errors: Record<string, string[]> = {};
  for (const { position, claimedCents } of claimed) {
    const claim = claimedCents ?? 0;
    const { cents = 0, reason = "" } = credits.find((one) => one.position === position) ?? {};
    if (cents > claim) {
      errors[`credited${position}`] = [
        `That is more than the ${formatCents(claim)} that is claimed. Correct what came first`,
      ];
    } else if (cents < claim && reason === "") {
      errors[`creditedReason${position}`] = ["Please say why less is credited than you claim"];
    }
  }
  if (Object.keys(errors).length > 0) throw wrongFields(errors);
}
