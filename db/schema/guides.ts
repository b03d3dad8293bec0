import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { atMost, pounds, within } from "./columns.ts";
import { shipTos } from "./customers.ts";
import { products } from "./products.ts";

/** How a kitchen has arranged its order guide; without one, the guide is what it bought lately. */
export const orderGuides = pgTable("order_guides", {
  siteId: uuid("site_id")
    .primaryKey()
    .references(() => shipTos.id, { onDelete: "cascade" }),
  version: integer("version").notNull().default(1),
});

/** A cut of a kitchen's guide, in its place. Kept there whether it was bought lately or not. */
export const guideItems = pgTable(
  "guide_items",
  {
    siteId: uuid("site_id")
      .notNull()
      .references(() => orderGuides.siteId, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    /** Where it is kept, in the kitchen's words: "Walk-in". Empty for no section. */
    section: text("section").notNull().default(""),
    /** What the kitchen wants to have, in what the product is sold by; null for none. */
    par: pounds("par"),
    /** Bought lately, and not wanted in the guide. */
    isHidden: boolean("is_hidden").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.productId] }),
    check("guide_items_section_length", atMost(t.section, 40)),
    check("guide_items_par_range", within(t.par, "0.01", 10_000)),
    index("guide_items_product").on(t.productId),
  ],
);
