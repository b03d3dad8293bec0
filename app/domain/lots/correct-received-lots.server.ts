import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { Transaction } from "#db/database.ts";
import { lots, packages } from "#db/schema/packages.ts";
import { lockAgainstUse } from "./void-lots.server.ts";

// Facts of lots that are corrected with the receipt that brought them. Callers have checked the
// capability and hold the suppliers' locks.

export type ReceivedFacts = Pick<
  typeof lots.$inferSelect,
  "code" | "supplier" | "establishment" | "receivedAt" | "temperatureC"
>;

export interface WantedLot {
  id: string;
  facts: ReceivedFacts;
}

/** Locks lots against use until the transaction ends, and returns their facts. */
export async function receivedFacts(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, ReceivedFacts>> {
  if (ids.length === 0) return new Map();
  await lockAgainstUse(tx, ids);
  const { id, code, supplier, establishment, receivedAt, temperatureC } = lots;
  const found = await tx
    .select({ id, code, supplier, establishment, receivedAt, temperatureC })
    .from(lots)
    .where(inArray(lots.id, [...ids]));
  return new Map(found.map(({ id: of, ...facts }) => [of, facts]));
}

/**
 * Says why a lot can't have another code or supplier, and what to do instead; null if it can. Both
 * are final once the lot was packed or recalled, and a supplier has each code once.
 *
 * @param names all names of the supplier, including former ones
 * @param renamed the lots that are renamed at the same time, which frees their codes
 */
export async function whyNotNamed(
  tx: Transaction,
  { id, facts }: WantedLot,
  before: ReceivedFacts,
  { names, renamed }: { names: readonly string[]; renamed: readonly string[] },
): Promise<string | null> {
  const { code, supplier } = facts;
  const isSameCode = code === before.code;
  if (isSameCode && supplier === before.supplier) return null;
  const { rows } = await tx.execute<{ is_packed: boolean; is_recalled: boolean }>(sql`
    select exists (select from ${packages} where packages.lot_id = ${id}) as is_packed,
      exists (select from recall_lots join recalls on recalls.id = recall_lots.recall_id
        where recall_lots.lot_id = ${id} and not recalls.is_drill) as is_recalled`);
  if (rows[0]?.is_packed) {
    return isSameCode
      ? `Lot ${code} was packed for an order, so it stays ${before.supplier}'s. Receive it again from ${supplier}, move its packages to that lot, and then remove it here.`
      : `Lot ${before.code} was packed for an order under this code, so it keeps it. Enter ${code} on the lot's page as the supplier's own code: it is found by both.`;
  }
  if (rows[0]?.is_recalled)
    return `Lot ${before.code} is in a recall, so what is known of it stays.`;
  const [taken] = await tx
    .select({ voidedAt: lots.voidedAt })
    .from(lots)
    .where(
      and(
        ...[eq(lots.code, code), ne(lots.id, id)],
        inArray(
          sql`lower(${lots.supplier})`,
          names.map((name) => name.toLowerCase()),
        ),
        sql`${lots.id} <> all(${sql.param([...renamed])}::uuid[])`,
      ),
    )
    .orderBy(sql`${lots.voidedAt} nulls first`)
    .limit(1);
  if (!taken) return null;
  return taken.voidedAt
    ? `${supplier} has a void lot ${code}, which was entered by mistake and keeps the code. Remove its line and receive it again as ${code}: that brings the lot back.`
    : `${supplier} has another lot ${code} already. If it is the same meat, remove its line and receive it again as ${code}.`;
}

/** Stores corrected facts of lots, which may swap their codes, and audits the differences. */
export async function correctReceivedLots(
  tx: Transaction,
  by: Actor,
  wanted: readonly (WantedLot & { before: ReceivedFacts })[],
  reason: string,
): Promise<void> {
  const changed = wanted.flatMap(({ id, facts, before }) => {
    const names = (Object.keys(facts) as (keyof ReceivedFacts)[]).filter(
      (name) => String(facts[name]) !== String(before[name]),
    );
    return names.length > 0 ? [{ id, facts, before, names }] : [];
  });
  const isHeldByOther = changed.some(({ id, facts: { code } }) =>
    changed.some((other) => other.id !== id && other.before.code === code),
  );
  // A swap first replaces the codes, as no code may be there twice at any moment.
  if (isHeldByOther) {
    const ids = changed.map(({ id }) => id);
    await tx
      .update(lots)
      .set({ code: sql`${lots.id}::text` })
      .where(inArray(lots.id, ids));
  }
  for (const { id, facts, before, names } of changed) {
    await tx
      .update(lots)
      .set({
        ...facts,
        supplierLot: sql`case when ${lots.supplierLot} = ${facts.code} then '' else ${lots.supplierLot} end`,
        version: sql`${lots.version} + 1`,
      })
      .where(eq(lots.id, id));
    await recordAudit(tx, by, {
      entity: "lot",
      entityId: id,
      action: "edited",
      before: Object.fromEntries(names.map((name) => [name, before[name]])),
      after: { ...Object.fromEntries(names.map((name) => [name, facts[name]])), reason },
    });
  }
}
