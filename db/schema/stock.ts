import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { atMost, instant, oneOf, pounds } from "./columns.ts";
import { lots } from "./packages.ts";
import { products } from "./products.ts";
import { stockEntryKinds } from "./values/stock.ts";

/**
 * What came to a product's stock and what left it. On hand is their sum and nothing else; a trigger refuses
 * changes, so a mistake is another entry.
 */
export const stockEntries = pgTable(
  "stock_entries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Null where nobody knows of which. */
    lotId: uuid("lot_id").references(() => lots.id, { onDelete: "restrict" }),
    kind: text("kind", { enum: stockEntryKinds }).notNull(),
    /** What is there more by; negative for what left. */
    lb: pounds("lb").notNull().default("0.00"),
    pieces: integer("pieces").notNull().default(0),
    reason: text("reason").notNull().default(""),
    /** Null for what the shop entered by itself. */
    enteredBy: uuid("entered_by").references(() => user.id, { onDelete: "restrict" }),
    enteredAt: instant("entered_at").notNull().defaultNow(),
  },
  (t) => [
    check("stock_entries_kind_known", oneOf(t.kind, stockEntryKinds)),
    check("stock_entries_reason_length", atMost(t.reason, 500)),
    check("stock_entries_change_something", sql`${t.lb} <> 0 or ${t.pieces} <> 0`),
    index("stock_entries_of_product").on(t.productId, t.lotId),
    index("stock_entries_of_lot").on(t.lotId).where(sql`lot_id is not null`),
  ],
);
