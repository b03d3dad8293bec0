import { sql } from "drizzle-orm";
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
import { user } from "./accounts.ts";
import {
  atMost,
  dollarsPerLb,
  filled,
  instant,
  isWish,
  oneOf,
  pounds,
  wish,
  within,
} from "./columns.ts";
import { customers, shipTos } from "./customers.ts";
import { zones } from "./deliveries.ts";
import { orders } from "./orders.ts";
import { products } from "./products.ts";
import { occurrenceStates } from "./values/orders.ts";

/** How a kitchen has arranged its order guide; without one, the guide is what it bought lately. */
export const orderGuides = pgTable("order_guides", {
  siteId: uuid("site_id")
    .primaryKey()
    .references(() => shipTos.id, { onDelete: "cascade" }),
  version: integer("version").notNull().default(1),
});

/** A cut of a kitchen's guide, in its position. Stays whether it was bought lately or not. */
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
    /** Where the kitchen keeps it, in its own words: "Walk-in". Empty for no section. */
    section: text("section").notNull().default(""),
    /** The stock that the kitchen wants, in the unit the product is sold by; null for none. */
    par: pounds("par"),
    /** True if bought lately but not wanted in the guide. */
    isHidden: boolean("is_hidden").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.productId] }),
    check("guide_items_section_length", atMost(t.section, 40)),
    check("guide_items_par_range", within(t.par, "0.01", 10_000)),
    index("guide_items_product").on(t.productId),
  ],
);

/** A customer's names for products in pasted lists, recognized once chosen. */
export const productAliases = pgTable(
  "product_aliases",
  {
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    /** As `foldName` writes it. */
    phrase: text("phrase").notNull(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** When it was last chosen; the oldest are dropped first. */
    usedAt: instant("used_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.phrase] }),
    check("product_aliases_phrase_form", filled(t.phrase, 200)),
    index("product_aliases_product").on(t.productId),
  ],
);

/** Orders that a kitchen has every so many weeks; each delivery gets an ordinary order. */
export const standingOrders = pgTable(
  "standing_orders",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    siteId: uuid("site_id")
      .notNull()
      .references(() => shipTos.id, { onDelete: "cascade" }),
    zoneId: uuid("zone_id")
      .notNull()
      .references(() => zones.id, { onDelete: "restrict" }),
    /** ISO: Monday is 1. */
    weekday: integer("weekday").notNull(),
    everyWeeks: integer("every_weeks").notNull().default(1),
    /** Pacific days. The first delivery is on the first such weekday from then on. */
    startsOn: date("starts_on").notNull(),
    endsOn: date("ends_on"),
    /** No delivery before this day. */
    pausedUntil: date("paused_until"),
    poNumber: text("po_number").notNull().default(""),
    notes: text("notes").notNull().default(""),
    allowsSubstitutes: boolean("allows_substitutes").notNull().default(false),
    callFirst: boolean("call_first").notNull().default(false),
    version: integer("version").notNull().default(1),
    /** Orders are placed in this user's name, while they may order. */
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
  },
  (t) => [
    check("standing_orders_weekday", within(t.weekday, 1, 7)),
    check("standing_orders_every_weeks", within(t.everyWeeks, 1, 12)),
    check("standing_orders_days", sql`${t.endsOn} >= ${t.startsOn}`),
    check("standing_orders_po_number_length", atMost(t.poNumber, 100)),
    check("standing_orders_call_first", sql`${t.allowsSubstitutes} or not ${t.callFirst}`),
    check("standing_orders_notes_length", atMost(t.notes, 5_000)),
    index("standing_orders_customer").on(t.customerId),
    index("standing_orders_running").on(t.id).where(sql`ended_at is null`),
  ],
);

/** A line of a standing order. */
export const standingLines = pgTable(
  "standing_lines",
  {
    standingOrderId: uuid("standing_order_id")
      .notNull()
      .references(() => standingOrders.id, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    /** Pounds or pieces, according to `unit`. */
    quantity: pounds("quantity").notNull(),
    /** "lb", or "piece" with the pounds of one, as sold when it was chosen. */
    unit: text("unit").notNull(),
    wish: wish(),
    /** Its price when it was chosen or last ordered, in dollars per lb. */
    seenPricePerLb: dollarsPerLb("seen_price_per_lb").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.standingOrderId, t.position] }),
    check("standing_lines_quantity_range", within(t.quantity, "0.01", 10_000)),
    check("standing_lines_wish_form", isWish(t.wish)),
    check("standing_lines_unit_length", atMost(t.unit, 40)),
    index("standing_lines_product").on(t.productId),
  ],
);

/** The outcome of each delivery of a standing order, decided once. */
export const standingOccurrences = pgTable(
  "standing_occurrences",
  {
    standingOrderId: uuid("standing_order_id")
      .notNull()
      .references(() => standingOrders.id, { onDelete: "cascade" }),
    /** The regular Pacific day; an exception may deliver it on another. */
    day: date("day").notNull(),
    state: text("state", { enum: occurrenceStates }).notNull(),
    /** The order's idempotency key, so that retries place it once. */
    requestId: uuid("request_id").notNull().defaultRandom(),
    orderId: uuid("order_id").references(() => orders.id, { onDelete: "set null" }),
    reason: text("reason").notNull().default(""),
    decidedAt: instant("decided_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.standingOrderId, t.day] }),
    check("standing_occurrences_state_known", oneOf(t.state, occurrenceStates)),
    check("standing_occurrences_reason_length", atMost(t.reason, 2_000)),
    index("standing_occurrences_order").on(t.orderId),
  ],
);
