import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { hundredthsLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { pick } from "#app/lib/pick.ts";
import type { Transaction } from "#db/database.ts";
import { lotParents, lots } from "#db/schema/packages.ts";
import { editLot } from "./edit-lot.server.ts";

// Lots as changed by receiving. Callers have checked the capability, and hold the supplier's lock,
// which serializes two receipts of one lot.

export interface ReceivedLot {
  code: string;
  supplier: string;
  /** The supplier's former names. */
  formerNames: readonly string[];
  supplierLot: string;
  lb: string;
  receivedAt: Date;
  temperatureC: string | null;
  establishment: string;
  expiresOn: string | null;
  slaughteredOn: string | null;
}

/**
 * Adds received meat to the supplier's lot of that code, or creates the lot, and returns its id:
 * the same code of the same supplier is the same meat, whichever day it comes. A lot keeps the
 * facts it was first received with; only missing ones are filled in. Audited.
 */
export async function receiveLot(
  tx: Transaction,
  by: Actor & { userId: string },
  { lb, formerNames, ...facts }: ReceivedLot,
): Promise<string> {
  const names = [facts.supplier, ...formerNames].map((name) => name.toLowerCase());
  // Lots older than the suppliers' records may spell the name differently.
  const isTheirs = inArray(sql`lower(${lots.supplier})`, names);
  const find = () =>
    tx
      .select()
      .from(lots)
      .where(and(eq(lots.code, facts.code), isTheirs))
      .orderBy(asc(lots.createdAt), asc(lots.id))
      .limit(1)
      .for("no key update");
  let [known] = await find();
  if (!known) {
    const [added] = await tx
      .insert(lots)
      .values({ ...facts, receivedLb: lb, createdBy: by.userId })
      .onConflictDoNothing()
      .returning({ id: lots.id });
    if (added) {
      await recordAudit(tx, by, {
        entity: "lot",
        entityId: added.id,
        action: "created",
        after: { code: facts.code, supplier: facts.supplier },
      });
      return added.id;
    }
    // Somebody at the station entered it in the meantime.
    [known] = await find();
    if (!known) throw new Error("The lot was not stored");
  }
  const receivedLb = toPounds(sumLb([known.receivedLb ?? 0, lb]));
  const { code: _, supplier: __, ...came } = facts;
  // Revive a voided lot with the facts of this receipt.
  const learned = known.voidedAt
    ? { ...came, voidedAt: null }
    : {
        supplierLot: known.supplierLot || facts.supplierLot,
        temperatureC: known.temperatureC ?? facts.temperatureC,
        establishment: known.establishment || facts.establishment,
        expiresOn: known.expiresOn ?? facts.expiresOn,
        slaughteredOn: known.slaughteredOn ?? facts.slaughteredOn,
      };
  await tx
    .update(lots)
    .set({ ...learned, receivedLb, version: known.version + 1 })
    .where(eq(lots.id, known.id));
  await recordAudit(tx, by, {
    entity: "lot",
    entityId: known.id,
    action: "received more",
    before: { receivedLb: known.receivedLb },
    after: { receivedLb },
  });
  return known.id;
}

/**
 * Corrects a lot's received pounds by a difference in hundredths of a pound. Audited. Returns
 * false, and changes nothing, if that would leave none received.
 */
export async function correctReceivedLb(
  tx: Transaction,
  by: Actor,
  lotId: string,
  difference: number,
): Promise<boolean> {
  const [lot] = await tx.select().from(lots).where(eq(lots.id, lotId)).for("no key update");
  if (!lot) throw new Error("The lot is gone");
  const wanted = toHundredthsLb(lot.receivedLb ?? 0) + difference;
  if (wanted <= 0) return false;
  const receivedLb = toPounds(hundredthsLb(wanted));
  const before = { receivedLb: lot.receivedLb };
  await editLot(tx, by, lot, { set: { receivedLb }, before, after: { receivedLb } });
  return true;
}

export type LotDays = Pick<typeof lots.$inferSelect, "expiresOn" | "slaughteredOn">;

/** Corrects a lot's best-before date and day of slaughter with a reason, audited if they differ. */
export async function correctDays(
  tx: Transaction,
  by: Actor,
  lotId: string,
  { reason, ...days }: Partial<LotDays> & { reason: string },
): Promise<void> {
  const [lot] = await tx.select().from(lots).where(eq(lots.id, lotId)).for("no key update");
  if (!lot) throw new Error("The lot is gone");
  const { expiresOn = lot.expiresOn, slaughteredOn = lot.slaughteredOn } = days;
  const after: LotDays = { expiresOn, slaughteredOn };
  await editLot(tx, by, lot, {
    set: after,
    before: pick(lot, "expiresOn", "slaughteredOn"),
    after,
    said: (): Record<string, string> => (reason === "" ? {} : { reason }),
  });
}

/** Sets how much of a lot came from each parent, in hundredths of a pound; null if below one. */
export async function shareParents(
  tx: Transaction,
  lotId: string,
  parents: readonly { id: string; hundredths: number }[],
): Promise<void> {
  for (const { id, hundredths } of parents) {
    await tx
      .update(lotParents)
      .set({ lb: hundredths > 0 ? toPounds(hundredthsLb(hundredths)) : null })
      .where(and(eq(lotParents.childId, lotId), eq(lotParents.parentId, id)));
  }
}

/** Locks lots until the transaction ends, and returns their received pounds. */
export async function lockLots(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const found = await tx
    .select({ id: lots.id, receivedLb: lots.receivedLb })
    .from(lots)
    .where(inArray(lots.id, [...ids]))
    .orderBy(asc(lots.id))
    .for("no key update");
  return new Map(found.map(({ id, receivedLb }) => [id, receivedLb]));
}
