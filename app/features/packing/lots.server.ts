import { and, desc, eq, ilike, or, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import type { Database } from "#db/database.ts";
import { lotParents, lots } from "#db/schema/packages.ts";
import type { Lot, NewLot } from "./lots.ts";

const lotColumns = {
  id: lots.id,
  code: lots.code,
  supplier: lots.supplier,
  expiresOn: lots.expiresOn,
  receivedAt: lots.receivedAt,
};

/** The newest lots, optionally those whose code or supplier contains a text. For administrators. */
export function listLots(
  db: Database,
  _admin: Admin,
  { search = "", limit = 50 }: { search?: string; limit?: number } = {},
): Promise<Lot[]> {
  const part = `%${search.trim().replace(/[\\%_]/g, "\\$&")}%`;
  const found = search.trim() ? or(ilike(lots.code, part), ilike(lots.supplier, part)) : undefined;
  return db
    .select(lotColumns)
    .from(lots)
    .where(found)
    .orderBy(desc(lots.receivedAt), desc(lots.id))
    .limit(limit);
}

/**
 * Adds a lot with what it was cut or ground from; one of this supplier with the same code is
 * returned as it is. For administrators.
 */
export async function addLot(db: Database, admin: Admin, lot: NewLot): Promise<Lot> {
  const { parents, ...fields } = lot;
  return db.transaction(async (tx) => {
    const [added] = await tx
      .insert(lots)
      .values({ ...fields, createdBy: admin.userId })
      .onConflictDoNothing()
      .returning(lotColumns);
    if (!added) {
      const same = and(eq(lots.code, fields.code), eq(lots.supplier, fields.supplier));
      const [known] = await tx.select(lotColumns).from(lots).where(same);
      if (!known) throw new Error("The lot was not stored");
      return known;
    }
    if (parents.length > 0) {
      await tx.execute(sql`
        insert into ${lotParents} (child_id, parent_id)
        select ${added.id}, id from ${lots} where id = any(${sql.param(parents)}::uuid[])`);
    }
    await recordAudit(tx, admin, {
      entity: "lot",
      entityId: added.id,
      action: "created",
      after: { code: fields.code, supplier: fields.supplier },
    });
    return added;
  });
}
