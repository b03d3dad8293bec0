import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { filled, instant } from "./columns.ts";

/**
 * Which picture stands where: section (for example "product") and key (for example a cut key),
 * position 0 first. The unique rule's index also answers every query by section and key.
 */
export const imageMappings = pgTable(
  "image_mappings",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    section: text("section").notNull(),
    imageKey: text("image_key").notNull(),
    position: integer("position").notNull().default(0),
    url: text("url").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    unique("image_mappings_place").on(t.section, t.imageKey, t.position),
    check("image_mappings_section_form", filled(t.section, 100)),
    check("image_mappings_key_form", filled(t.imageKey, 200)),
    check("image_mappings_position_not_negative", sql`${t.position} >= 0`),
    check("image_mappings_url_form", filled(t.url, 2000)),
  ],
);
