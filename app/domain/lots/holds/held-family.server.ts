import { inArray, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";
import { closureOf } from "../lot-closure.server.ts";
import { leftLb } from "../lot-left.server.ts";
import { lotMeat } from "../lot-products.server.ts";
import { holdLots, holdOfLot, isHeldLot } from "./lot-holds.server.ts";
import type { HeldFamily } from "./lot-holds.ts";

/**
 * Returns the lots related to a lot's hold: those made of it, which the hold doesn't stop, and
 * those on hold that it was made from. For staff who pack.
 */
export async function heldFamily(
  db: Database,
  staff: Staff<"pack">,
  lotId: string,
): Promise<HeldFamily> {
  if (!isUuid(lotId)) return { madeOfIt: [], heldParents: [] };
  const made = await madeOf(db, staff, lotId);
  const own = await holdOfLot(db, staff, lotId);
  const inDoubt = new Set(own ? await madeOf(db, staff, lotId, own.heldAt) : made);
  const [found, { rows: heldParents }] = await Promise.all([
    made.length === 0
      ? []
      : db
          .select({
            id: lots.id,
            code: lots.code,
            meat: lotMeat,
            leftLb,
            isHeld: isHeldLot,
          })
          .from(lots)
          .where(inArray(lots.id, made))
          .orderBy(lots.code, lots.id),
    db.execute<HeldFamily["heldParents"][number] & Record<string, unknown>>(sql`
      with recursive above (id) as (
        select parent_id from lot_parents where child_id = ${lotId}
        union
        select lot_parents.parent_id from lot_parents join above on lot_parents.child_id = above.id
      )
      select lots.id, lots.code, lot_holds.reason from above
        join lots on lots.id = above.id
        join lot_holds on lot_holds.lot_id = lots.id and lot_holds.released_at is null
      order by lots.code, lots.id`),
  ]);
  const madeOfIt = found.map((lot) => ({ ...lot, isOffered: !lot.isHeld && inDoubt.has(lot.id) }));
  return { madeOfIt, heldParents };
}

/** Returns what was made of a lot, without lots released since a moment and their products. */
async function madeOf(
  db: Database | Transaction,
  staff: Staff<"pack">,
  lotId: string,
  since?: Date,
): Promise<string[]> {
  const known = since && { lotIds: [], since };
  const reached = await closureOf(db, staff, lotId, "forward", known);
  return reached.filter((id) => id !== lotId);
}

/**
 * Puts everything made of a lot on hold too, for the reason of the lot's own hold. Lots already on
 * hold keep their own reason, and lots released since that hold stay free. For staff who pack.
 *
 * @throws Refusal if the lot itself is not on hold
 */
export async function holdWhatWasMade(
  db: Database,
  staff: Staff<"pack">,
  lotId: string,
): Promise<void> {
  if (!isUuid(lotId)) throw new Refusal("gone", "This lot no longer exists.");
  await db.transaction(async (tx) => {
    const own = await holdOfLot(tx, staff, lotId);
    if (!own) {
      throw new Refusal("not held", "This lot is not on hold any more. Nothing was changed.");
    }
    const [lot] = await tx
      .select({ code: lots.code })
      .from(lots)
      .where(inArray(lots.id, [lotId]));
    const reason = `Made of lot ${lot?.code}. ${own.reason}`.slice(0, 500);
    await holdLots(tx, staff, await madeOf(tx, staff, lotId, own.heldAt), reason);
  });
}
