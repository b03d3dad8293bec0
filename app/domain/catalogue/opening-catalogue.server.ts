import { inArray, sql } from "drizzle-orm";
import { catalogue } from "#app/content/sample-catalogue.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  type Settings,
  saveSettings,
  settingsSubjectOf,
} from "#app/domain/settings/kept-settings.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { products, writtenColumns } from "#db/schema/products.ts";
import {
  type OpeningAction,
  type OpeningCatalogueSettings,
  openingCatalogueSettings,
} from "./opening-catalogue.ts";
import { deleteProducts } from "./save-products.server.ts";

/** What is left of the products that a new shop begins with. */
export interface OpeningCatalogue extends OpeningCatalogueSettings {
  /** Those that are as they were delivered, and how many of them are on sale. */
  untouched: number;
  onSale: number;
  /** Whether the shop has anything to sell. */
  hasProducts: boolean;
  /** Until the first order they can be removed. */
  canBeginEmpty: boolean;
}

/** How much of the opening catalogue there is. For administrators. */
export async function readOpeningCatalogue(
  db: Database,
  settings: Pick<Settings, "get">,
  _admin: Admin,
): Promise<OpeningCatalogue> {
  const [untouched, isOrdered, [counted]] = await Promise.all([
    untouchedProducts(db),
    hasOrders(db),
    db.select({ active: sql<number>`count(*) filter (where is_active)::integer` }).from(products),
  ]);
  return {
    ...settings.get(openingCatalogueSettings),
    untouched: untouched.length,
    onSale: untouched.filter(({ isActive }) => isActive).length,
    hasProducts: (counted?.active ?? 0) > 0,
    canBeginEmpty: untouched.length > 0 && !isOrdered,
  };
}

/**
 * Removes the opening catalogue, so that the shop begins empty, and logs it. What anybody has changed
 * or priced is no longer a sample and stays. For administrators.
 *
 * @returns how many products were removed; null once there is an order, when nothing is removed
 */
export function beginWithEmptyCatalogue(db: Database, admin: Admin): Promise<number | null> {
  return db.transaction(async (tx) => {
    // An order locks its products, and waits; so does an edit of one.
    await tx.execute(sql`lock table ${products} in access exclusive mode`);
    if (await hasOrders(tx)) return null;
    const ids = (await untouchedProducts(tx)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    await deleteProducts(tx, ids);
    await recordAudit(tx, admin, {
      ...settingsSubjectOf(openingCatalogueSettings),
      action: "catalogue emptied",
      before: { products: ids.length },
      after: { products: 0 },
    });
    return ids.length;
  });
}

/**
 * Does what the owner has decided about the opening catalogue. For administrators.
 *
 * @returns how many products were removed by that; null if it can't be done any more: there is an order
 */
export async function decideOpeningCatalogue(
  db: Database,
  settings: Settings,
  admin: Admin,
  deed: OpeningAction,
): Promise<number | null> {
  if (deed === "begin-empty") return beginWithEmptyCatalogue(db, admin);
  const said = deed === "keep-opening" ? { isKept: true } : { arePricesOurs: true };
  const wanted = { ...settings.get(openingCatalogueSettings), ...said };
  const version = settings.versionOf(openingCatalogueSettings);
  await saveSettings(db, admin, openingCatalogueSettings, wanted, version);
  await settings.renew();
  return 0;
}

async function hasOrders(db: Database | Transaction): Promise<boolean> {
  return (await db.select({ one: sql`1` }).from(orders).limit(1)).length > 0;
}

const delivered = new Map(catalogue.map((product) => [product.slug, product]));

/** Products of the opening catalogue as it has them, shown or hidden, without further prices. */
async function untouchedProducts(db: Database | Transaction) {
  const found = await db
    .select({ ...writtenColumns, isPriced })
    .from(products)
    .where(inArray(products.slug, [...delivered.keys()]));
  return found.filter((product) => {
    const original = delivered.get(product.slug);
    return (
      !product.isPriced &&
      product.name === original?.name &&
      product.pricePerLb === original.pricePerLb &&
      product.description === original.description &&
      product.category === original.category &&
      product.soldBy === original.soldBy &&
      product.itemNumber === original.itemNumber
    );
  });
}

const isPriced = sql<boolean>`(
  exists (select from price_list_items where product_id = products.id)
  or exists (select from customer_prices where product_id = products.id)
  or exists (select from scheduled_prices where product_id = products.id))`;
