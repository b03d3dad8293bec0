import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { filled, instant, within } from "./columns.ts";

/**
 * Counts within a fixed window ending at `endsAt`. The key is a keyed digest: neither an address
 * nor an account can be read from it. Expired rows have no effect and are removed.
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
 * Completed seeds. A seed listed here never runs again, so that the owner's edits, renames and
 * deletions stay. Empty until the first start is complete.
 */
export const seeds = pgTable("seeds", {
  name: text("name").primaryKey(),
  plantedAt: instant("planted_at").notNull().defaultNow(),
});

/** The owner's settings for the shop as a whole: one row, created by a migration. */
export const shopSettings = pgTable(
  "shop_settings",
  {
    id: boolean("id").primaryKey().default(true),
    /** Percent by which a packed weight may exceed the order, for products without their own. */
    overCapPct: integer("over_cap_pct").notNull().default(10),
    /** How to read in-store bar codes; null for the presets (domain/packages/scan). */
    scanRules: jsonb("scan_rules"),
    /** The schedule and texts of invoice reminders; null for never (domain/documents). */
    reminders: jsonb("reminders"),
    /** How to export to accounting programs; null for the presets. */
    accounting: jsonb("accounting"),
    /** What scanners send for the separator FNC1, a list of texts; null for the defaults. */
    scanStandIns: jsonb("scan_stand_ins"),
    /** The company's GS1 prefix, for GTINs on pack labels; empty without one. */
    gtinCompanyPrefix: text("gtin_company_prefix").notNull().default(""),
    /** True if staff need a second factor for the back office. */
    needsSecondFactor: boolean("needs_second_factor").notNull().default(false),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("shop_settings_one_row", sql`${t.id}`),
    check("shop_settings_gtin_prefix_form", sql`${t.gtinCompanyPrefix} ~ '^([0-9]{6,11})?$'`),
    check("shop_settings_over_cap_range", within(t.overCapPct, 0, 30)),
  ],
);

/**
 * Settings that the owner changed from their defaults: one value per group (domain/settings). A
 * group without a row has its defaults. Changes notify settings_changed.
 */
export const keptValues = pgTable(
  "kept_values",
  {
    key: text("key").primaryKey(),
    value: jsonb("value").notNull(),
    /** Incremented by every change, so that nobody overwrites what they have not seen. */
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("kept_values_key_form", filled(t.key, 60)),
    check("kept_values_version_positive", sql`${t.version} > 0`),
    // Every process holds these in memory.
    check("kept_values_size", sql`octet_length(${t.value}::text) <= 262144`),
  ],
);
