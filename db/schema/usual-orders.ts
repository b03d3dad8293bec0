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

// What a kitchen orders again: its guide, and its standing orders.

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

/** What a customer calls a product in lists that are pasted: chosen once, it is known from then on. */
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
    /** When it was last chosen: the oldest are forgotten first. */
    usedAt: instant("used_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.phrase] }),
    check("product_aliases_phrase_form", filled(t.phrase, 200)),
    index("product_aliases_product").on(t.productId),
  ],
);

/** What a kitchen has every so many weeks; each order of it is one like others. */
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
    /** Of the delivery: 1 is Monday. */
    weekday: integer("weekday").notNull(),
    everyWeeks: integer("every_weeks").notNull().default(1),
    /** Pacific days. The first delivery is on this weekday from then on. */
    startsOn: date("starts_on").notNull(),
    endsOn: date("ends_on"),
    /** No delivery before this day. */
    pausedUntil: date("paused_until"),
    poNumber: text("po_number").notNull().default(""),
    notes: text("notes").notNull().default(""),
    allowsSubstitutes: boolean("allows_substitutes").notNull().default(false),
    callFirst: boolean("call_first").notNull().default(false),
    version: integer("version").notNull().default(1),
    /** In whose name its orders are placed, while they may order. */
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
    /** Pounds or pieces, in what `unit` says. */
    quantity: pounds("quantity").notNull(),
    /** "lb", or "piece" with the pounds of one, as it was sold when it was chosen. */
    unit: text("unit").notNull(),
    wish: wish(),
    /** What it cost when it was chosen or last ordered, in dollars per lb. */
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

/** What became of one delivery of a standing order: it is decided once. */
export const standingOccurrences = pgTable(
  "standing_occurrences",
  {
    standingOrderId: uuid("standing_order_id")
      .notNull()
      .references(() => standingOrders.id, { onDelete: "cascade" }),
    /** The Pacific day by the weekday; an exception may bring it on another. */
    day: date("day").notNull(),
    state: text("state", { enum: occurrenceStates }).notNull(),
    /** Of the order, so that it is placed once however often that is tried. */
    requestId: uuid("request_id").notNull().defaultRandom(),
    orderId: uuid("order_id").references(() => orders.id, { onDelete: "set null" }),
    /** Why it was not placed, as the client is told. */
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
