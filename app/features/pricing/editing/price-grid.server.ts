import { and, asc, eq, gte, inArray, isNull, or, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { priceListItems, priceLists, scheduledPrices } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";
import { baseColumn, cellText, type PriceCell, readCell } from "./price-cell.ts";

/** A list as a column of the grid. */
export interface GridList {
  id: string;
  name: string;
  startsOn: string;
  endsOn: string | null;
}

/** A product with the texts of its prices by column; one without a price is missing. */
export interface GridRow {
  productId: string;
  name: string;
  category: string | null;
  isActive: boolean;
  cells: Record<string, string>;
}

/** The most lists that are columns at once. */
const maxLists = 6;

/** The lists in force today or later, and all products with their prices. For staff who keep prices. */
export async function getPriceGrid(
  db: Database,
  _staff: Staff<"prices">,
): Promise<{ lists: GridList[]; rows: GridRow[] }> {
  const lists = await db
    .select({
      id: priceLists.id,
      name: priceLists.name,
      startsOn: priceLists.startsOn,
      endsOn: priceLists.endsOn,
    })
    .from(priceLists)
    .where(or(isNull(priceLists.endsOn), gte(priceLists.endsOn, pacificDay(new Date()))))
    .orderBy(asc(priceLists.name), asc(priceLists.id))
    .limit(maxLists);
  const shown = lists.map(({ id }) => id);
  const [catalogue, items] = await Promise.all([
    db
      .select({
        productId: products.id,
        name: products.name,
        category: products.category,
        isActive: products.isActive,
        pricePerLb: products.pricePerLb,
      })
      .from(products)
      .orderBy(asc(products.category), asc(products.name), asc(products.id)),
    db.select().from(priceListItems).where(inArray(priceListItems.listId, shown)),
  ]);
  const byProduct = Map.groupBy(items, ({ productId }) => productId);
  const rows = catalogue.map(({ pricePerLb, ...product }) => ({
    ...product,
    cells: {
      [baseColumn]: pricePerLb,
      ...Object.fromEntries(
        (byProduct.get(product.productId) ?? []).map((item) => [item.listId, cellText(item)]),
      ),
    },
  }));
  return { lists, rows };
}

/** A price to change: as it was seen, and as it is wanted, both as texts of the grid. */
export interface CellChange {
  column: string;
  productId: string;
  seen: string;
  wanted: string;
}

/** A price that somebody else changed since it was seen, as it is now. */
export interface CellConflict extends Pick<CellChange, "column" | "productId"> {
  stored: string;
}

/**
 * Changes prices, all of them or none: none if one was changed since it was seen. Each is logged.
 * The catalogue's may take effect on a later Pacific day; those of lists do at once. The database
 * tells every server that the catalogue has changed. For staff who keep prices.
 *
 * @param changes with texts that `readCell` reads
 * @returns what somebody else changed meanwhile; empty if all is saved
 */
export function savePrices(
  db: Database,
  staff: Staff<"prices">,
  changes: readonly CellChange[],
  basesFrom: string | null,
): Promise<CellConflict[]> {
  return db.transaction(async (tx) => {
    const conflicts: CellConflict[] = [];
    const due: { change: CellChange; name: string; cell: PriceCell | undefined }[] = [];
    const known = await lockProducts(tx, changes);
    await lockLists(tx, changes);
    for (const change of changes) {
      const { column, productId, seen, wanted } = change;
      const product = known.get(productId);
      const stored =
        column === baseColumn
          ? (product?.pricePerLb ?? "")
          : await storedText(tx, column, productId);
      const { cell, error } = readCell(wanted, column);
      if (!product || error !== undefined) conflicts.push({ column, productId, stored });
      else if (stored === cellText(cell) && !(column === baseColumn && basesFrom)) continue;
      else if (stored !== seen) conflicts.push({ column, productId, stored });
      else due.push({ change, name: product.name, cell });
    }
    if (conflicts.length > 0) return conflicts;
    for (const { change, name, cell } of due) {
      if (change.column === baseColumn) await saveBase(tx, staff, change, cell, basesFrom);
      else await saveListed(tx, staff, change, name, cell);
    }
    return [];
  });
}

async function lockProducts(tx: Transaction, changes: readonly CellChange[]) {
  const ids = [...new Set(changes.map(({ productId }) => productId))].filter(isUuid);
  const found = await tx
    .select({ id: products.id, name: products.name, pricePerLb: products.pricePerLb })
    .from(products)
    .where(inArray(products.id, ids))
    // In the order in which placing locks them.
    .orderBy(asc(products.id))
    .for("no key update");
  return new Map(found.map(({ id, ...product }) => [id, product]));
}

async function lockLists(tx: Transaction, changes: readonly CellChange[]): Promise<void> {
  const ids = [...new Set(changes.map(({ column }) => column))].filter(isUuid);
  await tx
    .select({ id: priceLists.id })
    .from(priceLists)
    .where(inArray(priceLists.id, ids))
    .orderBy(asc(priceLists.id))
    .for("no key update");
}

const ofCell = (listId: string, productId: string) =>
  and(eq(priceListItems.listId, listId), eq(priceListItems.productId, productId));

async function storedText(tx: Transaction, listId: string, productId: string): Promise<string> {
  if (!isUuid(listId)) return "";
  const [item] = await tx.select().from(priceListItems).where(ofCell(listId, productId));
  return cellText(item);
}

async function saveBase(
  tx: Transaction,
  staff: Staff<"prices">,
  { productId, seen }: CellChange,
  cell: PriceCell | undefined,
  appliesOn: string | null,
): Promise<void> {
  const pricePerLb = cell?.pricePerLb;
  if (!pricePerLb) throw new Error("A product without a price");
  if (appliesOn === null) {
    await tx.update(products).set({ pricePerLb }).where(eq(products.id, productId));
  } else {
    await tx
      .insert(scheduledPrices)
      .values({ productId, appliesOn, pricePerLb, createdBy: staff.userId })
      .onConflictDoUpdate({
        target: [scheduledPrices.productId, scheduledPrices.appliesOn],
        set: { pricePerLb, createdBy: staff.userId, appliedAt: null },
      });
  }
  await recordAudit(tx, staff, {
    entity: "product",
    entityId: productId,
    action: appliesOn === null ? "edited" : "price scheduled",
    before: { pricePerLb: seen },
    after: { pricePerLb, ...(appliesOn && { appliesOn }) },
  });
}

async function saveListed(
  tx: Transaction,
  staff: Staff<"prices">,
  { column: listId, productId, seen, wanted }: CellChange,
  name: string,
  cell: PriceCell | undefined,
): Promise<void> {
  if (cell) {
    const values = { ...cell, isOffered: cell.pricePerLb !== null };
    await tx
      .insert(priceListItems)
      .values({ listId, productId, ...values })
      .onConflictDoUpdate({
        target: [priceListItems.listId, priceListItems.productId],
        set: values,
      });
  } else {
    await tx.delete(priceListItems).where(ofCell(listId, productId));
  }
  await recordAudit(tx, staff, {
    entity: "price",
    entityId: listId,
    action: "list price changed",
    before: { [name]: seen || "none" },
    after: { [name]: wanted || "none" },
  });
}

/** A price of the catalogue that is to take effect. */
export interface ScheduledPrice {
  productId: string;
  name: string;
  appliesOn: string;
  pricePerLb: string;
}

/** The catalogue's prices to come, the next first. For staff who keep prices. */
export function listScheduled(db: Database, _staff: Staff<"prices">): Promise<ScheduledPrice[]> {
  return db
    .select({
      productId: scheduledPrices.productId,
      name: products.name,
      appliesOn: scheduledPrices.appliesOn,
      pricePerLb: scheduledPrices.pricePerLb,
    })
    .from(scheduledPrices)
    .innerJoin(products, eq(products.id, scheduledPrices.productId))
    .where(isNull(scheduledPrices.appliedAt))
    .orderBy(asc(scheduledPrices.appliesOn), asc(products.name));
}

/**
 * Takes a price to come back; one that has taken effect stays. Logged. For staff who keep prices.
 *
 * @returns whether there was one
 */
export function cancelScheduled(
  db: Database,
  staff: Staff<"prices">,
  { productId, appliesOn }: Pick<ScheduledPrice, "productId" | "appliesOn">,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!isUuid(productId)) return false;
    const [gone] = await tx
      .delete(scheduledPrices)
      .where(
        and(
          eq(scheduledPrices.productId, productId),
          sql`${scheduledPrices.appliesOn}::text = ${appliesOn}`,
          isNull(scheduledPrices.appliedAt),
        ),
      )
      .returning();
    if (!gone) return false;
    await recordAudit(tx, staff, {
      entity: "product",
      entityId: productId,
      action: "scheduled price taken back",
      before: { pricePerLb: gone.pricePerLb, appliesOn },
    });
    return true;
  });
}
