import type { Shop } from "#app/content/company.ts";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { holdForStaff, releasedWith } from "#app/domain/orders/hold.ts";
import { endHold, isFree } from "#app/domain/orders/holds.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { lockOrder, touchOrder } from "#app/domain/orders/order-rows.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database } from "#db/database.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import { queueReleasedMail } from "../mails/queue-outcome-mails.server.ts";
import { type OfficeSettings, overReleaseLimit, releaseLimitOf } from "../office-limits.ts";

/**
 * Ends one of an order's holds, with a note for staff. Once no hold remains, it can be packed and
 * the client is emailed. No order is checked again. The reason defines which staff may release it,
 * and the owner limits the amount for everyone else.
 *
 * @throws Refusal if there is no such order, the staff may not release it or its amount, or it is
 *   no longer pending or held for that reason
 */
export function releaseOrder(
  db: Database,
  staff: Staff,
  { id, reason, note }: { id: string; reason: HoldReason; note: string },
  shop: Shop,
  office: Pick<OfficeSettings, "releaseUpToCents">,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!staffMay(staff, releasedWith(reason))) {
      const message = "Your role does not release this hold. Nothing was changed.";
      throw new Refusal("forbidden", message);
    }
    const order = await lockOrder(tx, id);
    if (!order) throw new Refusal("gone", "There is no such order.");
    const isPending = order.status === "pending";
    if (!isPending || !(await endHold(tx, order.id, reason, staff, note))) {
      const message = "This order is no longer on hold. Nothing was changed.";
      throw new Refusal("not pending", message);
    }
    const limit = releaseLimitOf(staff, office);
    const { mostCents } = await costsNow(tx, order.id);
    if (limit !== null && mostCents > limit) {
      throw new Refusal("forbidden", `${overReleaseLimit(mostCents, limit)} Nothing was changed.`);
    }
    await touchOrder(tx, order.id);
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: order.id,
      action: "hold released",
      after: { reason: holdForStaff(reason), note },
    });
    if (await isFree(tx, order.id)) await queueReleasedMail(tx, order, shop);
  });
}

/** Says why a staff member may not release an order of this amount; null if they may. */
export async function releaseProblem(
  db: Database,
  staff: Staff<"sell">,
  orderId: string,
  office: Pick<OfficeSettings, "releaseUpToCents">,
): Promise<string | null> {
  const limit = releaseLimitOf(staff, office);
  if (limit === null) return null;
  const { mostCents } = await costsNow(db, orderId);
  return mostCents > limit ? overReleaseLimit(mostCents, limit) : null;
}
