import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { filled, instant } from "./columns.ts";

/**
 * How often somebody did something in a fixed window ending at `endsAt`. The key is a keyed digest:
 * neither an address nor an account can be read from it. Expired rows have no effect and are
 * removed.
 */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    endsAt: instant("ends_at").notNull(),
  },
  (t) => [
    check("rate_limits_key_form", filled(t.key, 100)),
    check("rate_limits_count_positive", sql`${t.count} > 0`),
    index("rate_limits_ends_at").on(t.endsAt),
  ],
);

/**
 * Completed seeds. A seed listed here never runs again, so whatever the owner edited, renamed or
 * deleted stays that way. Empty until the first start is complete.
 */
export const seeds = pgTable("seeds", {
  name: text("name").primaryKey(),
  plantedAt: instant("planted_at").notNull().defaultNow(),
});
