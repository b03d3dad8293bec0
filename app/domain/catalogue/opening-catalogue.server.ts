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

/** The remaining products of those that a new shop starts with. */
export interface OpeningCatalogue extends OpeningCatalogueSettings {
  /** The unchanged sample products, and how many of them are on sale. */
  untouched: number;
  onSale: number;
  hasProducts: boolean;
  /** True until the first order. */
  canBeginEmpty: boolean;
}

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
 * Removes the opening catalogue, so that the shop starts empty. Products that were changed or
 * priced are no longer samples, and stay. Audited. For administrators.
 *
 * @returns the number of removed products; null, removing nothing, once there is an order
 */
export function beginWithEmptyCatalogue(db: Database, admin: Admin): Promise<number | null> {
  return db.transaction(async (tx) => {
    // Orders and edits lock their products, so they wait for this.
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
 * Carries out the owner's decision about the opening catalogue. For administrators.
 *
 * @returns the number of removed products; null if it is too late because of an order
 */
export async function decideOpeningCatalogue(
  db: Database,
  settings: Settings,
  admin: Admin,
  intent: OpeningAction,
): Promise<number | null> {
  if (intent === "begin-empty") return beginWithEmptyCatalogue(db, admin);
  const said = intent === "keep-opening" ? { isKept: true } : { arePricesOurs: true };
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

/** Returns the unchanged opening products, shown or hidden, without further prices. */
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
