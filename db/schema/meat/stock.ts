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
 * How the stock of a product is kept; none is kept of a product without a row. Apart from `products`, of
 * which every change empties the page cache. Its row is the lock under which orders take of the stock.
 */
export const productStock = pgTable(
  "product_stock",
  {
    productId: uuid("product_id")
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    tracking: text("tracking", { enum: stockTrackings }).notNull().default("none"),
    /** As much or less is said to be the last of it; in what is tracked. Null for never. */
    lowAt: pounds("low_at"),
    /** Of what is closed by hand: the first day on which it can be had again; null for not known. */
    closedUntil: date("closed_until", { mode: "string" }),
    /** When somebody last looked how much there is; null for never since it is tracked so. */
    countedAt: instant("counted_at"),
    /** Rises with every change of these. */
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
 * What came to a product's stock and what left it. On hand is their sum and nothing else; a trigger refuses
 * changes, so a mistake is another entry.
 */
export const stockEntries = pgTable(
  "stock_entries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** Null of a lot that is no product, such as a carcass that is cut first. */
    productId: uuid("product_id").references(() => products.id, { onDelete: "cascade" }),
    /** Null where nobody knows of which. */
    lotId: uuid("lot_id").references(() => lots.id, { onDelete: "restrict" }),
    kind: text("kind", { enum: stockEntryKinds }).notNull(),
    /** What is there more by; negative for what left. */
    lb: pounds("lb").notNull().default("0.00"),
    pieces: integer("pieces").notNull().default(0),
    reason: text("reason").notNull().default(""),
    /** What was packed, or taken out of a package again. */
    packageId: uuid("package_id").references(() => packages.id, { onDelete: "restrict" }),
    /** Of the form that it was entered with: sent twice, it is entered once. */
    requestId: uuid("request_id"),
    /** The entry that this one takes back, whole and once. */
    reversesId: uuid("reverses_id")
      .unique("stock_entries_reversed_once")
      .references((): AnyPgColumn => stockEntries.id, { onDelete: "restrict" }),
    /** Null for what the shop entered by itself. */
    enteredBy: uuid("entered_by").references(() => user.id, { onDelete: "restrict" }),
    enteredAt: instant("entered_at").notNull().defaultNow(),
  },
  (t) => [
    check("stock_entries_kind_known", oneOf(t.kind, stockEntryKinds)),
    check("stock_entries_reason_length", atMost(t.reason, 500)),
    check("stock_entries_of_something", sql`${t.productId} is not null or ${t.lotId} is not null`),
    check("stock_entries_change_something", sql`${t.lb} <> 0 or ${t.pieces} <> 0`),
    // With the sums in it, which are read of the index alone.
    index("stock_entries_of_product").on(t.productId, t.lotId, t.lb, t.pieces),
    index("stock_entries_newest").on(t.productId, t.enteredAt, t.id),
    index("stock_entries_of_package").on(t.packageId).where(sql`package_id is not null`),
    index("stock_entries_of_request").on(t.requestId).where(sql`request_id is not null`),
    index("stock_entries_of_lot").on(t.lotId).where(sql`lot_id is not null`),
  ],
);

/** What is to come, entered by hand, and taken out again once it is there. */
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

/** Who wants to be told, once, when a product can be had again; forgotten then. */
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
