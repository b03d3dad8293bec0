import { type SQL, sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "../accounts.ts";
import { atMost, dollarsPerLb, filled, instant, pounds, within } from "../columns.ts";
import { customers } from "../customers.ts";
import { maxPricePerLb, products } from "../products.ts";
import type { PriceSource } from "../values/money.ts";

// A customer's price per pound on the day of delivery: its own, else that of the first of its lists
// with the product, else the catalogue's. Decided only by the SQL function "prices_for".

/** Rule: the days of a window are in order. `endsOn` null is open-ended. */
const inOrder = (t: { startsOn: unknown; endsOn: unknown }): SQL =>
  sql`${t.endsOn} >= ${t.startsOn}`;

/** Lists of prices for several customers, in force on the days from `startsOn` to `endsOn`. */
export const priceLists = pgTable(
  "price_lists",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull().unique(),
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    /** The last day; null for none. */
    endsOn: date("ends_on", { mode: "string" }),
    note: text("note").notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("price_lists_name_form", filled(t.name, 100)),
    check("price_lists_note_length", atMost(t.note, 2000)),
    check("price_lists_days_in_order", inOrder(t)),
  ],
);

/** The products of a list. Its customers can't order those with `isOffered` false. */
export const priceListItems = pgTable(
  "price_list_items",
  {
    listId: uuid("list_id")
      .notNull()
      .references(() => priceLists.id, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    isOffered: boolean("is_offered").notNull().default(true),
    pricePerLb: dollarsPerLb("price_per_lb"),
    /** The minimum order; null for no limit. */
    minLb: pounds("min_lb"),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.listId, t.productId] }),
    check("price_list_items_priced_or_not", sql`${t.isOffered} = (${t.pricePerLb} is not null)`),
    check("price_list_items_price_positive", within(t.pricePerLb, "0.01", maxPricePerLb)),
    check("price_list_items_min_lb_range", within(t.minLb, "0.01", 10_000)),
    index("price_list_items_of_product").on(t.productId),
  ],
);

/**
 * The lists of a customer; the lowest rank takes precedence. A list that replaces another shares
 * its rank; among these, the one that started last takes precedence.
 */
export const customerPriceLists = pgTable(
  "customer_price_lists",
  {
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    listId: uuid("list_id")
      .notNull()
      .references(() => priceLists.id, { onDelete: "cascade" }),
    rank: integer("rank").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.listId] }),
    check("customer_price_lists_rank_range", within(t.rank, 1, 100)),
    index("customer_price_lists_of_list").on(t.listId),
  ],
);

/**
 * A customer's own prices. The windows of one customer and product do not overlap: exclusion
 * constraint `customer_prices_once` (a migration).
 */
export const customerPrices = pgTable(
  "customer_prices",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    pricePerLb: dollarsPerLb("price_per_lb").notNull(),
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    /** The last day; null for none. */
    endsOn: date("ends_on", { mode: "string" }),
    note: text("note").notNull().default(""),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check("customer_prices_price_positive", within(t.pricePerLb, "0.01", maxPricePerLb)),
    check("customer_prices_note_length", atMost(t.note, 500)),
    check("customer_prices_days_in_order", inOrder(t)),
    index("customer_prices_of_product").on(t.productId),
  ],
);

/**
 * Catalogue prices that take effect on a day: at once for deliveries from then on, and on the
 * storefront when the job of that day writes them into `products` and sets `appliedAt`.
 */
export const scheduledPrices = pgTable(
  "scheduled_prices",
  {
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    appliesOn: date("applies_on", { mode: "string" }).notNull(),
    pricePerLb: dollarsPerLb("price_per_lb").notNull(),
    appliedAt: instant("applied_at"),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.appliesOn] }),
    check("scheduled_prices_price_positive", within(t.pricePerLb, "0.01", maxPricePerLb)),
    index("scheduled_prices_due").on(t.appliesOn).where(sql`applied_at is null`),
  ],
);

/**
 * Returns a customer's prices on a delivery day ("2026-11-26"), as the table "price": join it to
 * `products` by `ofProduct`, and read `pricedFor`.
 */
export function pricesOn(customerId: string, day: string): SQL {
  return sql`prices_for(${customerId}::uuid, ${day}::date) as price`;
}

/** Joins a product's row of `pricesOn`. */
export const ofProduct = sql`price.product_id = ${products.id}`;

/** The columns of `pricesOn`. */
export const pricedFor = {
  pricePerLb: sql<string>`price.price_per_lb`,
  isOffered: sql<boolean>`price.is_offered`,
  source: sql<PriceSource>`price.source`,
  sourceName: sql<string>`price.source_name`,
  startsOn: sql<string | null>`price.starts_on::text`,
  endsOn: sql<string | null>`price.ends_on::text`,
  minLb: sql<string | null>`price.min_lb`,
  basePricePerLb: sql<string>`price.base_price_per_lb`,
};
