import { and, asc, eq, gte, inArray, isNull, or, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { gathered } from "#app/domain/audit/gather-audits.ts";
import { recordManyAudits } from "#app/domain/audit/record-audit.server.ts";
import { updateProducts } from "#app/domain/catalogue/save-products.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { type NumberedPage, numberedPage } from "#app/lib/numbered-page.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { priceListItems, priceLists } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";
import { saveListPrices, schedulePrices } from "../save-prices.server.ts";
import { baseColumn, cellText, type PriceCell, readCell } from "./price-cell.ts";
import { cellKey } from "./price-form.ts";

export interface GridList {
  id: string;
  name: string;
  startsOn: string;
  endsOn: string | null;
}

/** A product with the texts of its prices by column; columns without a price are omitted. */
interface GridRow {
  productId: string;
  name: string;
  category: string | null;
  isActive: boolean;
  cells: Record<string, string>;
}

/** List columns shown, and products per page. */
const listsAtOnce = 6;
const rowsAtOnce = 50;

/** Some lists, and a page of products. */
export interface PriceGridPart {
  lists: GridList[];
  /** Lists in force today or later, by name. */
  allLists: GridList[];
  rows: GridRow[];
  place: NumberedPage;
}

/**
 * Returns a page of all products with their prices, by category and name. Its columns are lists in
 * force today or later, around the requested one. For staff who keep prices.
 *
 * @param asked page number, from 1, and a list to show as a column; unvalidated
 */
export async function getPriceGrid(
  db: Database,
  _staff: Staff<"prices">,
  asked: { page: number; list: string | null },
): Promise<PriceGridPart> {
  const [allLists, total] = await Promise.all([
    db
      .select(pick(priceLists, "id", "name", "startsOn", "endsOn"))
      .from(priceLists)
      .where(or(isNull(priceLists.endsOn), gte(priceLists.endsOn, pacificDay(new Date()))))
      .orderBy(asc(priceLists.name), asc(priceLists.id)),
    db.$count(products),
  ]);
  const at = Math.max(
    0,
    allLists.findIndex(({ id }) => id === asked.list),
  );
  const first = at - (at % listsAtOnce);
  const lists = allLists.slice(first, first + listsAtOnce);
  const place = numberedPage(total, rowsAtOnce, asked.page);
  const catalogue = await db
    .select({
      productId: products.id,
      ...pick(products, "name", "category", "isActive", "pricePerLb"),
    })
    .from(products)
    .orderBy(asc(products.category), asc(products.name), asc(products.id))
    .limit(rowsAtOnce)
    .offset(place.from);
  const items = await db
    .select()
    .from(priceListItems)
    .where(
      and(
        inArray(
          priceListItems.listId,
          lists.map(({ id }) => id),
        ),
        inArray(
          priceListItems.productId,
          catalogue.map(({ productId }) => productId),
        ),
      ),
    );
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
  return { lists, allLists, rows, place };
}

/** Returns all prices of a column as texts of the grid, by `cellKey`. For staff who keep prices. */
export async function getPriceColumn(
  db: Database,
  _staff: Staff<"prices">,
  column: string,
): Promise<Record<string, string>> {
  const texts = async () => {
    if (column === baseColumn) {
      return db.select({ productId: products.id, text: products.pricePerLb }).from(products);
    }
    if (!isUuid(column)) return [];
    const items = await db.select().from(priceListItems).where(eq(priceListItems.listId, column));
    return items.map((item) => ({ productId: item.productId, text: cellText(item) }));
  };
  const entries = (await texts()).map(({ productId, text }) => [cellKey(column, productId), text]);
  return Object.fromEntries(entries);
}

/** Returns the names of products by id; unknown ids are omitted. For staff who keep prices. */
export async function namesOfProducts(
  db: Database,
  _staff: Staff<"prices">,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const known = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(sql`${products.id} = any(${sql.param(ids.filter(isUuid))}::uuid[])`);
  return Object.fromEntries(known.map(({ id, name }) => [id, name]));
}

/** A price to change: as shown and as wanted, both as texts of the grid. */
export interface CellChange {
  column: string;
  productId: string;
  seen: string;
  wanted: string;
}

/** The current value of a price that somebody else has changed. */
export interface CellConflict extends Pick<CellChange, "column" | "productId"> {
  stored: string;
}

/**
 * Changes prices, or none if any was changed since it was shown; returns the current values of
 * those. Audited: catalogue prices with each product, a list's prices together. Catalogue prices
 * may take effect on a later Pacific day; list prices do immediately. The database notifies every
 * server that the catalogue has changed. For staff who keep prices.
 *
 * @param changes with texts that `readCell` can parse
 */
export function savePrices(
  db: Database,
  staff: Staff<"prices">,
  changes: readonly CellChange[],
  basesFrom: string | null,
): Promise<CellConflict[]> {
  return db.transaction(async (tx) => {
    const conflicts: CellConflict[] = [];
    const due: DueChange[] = [];
    const known = await lockProducts(tx, changes);
    await lockLists(tx, changes);
    const listed = await storedTexts(tx, changes);
    for (const change of changes) {
      const { column, productId, seen, wanted } = change;
      const product = known.get(productId);
      const stored =
        column === baseColumn
          ? (product?.pricePerLb ?? "")
          : (listed.get(cellKey(column, productId)) ?? "");
      const { cell, error } = readCell(wanted, column);
      if (!product || error !== undefined) conflicts.push({ column, productId, stored });
      else if (stored === cellText(cell) && !(column === baseColumn && basesFrom)) continue;
      else if (stored !== seen) conflicts.push({ column, productId, stored });
      else due.push({ change, name: product.name, cell });
    }
    if (conflicts.length > 0) return conflicts;
    const isBase = ({ change }: DueChange) => change.column === baseColumn;
    await saveBases(tx, staff, due.filter(isBase), basesFrom);
    await saveListed(
      tx,
      staff,
      due.filter((one) => !isBase(one)),
    );
    return [];
  });
}

async function lockProducts(tx: Transaction, changes: readonly CellChange[]) {
  const ids = [...new Set(changes.map(({ productId }) => productId))].filter(isUuid);
  const found = await tx
    .select({ id: products.id, name: products.name, pricePerLb: products.pricePerLb })
    .from(products)
    .where(inArray(products.id, ids))
    // The lock order of placing an order.
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

/** Returns the texts of all list prices to be changed, by `cellKey`. */
async function storedTexts(
  tx: Transaction,
  changes: readonly CellChange[],
): Promise<Map<string, string>> {
  const unique = (ids: string[]) => sql.param([...new Set(ids)].filter(isUuid));
  const items = await tx
    .select()
    .from(priceListItems)
    .where(
      and(
        sql`${priceListItems.listId} = any(${unique(changes.map(({ column }) => column))}::uuid[])`,
        sql`${priceListItems.productId} = any(${unique(changes.map(({ productId }) => productId))}::uuid[])`,
      ),
    );
  return new Map(items.map((item) => [cellKey(item.listId, item.productId), cellText(item)]));
}

interface DueChange {
  change: CellChange;
  name: string;
  cell: PriceCell | undefined;
}

/** Changes thousands of prices in a few statements, as placing orders waits for the products. */
async function saveBases(
  tx: Transaction,
  staff: Staff<"prices">,
  due: readonly DueChange[],
  appliesOn: string | null,
): Promise<void> {
  if (due.length === 0) return;
  const wanted = due.map(({ change: { productId, seen }, cell }) => {
    if (!cell?.pricePerLb) throw new Error("A product without a price");
    return { productId, seen, pricePerLb: cell.pricePerLb };
  });
  if (appliesOn === null) {
    await updateProducts(
      tx,
      wanted.map(({ productId, pricePerLb }) => ({ id: productId, fields: { pricePerLb } })),
    );
  } else {
    await schedulePrices(
      tx,
      staff.userId,
      wanted.map(({ productId, pricePerLb }) => ({ productId, appliesOn, pricePerLb })),
    );
  }
  await recordManyAudits(
    tx,
    staff,
    wanted.map(({ productId, seen, pricePerLb }) => ({
      entity: "product",
      entityId: productId,
      action: appliesOn === null ? "edited" : "price scheduled",
      before: { pricePerLb: seen },
      after: { pricePerLb, ...(appliesOn && { appliesOn }) },
    })),
  );
}

async function saveListed(
  tx: Transaction,
  staff: Staff<"prices">,
  due: readonly DueChange[],
): Promise<void> {
  if (due.length === 0) return;
  await saveListPrices(
    tx,
    due.map(({ change: { column, productId }, cell }) => ({ listId: column, productId, cell })),
  );
  await recordManyAudits(
    tx,
    staff,
    gathered(
      due.map(({ change: { column, seen, wanted: text }, name }) => ({
        entity: "price",
        entityId: column,
        action: "list price changed",
        before: { [name]: seen || "none" },
        after: { [name]: text || "none" },
      })),
    ),
  );
}
