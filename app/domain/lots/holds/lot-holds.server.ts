import { and, asc, eq, inArray, isNull, ne, type SQLWrapper, sql } from "drizzle-orm";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { lotHolds } from "#db/schema/meat/recalls.ts";
import { lots } from "#db/schema/packages.ts";
import { together } from "#db/together.ts";
import { heldInWords, type LotHold } from "./lot-holds.ts";

export const isHeldLot = sql<boolean>`exists (select from lot_holds
  where lot_holds.lot_id = lots.id and lot_holds.released_at is null)`;

/** True if a lot was released since a moment, and is not on hold again. */
export const isReleasedSince = (lotId: SQLWrapper, moment: SQLWrapper | Date) =>
  sql<boolean>`(exists (select from lot_holds where lot_holds.lot_id = ${lotId}
      and lot_holds.released_at >= ${moment instanceof Date ? moment.toISOString() : moment}::timestamptz)
    and not exists (select from lot_holds where lot_holds.lot_id = ${lotId}
      and lot_holds.released_at is null))`;

/**
 * For queries on `lots`: true if the meat may go out on a day: the lot is not on hold, and its date
 * has not passed by then. Used both by the station's offers and by plans.
 */
export const isUsableOn = (day: string) =>
  sql<boolean>`(coalesce(lots.expires_on >= ${day}::date, true) and not ${isHeldLot})`;

/** Returns why a lot is on hold; null if it isn't. For staff who pack. */
export async function holdOfLot(
  db: Database | Transaction,
  _staff: Staff<"pack">,
  lotId: string,
): Promise<LotHold | null> {
  const [held] = await db
    .select({
      reason: lotHolds.reason,
      heldAt: lotHolds.heldAt,
      heldBy: sql<string>`coalesce(${user.email}, '')`,
    })
    .from(lotHolds)
    .leftJoin(user, eq(user.id, lotHolds.heldBy))
    .where(and(eq(lotHolds.lotId, lotId), isNull(lotHolds.releasedAt)));
  return held ?? null;
}

/**
 * Puts lots on hold; those already on hold keep their own reason, and only their history records
 * this one. A concurrently added package is either refused, or visible to code that looks for
 * packages of held lots. Returns the codes of the lots that were not on hold before.
 */
export async function holdLots(
  tx: Transaction,
  staff: Staff,
  ids: readonly string[],
  reason: string,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await lockLots(tx, ids);
  const inserted = await tx
    .insert(lotHolds)
    .values(found.map(({ id }) => ({ lotId: id, reason, heldBy: staff.userId })))
    .onConflictDoNothing()
    .returning({ lotId: lotHolds.lotId });
  const isNew = new Set(inserted.map(({ lotId }) => lotId));
  const fresh = found.filter(({ id }) => isNew.has(id));
  const others = await tx
    .select({ id: lotHolds.lotId })
    .from(lotHolds)
    .where(
      and(
        inArray(lotHolds.lotId, [...ids]),
        isNull(lotHolds.releasedAt),
        ne(lotHolds.reason, reason),
      ),
    );
  const held = (action: string) => (one: { id: string }) => ({
    entity: "lot" as const,
    entityId: one.id,
    action,
    after: { reason },
  });
  const entries = [...fresh.map(held("lot held")), ...others.map(held("lot held again"))];
  if (entries.length > 0) await recordAudit(tx, staff, ...entries);
  return fresh.map(({ code }) => code);
}

/** Puts one lot on hold. Idempotent. For staff who pack. @throws Refusal */
export async function holdLot(
  db: Database,
  staff: Staff<"pack">,
  id: string,
  reason: string,
): Promise<void> {
  if (!isUuid(id)) throw lotGone();
  await db.transaction(async (tx) => {
    if ((await tx.$count(lots, eq(lots.id, id))) === 0) throw lotGone();
    await holdLots(tx, staff, [id], reason);
  });
}

/**
 * Releases a lot, so that it can be packed again; does nothing if it isn't on hold. For the owner:
 * any packer may stop meat, but only the person responsible for it may release it.
 *
 * @throws Refusal
 */
