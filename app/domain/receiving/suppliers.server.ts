import { and, asc, eq, ilike, ne, or, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { type NumberedPage, numberedPage } from "#app/lib/numbered-page.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { receiptLines, receipts, suppliers } from "#db/schema/meat/receiving.ts";
import { lots } from "#db/schema/packages.ts";
import type { Supplier, SupplierFacts, SupplierName, SupplierSummary } from "./receiving.ts";
import { changedMeanwhile, noSuchSupplier } from "./refusals.ts";

/** Staff who manage suppliers: those who receive goods, and those who keep the books. */
export type Receiver = Staff<"pack"> | Staff<"money">;

const pageOfSuppliers = 50;

const summaryColumns = {
  id: suppliers.id,
  name: suppliers.name,
  contactName: suppliers.contactName,
  phone: suppliers.phone,
  isActive: suppliers.isActive,
  receipts: sql<number>`(select count(*)::int from ${receipts} where supplier_id = suppliers.id)`,
  lastReceivedAt: sql<Date | null>`(select max(received_at) from ${receipts}
    where supplier_id = suppliers.id)`.mapWith(receipts.receivedAt),
};

/**
 * Returns a page of suppliers by name, active ones first; optionally those whose name, contact or
 * phone contains a text. For staff who pack or keep the books.
 */
export async function listSuppliers(
  db: Database,
  _staff: Receiver,
  search: string,
  asked: number,
): Promise<{ rows: SupplierSummary[]; place: NumberedPage }> {
  const text = searchText(search);
  const pattern = text === null ? null : containsPattern(text);
  const wanted =
    pattern === null
      ? undefined
      : or(
          ilike(suppliers.name, pattern),
          ilike(suppliers.contactName, pattern),
          ilike(suppliers.phone, pattern),
        );
  const place = numberedPage(await db.$count(suppliers, wanted), pageOfSuppliers, asked);
  const rows = await db
    .select(summaryColumns)
    .from(suppliers)
    .where(wanted)
    .orderBy(sql`${suppliers.isActive} desc`, sql`lower(${suppliers.name})`, asc(suppliers.id))
    .limit(pageOfSuppliers)
    .offset(place.from);
  return { rows, place };
}

/** Returns the active suppliers to choose from. For staff who pack or keep the books. */
export function supplierNames(db: Database, _staff: Receiver): Promise<SupplierName[]> {
  return db
    .select({ id: suppliers.id, name: suppliers.name })
    .from(suppliers)
    .where(eq(suppliers.isActive, true))
    .orderBy(sql`lower(${suppliers.name})`, asc(suppliers.id));
}

/** Returns a supplier with its number of lots, or null. For staff who pack or keep the books. */
export async function getSupplier(
  db: Database,
  _staff: Receiver,
  id: string,
): Promise<(Supplier & { lots: number }) | null> {
  if (!isUuid(id)) return null;
  const [found] = await db
    .select({
      id: suppliers.id,
      name: suppliers.name,
      contactName: suppliers.contactName,
      phone: suppliers.phone,
      email: suppliers.email,
      note: suppliers.note,
      establishment: suppliers.establishment,
      isActive: suppliers.isActive,
      version: suppliers.version,
      createdAt: suppliers.createdAt,
      lots: sql<number>`(select count(*)::int from ${lots}
        where lower(lots.supplier) = lower(suppliers.name))`,
    })
    .from(suppliers)
    .where(eq(suppliers.id, id));
  return found ?? null;
}

/**
 * Adds a supplier and returns its id. Audited. For staff who pack or keep the books.
 *
 * @throws Refusal for a duplicate name
 */
export async function addSupplier(
  db: Database,
  staff: Receiver,
  facts: SupplierFacts,
): Promise<string> {
  return db.transaction(async (tx) => {
    const [added] = await tx
      .insert(suppliers)
      .values({ ...facts, createdBy: staff.userId })
      .onConflictDoNothing()
      .returning({ id: suppliers.id });
    if (!added) throw nameTaken(facts.name);
    await recordAudit(tx, staff, {
      entity: "supplier",
      entityId: added.id,
      action: "created",
      after: { name: facts.name },
    });
    return added.id;
  });
}

/**
 * Changes a supplier that is still at `version`. Its earlier lots keep its former name. Audited
 * with the differences; writes nothing if nothing changed. For staff who pack or keep the books.
 *
 * @throws Refusal
 */
export async function updateSupplier(
  db: Database,
  staff: Receiver,
  { id, version }: { id: string; version: number },
  wanted: SupplierFacts,
): Promise<void> {
  if (!isUuid(id)) throw noSuchSupplier();
  try {
    await db.transaction(async (tx) => {
      const stored = await lockSupplier(tx, { id });
      if (!stored) throw noSuchSupplier();
      if (stored.version !== version) throw changedMeanwhile("this supplier", stored.version);
      const names = (Object.keys(wanted) as (keyof SupplierFacts)[]).filter(
        (name) => stored[name] !== wanted[name],
      );
      if (names.length === 0) return;
      await tx
        .update(suppliers)
        .set({ ...wanted, version: version + 1 })
        .where(eq(suppliers.id, id));
      await recordAudit(tx, staff, {
        entity: "supplier",
        entityId: id,
        action: "edited",
        before: Object.fromEntries(names.map((name) => [name, stored[name]])),
        after: Object.fromEntries(names.map((name) => [name, wanted[name]])),
      });
    });
  } catch (error) {
    if (databaseErrorOf(error)?.constraint === "suppliers_name_once") throw nameTaken(wanted.name);
    throw error;
  }
}

const nameTaken = (name: string) =>
  new Refusal("taken", `There is a supplier called ${name} already.`, { field: "name" });

type StoredSupplier = typeof suppliers.$inferSelect;

/** Locks a supplier, by id or by name ignoring case; this serializes its deliveries. */
export async function lockSupplier(
  tx: Transaction,
  by: { id: string; name?: never } | { name: string; id?: never },
): Promise<StoredSupplier | undefined> {
  const isMeant =
    by.id === undefined
      ? sql`lower(${suppliers.name}) = lower(${by.name})`
      : eq(suppliers.id, by.id);
  const [found] = await tx.select().from(suppliers).where(isMeant).for("no key update");
  return found;
}

/** Locks the supplier of a name, adding it if there is none. For receiving. */
export async function supplierNamed(
  tx: Transaction,
  by: Actor & { userId: string },
  name: string,
): Promise<StoredSupplier> {
  const known = await lockSupplier(tx, { name });
  if (known) return known;
  const [added] = await tx
    .insert(suppliers)
    .values({ name, createdBy: by.userId })
    .onConflictDoNothing()
    .returning();
  if (added) {
    await recordAudit(tx, by, {
      entity: "supplier",
      entityId: added.id,
      action: "created",
      after: { name },
    });
    return added;
  }
  // Another transaction added it in the meantime.
  const theirs = await lockSupplier(tx, { name });
  if (!theirs) throw new Error("The supplier was not stored");
  return theirs;
}

/** Returns why a supplier can't deliver; null if it can. For receiving. */
export function whyNotFrom(found: StoredSupplier | undefined): string | null {
  if (!found) return "There is no such supplier any more. Please choose another.";
  return found.isActive ? null : `${found.name} is inactive. Make it active under Suppliers first.`;
}

/** Returns a supplier's former names, which its earlier lots have. For receiving. */
export async function formerNamesOf(
  tx: Transaction,
  { id, name }: { id: string; name: string },
): Promise<string[]> {
  const found = await tx
    .selectDistinct({ name: lots.supplier })
    .from(receiptLines)
    .innerJoin(receipts, eq(receipts.id, receiptLines.receiptId))
    .innerJoin(lots, eq(lots.id, receiptLines.lotId))
    .where(and(eq(receipts.supplierId, id), ne(lots.supplier, name)));
  return found.map((one) => one.name);
}
