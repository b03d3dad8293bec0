import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/**
 * What has been planted, once and for all. A seed whose name stands here never runs again, so what
 * the owner edited, renamed or deleted stays so. Empty until the first start is complete.
 */
export const seeds = pgTable("seeds", {
  name: text("name").primaryKey(),
  plantedAt: instant("planted_at").notNull().defaultNow(),
});
