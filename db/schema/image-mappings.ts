import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { filled, instant } from "./columns.ts";
import { products } from "./products.ts";

/**
 * Which image is shown where: section and key, position 0 first. In the section "product" the key
 * is the product's id, so that images survive a slug change; elsewhere it is a name, such as
 * "home-hero". The unique constraint's index also serves all queries by section and key.
 */
export const imageMappings = pgTable(
  "image_mappings",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    section: text("section").notNull(),
    imageKey: text("image_key").notNull(),
    /** The key as a foreign key: a product's images are deleted with it. */
    productId: uuid("product_id")
      .generatedAlwaysAs(sql`case when section = 'product' then image_key::uuid end`)
      .references(() => products.id, { onDelete: "cascade" }),
    position: integer("position").notNull().default(0),
    url: text("url").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    unique("image_mappings_place").on(t.section, t.imageKey, t.position),
    index("image_mappings_product").on(t.productId),
    check("image_mappings_section_form", filled(t.section, 100)),
    check("image_mappings_key_form", filled(t.imageKey, 200)),
    check("image_mappings_position_not_negative", sql`${t.position} >= 0`),
    check("image_mappings_url_form", filled(t.url, 2000)),
  ],
);
