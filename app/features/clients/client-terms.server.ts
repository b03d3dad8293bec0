import { eq } from "drizzle-orm";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { type ClientTerms, termsSeen } from "#app/domain/customers/terms/client-terms.ts";
import { beginStatements } from "#app/domain/documents/reminders.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";

const termColumns = {
  termsKind: customers.termsKind,
  termsDays: customers.termsDays,
  creditLimit: customers.creditLimit,
  graceDays: customers.graceDays,
  isHeld: customers.isHeld,
  holdNote: customers.holdNote,
  poMode: customers.poMode,
  poBlanket: customers.poBlanket,
  poBlanketEndsOn: customers.poBlanketEndsOn,
  invoicePer: customers.invoicePer,
  minOrder: customers.minOrder,
  accountingName: customers.accountingName,
  wantsStatements: customers.wantsStatements,
  packRank: customers.packRank,
};

/** Returns a client's terms; null for an unknown id. For staff who see clients. */
export async function getClientTerms(
  db: Database,
  _staff: Staff<"clients">,
  id: string,
): Promise<ClientTerms | null> {
  if (!isUuid(id)) return null;
  const [terms] = await db.select(termColumns).from(customers).where(eq(customers.id, id));
  return terms ?? null;
}

/** `changed` comes with the terms that a colleague saved. */
type SavedTerms =
  | { outcome: "saved"; stored?: never }
  | { outcome: "gone"; stored?: never }
  | { outcome: "changed"; stored: ClientTerms };

/**
 * Changes a client's terms, unless someone changed them since they were `seen` (`termsSeen`), and
 * logs what differs. Placed orders keep their terms; none is held or released. For administrators.
 */
export function updateClientTerms(
  db: Database,
  admin: Admin,
  { id, seen }: { id: string; seen: string },
  wanted: ClientTerms,
): Promise<SavedTerms> {
  return db.transaction(async (tx): Promise<SavedTerms> => {
    if (!isUuid(id)) return { outcome: "gone" };
    const [stored] = await tx
      .select(termColumns)
      .from(customers)
      .where(eq(customers.id, id))
      .for("no key update");
    if (!stored) return { outcome: "gone" };
    const names = (Object.keys(wanted) as (keyof ClientTerms)[]).filter(
      (name) => stored[name] !== wanted[name],
    );
    if (names.length === 0) return { outcome: "saved" };
    if (termsSeen(stored) !== seen) return { outcome: "changed", stored };
    await updateCustomer(tx, id, wanted);
    if (wanted.wantsStatements && !stored.wantsStatements) await beginStatements(tx, [id]);
    await recordAudit(tx, admin, {
      entity: "client",
      entityId: id.toLowerCase(),
      action: "terms changed",
      before: Object.fromEntries(names.map((name) => [name, stored[name]])),
      after: Object.fromEntries(names.map((name) => [name, wanted[name]])),
    });
    return { outcome: "saved" };
  });
}
