import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "../accounts.ts";
import { atMost, emailAddress, instant, oneOf, pounds } from "../columns.ts";
import { lots, packages } from "../packages.ts";
import { products } from "../products.ts";
import { stockEntryKinds, stockTrackings } from "../values/meat/stock.ts";

/**
 * How a product's stock is tracked; without a row it isn't. Separate from `products`, because every
 * change there empties the page cache. Orders lock its row to reserve stock.
 */
export const productStock = pgTable(
  "product_stock",
  {
    productId: uuid("product_id")
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    tracking: text("tracking", { enum: stockTrackings }).notNull().default("none"),
    /** At or below this, in the tracked unit, it is shown as nearly sold out; null for never. */
    lowAt: pounds("low_at"),
    /** If closed by hand: the first day on which it is available again; null if not known. */
    closedUntil: date("closed_until", { mode: "string" }),
    /** When the stock was last counted; null for never since this way of tracking began. */
    countedAt: instant("counted_at"),
    /** Incremented by every change of these. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    check("product_stock_tracking_known", oneOf(t.tracking, stockTrackings)),
    check("product_stock_low_at_positive", sql`${t.lowAt} > 0`),
    check("product_stock_closed_until", sql`${t.closedUntil} is null or ${t.tracking} = 'closed'`),
    index("product_stock_tracked").on(t.productId).where(sql`tracking <> 'none'`),
  ],
);

/**
 * Additions to and removals from a product's stock. Stock on hand is their sum and nothing else; a
 * trigger refuses changes, so a mistake is corrected by another entry.
 */
export const stockEntries = pgTable(
  "stock_entries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** Null for a lot that is no product, such as a carcass to be cut. */
    productId: uuid("product_id").references(() => products.id, { onDelete: "cascade" }),
    lotId: uuid("lot_id").references(() => lots.id, { onDelete: "restrict" }),
    kind: text("kind", { enum: stockEntryKinds }).notNull(),
    /** Positive for additions, negative for removals. */
    lb: pounds("lb").notNull().default("0.00"),
    pieces: integer("pieces").notNull().default(0),
    reason: text("reason").notNull().default(""),
    /** The package that was packed or voided. */
    packageId: uuid("package_id").references(() => packages.id, { onDelete: "restrict" }),
    requestId: uuid("request_id"),
    /** The entry that this one reverses, whole and once. */
    reversesId: uuid("reverses_id")
      .unique("stock_entries_reversed_once")
      .references((): AnyPgColumn => stockEntries.id, { onDelete: "restrict" }),
    enteredBy: uuid("entered_by").references(() => user.id, { onDelete: "restrict" }),
    enteredAt: instant("entered_at").notNull().defaultNow(),
  },
  (t) => [
    check("stock_entries_kind_known", oneOf(t.kind, stockEntryKinds)),
    check("stock_entries_reason_length", atMost(t.reason, 500)),
    check("stock_entries_of_something", sql`${t.productId} is not null or ${t.lotId} is not null`),
    // A count that agrees changes nothing, but shows that somebody counted.
    check(
      "stock_entries_change_something",
      sql`${t.lb} <> 0 or ${t.pieces} <> 0 or ${t.kind} = 'count'`,
    ),
    // Includes the summed columns, for index-only scans.
    index("stock_entries_of_product").on(t.productId, t.lotId, t.lb, t.pieces),
    index("stock_entries_newest").on(t.productId, t.enteredAt, t.id),
    index("stock_entries_of_package").on(t.packageId).where(sql`package_id is not null`),
    index("stock_entries_of_request").on(t.requestId).where(sql`request_id is not null`),
    index("stock_entries_of_lot").on(t.lotId).where(sql`lot_id is not null`),
  ],
);

/** Expected deliveries, entered by hand and removed on arrival. */
export const stockIncoming = pgTable(
  "stock_incoming",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    arrivesOn: date("arrives_on", { mode: "string" }).notNull(),
    lb: pounds("lb").notNull().default("0.00"),
    pieces: integer("pieces").notNull().default(0),
    note: text("note").notNull().default(""),
    enteredBy: uuid("entered_by").references(() => user.id, { onDelete: "restrict" }),
    enteredAt: instant("entered_at").notNull().defaultNow(),
  },
  (t) => [
    check("stock_incoming_note_length", atMost(t.note, 500)),
    check(
      "stock_incoming_positive",
      sql`${t.lb} >= 0 and ${t.pieces} >= 0 and ${t.lb} + ${t.pieces} > 0`,
    ),
    index("stock_incoming_of_product").on(t.productId, t.arrivesOn),
  ],
);

/** People to be notified once when a product is available again, and then deleted. */
export const stockWaitlist = pgTable(
  "stock_waitlist",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check("stock_waitlist_email", emailAddress(t.email)),
    unique("stock_waitlist_once").on(t.productId, t.email),
    index("stock_waitlist_email").on(t.email),
  ],
);

/** For queries on `stock_entries`: neither reversed nor a reversal. */
export const isLiveEntry = sql<boolean>`(stock_entries.reverses_id is null and not exists (
  select from stock_entries as reversal where reversal.reverses_id = stock_entries.id))`;

/** For `stock_entries`: made by the weighing of goods that came back, even if thrown away. */
export const isOfReturn = sql<boolean>`exists (select from stock_entries as back
  where back.request_id = stock_entries.request_id and back.kind = 'returned')`;
