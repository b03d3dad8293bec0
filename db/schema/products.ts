import { getTableColumns, type SQL, sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { atMost, dollarsPerLb, filled, instant, oneOf, within } from "./columns.ts";
import { categories, salesUnits, storages, taxCodes } from "./values/products.ts";

/** Maximum price per lb, in dollars: guards against typos. */
export const maxPricePerLb = 10_000;

export const maxFeatured = 4;

const pieceWeight = (name: string) => numeric(name, { precision: 6, scale: 2, mode: "string" });

/** Products, priced by the pound. `category` null shows as 'N/A' and appears under no tab. */
export const products = pgTable(
  "products",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** In the collation "natural_order" (a migration). */
    name: text("name").notNull(),
    category: text("category", { enum: categories }),
    slug: text("slug").notNull().unique(),
    cutType: text("cut_type").notNull().default(""),
    /** Other names, separated by commas: "Rib eye, Scotch fillet". For the search. */
    otherNames: text("other_names").notNull().default(""),
    description: text("description").notNull().default(""),
    pricePerLb: dollarsPerLb("price_per_lb").notNull(),
    imageUrl: text("image_url"),
    isActive: boolean("is_active").notNull().default(true),
    /** Its position on the home page; null for none. */
    featuredRank: smallint("featured_rank").unique(),
    soldBy: text("sold_by", { enum: salesUnits }).notNull().default("lb"),
    /** A piece's weight; null for a product sold by the pound without a typical piece. */
    typicalPieceLb: pieceWeight("typical_piece_lb"),
    /** Orders must be a multiple of this; packed weights need not be. */
    orderStepLb: pieceWeight("order_step_lb").notNull().default("0.01"),
    /** Percent by which the packed weight may exceed the order; null for the shop's setting. */
    overCapPct: integer("over_cap_pct"),
    /** Grams of packaging per package. */
    tareG: integer("tare_g").notNull().default(0),
    /** The number that scales print on their labels. */
    itemNumber: integer("item_number").unique(),
    /** 14 digits, padded with zeros. */
    gtin: text("gtin").unique(),
    storage: text("storage", { enum: storages }).notNull().default("refrigerated"),
    taxCode: text("tax_code", { enum: taxCodes }).notNull().default("Z"),
    isTraced: boolean("is_traced").notNull().default(false),
    /** Name, other names and cut type, normalized for search. Written only by a trigger. */
    searchWords: text("search_words").notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("products_name_form", filled(t.name, 200)),
    check("products_category_known", oneOf(t.category, categories)),
    check("products_slug_form", sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check("products_slug_length", atMost(t.slug, 120)),
    check("products_cut_type_length", atMost(t.cutType, 200)),
    check("products_other_names_length", atMost(t.otherNames, 500)),
    check("products_description_length", atMost(t.description, 5000)),
    check("products_price_positive", within(t.pricePerLb, "0.01", maxPricePerLb)),
    check("products_featured_rank_range", within(t.featuredRank, 1, maxFeatured)),
    check("products_sold_by_known", oneOf(t.soldBy, salesUnits)),
    check("products_piece_weight", within(t.typicalPieceLb, "0.05", 1000)),
    check("products_piece_has_weight", sql`${t.soldBy} = 'lb' or ${t.typicalPieceLb} is not null`),
    check("products_order_step_range", within(t.orderStepLb, "0.01", 1000)),
    check("products_over_cap_range", within(t.overCapPct, 0, 30)),
    check("products_tare_range", within(t.tareG, 0, 5000)),
    check("products_item_number_range", within(t.itemNumber, 1, 99_999)),
    check("products_gtin_form", sql`${t.gtin} ~ '^[0-9]{14}$'`),
    check("products_storage_known", oneOf(t.storage, storages)),
    check("products_tax_code_known", oneOf(t.taxCode, taxCodes)),
    check("products_image_url_form", filled(t.imageUrl, 2000)),
    index("products_name").on(t.name, t.id),
    // Names are compared case-insensitively; see `refuseTakenName`.
    index("products_name_lower").on(sql`lower(${t.name})`),
    index("products_active_name").on(t.name, t.id).where(sql`is_active`),
    // For the search: substring matches, with and without spaces, and the closest words. The GIN
    // indexes have no pending list (fastupdate), which every search would have to scan.
    index("products_search")
      .using(
        "gin",
        sql`name gin_trgm_ops`,
        sql`search_words gin_trgm_ops`,
        sql`replace(search_words, ' ', '') gin_trgm_ops`,
      )
      .with({ fastupdate: false }),
    index("products_likeness").using("gist", sql`search_words gist_trgm_ops`),
    index("products_active_category").on(t.category, t.name, t.id).where(sql`is_active`),
  ],
);

/** Former slugs of products, for old links. Written only by a trigger; none is in `products`. */
export const formerSlugs = pgTable(
  "former_slugs",
  {
    slug: text("slug").primaryKey(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
  },
  (t) => [index("former_slugs_product").on(t.productId)],
);

/** Matches the product that has this slug, or had it before. */
export function hasOrHadSlug(slug: string): SQL {
  return sql`(${products.slug} = ${slug} or ${products.id} = (
    select ${formerSlugs.productId} from ${formerSlugs} where ${formerSlugs.slug} = ${slug}))`;
}

const {
  imageUrl: _image,
  featuredRank: _rank,
  searchWords: _words,
  createdAt: _created,
  updatedAt: _updated,
  ...written
} = getTableColumns(products);

/** The columns of a product that people edit, with its id: the content of product files. */
export const writtenColumns = written;

/** The tolerance in force: the product's own, or the shop's. For queries of `products`. */
export const toleranceInForce = sql<number>`coalesce(${products.overCapPct},
  (select shop_settings.over_cap_pct from shop_settings))`;
