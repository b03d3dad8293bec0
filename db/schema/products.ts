import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { atMost, dollarsPerLb, filled, instant, oneOf, within } from "./columns.ts";

/** The eight categories of section 2 of the specification, in the order of the shop's tabs. */
export const categories = [
  "chuck",
  "prime-rib",
  "loin",
  "sirloin",
  "round",
  "other",
  "pre-cuts",
  "ground",
] as const;

export type Category = (typeof categories)[number];

/** Maximum price per lb, in dollars: guards against typos. */
export const maxPricePerLb = 10_000;

/** Products, sold by the pound. `category` null shows as 'N/A' and appears under no tab. */
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
    check("products_image_url_form", filled(t.imageUrl, 2000)),
    index("products_name").on(t.name, t.id),
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
