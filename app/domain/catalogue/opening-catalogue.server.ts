import { inArray, sql } from "drizzle-orm";
import { catalogue } from "#app/content/sample-catalogue.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  type Settings,
  saveSettings,
  settingsSubjectOf,
} from "#app/domain/settings/kept-settings.server.ts";
import { isRefusal } from "#app/lib/refusal.ts";
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
  /** True if any product is on sale. */
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
 * Removes the opening catalogue, so that the shop starts empty. Products that were changed, priced,
 * stocked or otherwise used are no longer samples, and stay. Audited. For administrators.
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
  const save = async () => {
    const wanted = { ...settings.get(openingCatalogueSettings), ...said };
    const version = settings.versionOf(openingCatalogueSettings);
    await saveSettings(db, admin, openingCatalogueSettings, wanted, version);
  };
  // The buttons carry no version, so a second press retries with the one that the first stored.
  await save().catch(async (error: unknown) => {
    if (!isRefusal(error, "changed")) throw error;
    await settings.renew();
    await save();
  });
  await settings.renew();
  return 0;
}

async function hasOrders(db: Database | Transaction): Promise<boolean> {
  return (await db.select({ one: sql`1` }).from(orders).limit(1)).length > 0;
}

type Sample = Partial<typeof products.$inferInsert>;

const delivered = new Map<string, Sample>(catalogue.map((product) => [product.slug, product]));

/** A hidden sample is still a sample. */
const { id: _id, isActive: _isActive, ...sampleColumns } = writtenColumns;
const sampleFields = Object.keys(sampleColumns) as (keyof typeof sampleColumns)[];

/** Returns the unchanged and unused opening products, shown or hidden. */
async function untouchedProducts(db: Database | Transaction) {
  const found = await db
    .select({ ...writtenColumns, isUsed })
    .from(products)
    .where(inArray(products.slug, [...delivered.keys()]));
  return found.filter((product) => {
    const original = delivered.get(product.slug);
    return (
      !product.isUsed &&
      sampleFields.every(
        (name) => product[name] === (original?.[name] ?? sampleColumns[name].default ?? null),
      )
    );
  });
}

/** True with rows that would be lost with the product, except what the shop itself filled in. */
const isUsed = sql<boolean>`(
  exists (select from price_list_items where product_id = products.id)
  or exists (select from customer_prices where product_id = products.id)
  or exists (select from scheduled_prices where product_id = products.id)
  or exists (select from label_prices where product_id = products.id)
  or exists (select from product_stock where product_id = products.id)
  or exists (select from stock_entries where product_id = products.id)
  or exists (select from stock_incoming where product_id = products.id)
  or exists (select from supplier_codes where product_id = products.id)
  or exists (select from guide_items where product_id = products.id)
  or exists (select from standing_lines where product_id = products.id)
  or exists (select from fresh_picks where product_id = products.id)
  or exists (
    select from primal_cuts join primals on primals.id = primal_id
    where primal_cuts.product_id = products.id and not is_sample)
  or exists (
    select from image_mappings where product_id = products.id and not exists (
      select from images where is_sample and path = substring(url from '^/photos/([^?]+)'))))`;
