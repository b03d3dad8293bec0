import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { atMost, instant, oneOf, within } from "./columns.ts";
import { customers } from "./customers.ts";
import { products } from "./products.ts";
import { mailConsents } from "./values/customers.ts";

/** The owner's selections of the week, mailed to clients. At most one is unsent. */
export const freshSheets = pgTable(
  "fresh_sheets",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    note: text("note").notNull().default(""),
    version: integer("version").notNull().default(1),
    sentAt: instant("sent_at"),
    sentBy: uuid("sent_by").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check("fresh_sheets_note_length", atMost(t.note, 500)),
    uniqueIndex("fresh_sheets_draft").on(sql`(${t.sentAt} is null)`).where(sql`sent_at is null`),
    index("fresh_sheets_sent").on(t.sentAt),
  ],
);

/** A cut of a sheet, with its text. */
export const freshPicks = pgTable(
  "fresh_picks",
  {
    sheetId: uuid("sheet_id")
      .notNull()
      .references(() => freshSheets.id, { onDelete: "cascade" }),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    line: text("line").notNull().default(""),
  },
  (t) => [
    primaryKey({ columns: [t.sheetId, t.productId] }),
    unique("fresh_picks_position").on(t.sheetId, t.position),
    check("fresh_picks_position_range", within(t.position, 1, 12)),
    check("fresh_picks_line_length", atMost(t.line, 120)),
  ],
);

/** The recipients of a sheet, each once, with the legal basis at that time. */
export const freshSends = pgTable(
  "fresh_sends",
  {
    sheetId: uuid("sheet_id")
      .notNull()
      .references(() => freshSheets.id, { onDelete: "cascade" }),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    /** The day whose prices the sheet showed. */
    priceDay: date("price_day", { mode: "string" }).notNull(),
    consent: text("consent", { enum: mailConsents }).notNull(),
    sentAt: instant("sent_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.sheetId, t.customerId] }),
    check("fresh_sends_consent_known", oneOf(t.consent, mailConsents)),
    index("fresh_sends_of_customer").on(t.customerId),
  ],
);

/** The cuts of a sheet that a client added to their order: the first click on each. */
export const freshPresses = pgTable(
  "fresh_presses",
  {
    sheetId: uuid("sheet_id").notNull(),
    customerId: uuid("customer_id").notNull(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    pressedAt: instant("pressed_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.sheetId, t.customerId, t.productId] }),
    foreignKey({
      name: "fresh_presses_of_send",
      columns: [t.sheetId, t.customerId],
      foreignColumns: [freshSends.sheetId, freshSends.customerId],
    }).onDelete("cascade"),
  ],
);
