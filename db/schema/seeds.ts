import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/**
 * Completed seeds. A seed listed here never runs again, so whatever the owner edited, renamed or
 * deleted stays that way. Empty until the first start is complete.
 */
export const seeds = pgTable("seeds", {
  name: text("name").primaryKey(),
  plantedAt: instant("planted_at").notNull().defaultNow(),
});