export async function releaseLot(
  db: Database,
  admin: Admin,
  id: string,
  releaseNote: string,
): Promise<void> {
  if (!isUuid(id)) throw lotGone();
  await db.transaction(async (tx) => {
    if ((await tx.$count(lots, eq(lots.id, id))) === 0) throw lotGone();
    await releaseLots(tx, admin, [id], { releaseNote });
  });
}

/**
 * Releases lots in the transaction of the change that cleared them, audits each, and returns their
 * codes. For the owner.
 *
 * @param heldFor limits this to holds whose reason begins like this
 */
export async function releaseLots(
  tx: Transaction,
  admin: Admin,
  ids: readonly string[],
  { releaseNote, heldFor }: { releaseNote: string; heldFor?: string },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await lockLots(tx, ids);
  const released = await tx
    .update(lotHolds)
    .set({ releasedAt: sql`now()`, releasedBy: admin.userId, releaseNote })
    .where(
      and(
        inArray(lotHolds.lotId, [...ids]),
        isNull(lotHolds.releasedAt),
        heldFor === undefined ? undefined : sql`starts_with(${lotHolds.reason}, ${heldFor})`,
      ),
    )
    .returning({ lotId: lotHolds.lotId, reason: lotHolds.reason });
  if (released.length === 0) return [];
  await recordAudit(
    tx,
    admin,
    ...released.map(({ lotId, reason }) => ({
      entity: "lot" as const,
      entityId: lotId,
      action: "lot released",
      before: { reason },
      after: { note: releaseNote },
    })),
  );
  const isFree = new Set(released.map(({ lotId }) => lotId));
  return found.flatMap(({ id, code }) => (isFree.has(id) ? code : []));
}

/** Replaces the reason of a lot's hold if it begins like `from`. Audited. For the owner. */
export async function passHold(
  tx: Transaction,
  admin: Admin,
  lotId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const own = and(
    eq(lotHolds.lotId, lotId),
    isNull(lotHolds.releasedAt),
    sql`starts_with(${lotHolds.reason}, ${from})`,
  );
  const [held] = await tx
    .select({ reason: lotHolds.reason })
    .from(lotHolds)
    .where(own)
    .for("update");
  if (!held) return;
  await tx.update(lotHolds).set({ reason: to }).where(own);
  await recordAudit(tx, admin, {
    entity: "lot",
    entityId: lotId,
    action: "lot held",
    before: { reason: held.reason },
    after: { reason: to },
  });
}

function lotGone(): Refusal {
  return new Refusal("gone", "This lot no longer exists.");
}

/**
 * Prevents holds on lots until the transaction ends.
 *
 * @throws Refusal "lot held" if one is on hold
 */
export async function refuseHeldLots(
  tx: Transaction,
  ids: readonly string[],
  nothingDone: string,
): Promise<void> {
  const [held] = await findHeldLots(tx, ids);
  if (!held) return;
  throw new Refusal("lot held", `${heldInWords(held.code, held.reason)} ${nothingDone}`);
}

/**
 * Returns which of some lots are on hold, by code, and locks all of them: none is put on hold
 * before the transaction ends. Callers have checked the capability.
 */
export async function findHeldLots(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; code: string; reason: string }[]> {
  if (ids.length === 0) return [];
  // Separate statements: the second sees a hold that the first waited for.
  const [, held] = await together([
    tx
      .select({ id: lots.id })
      .from(lots)
      .where(inArray(lots.id, [...ids]))
      .orderBy(asc(lots.id))
      .for("key share"),
    tx
      .select({ id: lots.id, code: lots.code, reason: lotHolds.reason })
      .from(lotHolds)
      .innerJoin(lots, eq(lots.id, lotHolds.lotId))
      .where(and(inArray(lotHolds.lotId, [...ids]), isNull(lotHolds.releasedAt)))
      .orderBy(asc(lots.code), asc(lots.id)),
  ]);
  return held;
}

/** Locks lots until the transaction ends, always in the same order. */
function lockLots(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({ id: lots.id, code: lots.code })
    .from(lots)
    .where(inArray(lots.id, [...ids]))
    .orderBy(asc(lots.id))
    .for("update");
}
