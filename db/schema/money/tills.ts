import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "../accounts.ts";
import { atMost, filled, instant, oneOf, within } from "../columns.ts";
import { customers } from "../customers.ts";
import { orders } from "../orders.ts";
import {
  cashPlaces,
  mostInDrawerCents,
  mostTillDevices,
  tillMethods,
  tillMoveKinds,
} from "../values/tills.ts";
import { documents } from "./documents.ts";
import { ledgerEntries } from "./ledger.ts";

const cents = (name: string) => bigint(name, { mode: "number" });

/**
 * A drawer at the counter. Its customer is the walk-in customer for payments without an account;
 * the balance of that account is always zero.
 */
export const tills = pgTable(
  "tills",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** The 2 of "T2-0031". */
    number: integer("number").notNull().unique(),
    name: text("name").notNull(),
    customerId: uuid("customer_id")
      .notNull()
      .unique()
      .references(() => customers.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Number of browsers that have sold at it; each assigns its own slip numbers. */
    devices: integer("devices").notNull().default(0),
  },
  (t) => [
    check("tills_number_range", within(t.number, 1, 99)),
    check("tills_devices_range", within(t.devices, 0, mostTillDevices)),
    check("tills_name_form", filled(t.name, 60)),
  ],
);

/**
 * From the opening of a drawer with a float until it is counted; at most one is open per till. The
 * expected cash is the float plus cash in less cash out; only the difference is a stored fact.
 */
export const tillSessions = pgTable(
  "till_sessions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    requestId: uuid("request_id").notNull().unique(),
    tillId: uuid("till_id")
      .notNull()
      .references(() => tills.id, { onDelete: "restrict" }),
    floatCents: cents("float_cents").notNull(),
    openedBy: uuid("opened_by")
      .notNull()
      .references(() => user.id, { onDelete: "restrict" }),
    openedAt: instant("opened_at").notNull().defaultNow(),
    /** The cash expected at the count, and the cash counted. */
    expectedCents: cents("expected_cents"),
    countedCents: cents("counted_cents"),
    reason: text("reason").notNull().default(""),
    closedBy: uuid("closed_by").references(() => user.id, { onDelete: "restrict" }),
    closedAt: instant("closed_at"),
  },
  (t) => [
    uniqueIndex("till_sessions_open").on(t.tillId).where(sql`closed_at is null`),
    index("till_sessions_of_till").on(t.tillId, t.openedAt),
    check("till_sessions_float_range", within(t.floatCents, 0, mostInDrawerCents)),
    check("till_sessions_counted_range", within(t.countedCents, 0, mostInDrawerCents)),
    check(
      "till_sessions_closed_wholly",
      sql`num_nulls(${t.expectedCents}, ${t.countedCents}, ${t.closedBy}, ${t.closedAt}) in (0, 4)`,
    ),
    check(
      "till_sessions_explained",
      sql`${t.closedAt} is null or ${t.expectedCents} = ${t.countedCents}
        or ${t.reason} ~ '[^[:space:]]'`,
    ),
    check("till_sessions_reason_length", atMost(t.reason, 500)),
  ],
);

/**
 * Counter sales. `slip` is the browser's own number, assigned offline; `requestId` is made by the
 * till, so that a sale sent twice is stored once; `soldAt` is its clock.
 */
export const tillSales = pgTable(
  "till_sales",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    requestId: uuid("request_id").notNull().unique(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => tillSessions.id, { onDelete: "restrict" }),
    slip: integer("slip").notNull(),
    /** The till's browser: 0 for the first, 1 for the A of "T2A-0031". */
    device: integer("device").notNull().default(0),
    orderId: uuid("order_id")
      .notNull()
      .unique()
      .references(() => orders.id, { onDelete: "restrict" }),
    /** The receipt "R-000001"; on account, the client's invoice or delivery note. */
    documentId: uuid("document_id")
      .notNull()
      .unique()
      .references(() => documents.id, { onDelete: "restrict" }),
    isOnAccount: boolean("is_on_account").notNull().default(false),
    /** True if it was paid while the shop could not be reached. */
    isOffline: boolean("is_offline").notNull().default(false),
    /** What would have been refused online, one reason per line. */
    remarks: text("remarks").notNull().default(""),
    soldBy: uuid("sold_by")
      .notNull()
      .references(() => user.id, { onDelete: "restrict" }),
    soldAt: instant("sold_at").notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
  },
  (t) => [
    index("till_sales_of_session").on(t.sessionId, t.recordedAt),
    check("till_sales_slip_range", within(t.slip, 1, 9_999_999)),
    check("till_sales_device_range", within(t.device, 0, mostTillDevices - 1)),
    check("till_sales_remarks_length", atMost(t.remarks, 4000)),
  ],
);

/**
 * Payments and refunds (negative) at a till, each an entry of the ledger. Append-only: a wrong one
 * is reversed in the ledger, and no longer counts.
 */
export const tillReceipts = pgTable(
  "till_receipts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** The form's request id, and the index in it: a payment may have several parts. */
    requestId: uuid("request_id").notNull(),
    position: integer("position").notNull().default(0),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => tillSessions.id, { onDelete: "restrict" }),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "restrict" }),
    /** The document it pays; for a refund, the credit note. */
    documentId: uuid("document_id").references(() => documents.id, { onDelete: "restrict" }),
    method: text("method", { enum: tillMethods }).notNull(),
    cents: cents("cents").notNull(),
    /** The cash handed over, before the change. */
    tenderedCents: cents("tendered_cents"),
    /** Positive if the shop gained by rounding cash to five cents, negative if it lost. */
    roundingCents: cents("rounding_cents").notNull().default(0),
    reference: text("reference").notNull().default(""),
    /** Why a refund went back by another method than it was paid by; empty if it didn't. */
    otherwise: text("otherwise").notNull().default(""),
    takenBy: uuid("taken_by")
      .notNull()
      .references(() => user.id, { onDelete: "restrict" }),
    takenAt: instant("taken_at").notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
    entryId: uuid("entry_id").notNull().unique(),
    /** The adjustment for the rounding, reversed together with the payment. */
    roundingEntryId: uuid("rounding_entry_id").unique(),
  },
  (t) => [
    unique("till_receipts_once").on(t.requestId, t.position),
    foreignKey({
      name: "till_receipts_entry_fk",
      columns: [t.entryId],
      foreignColumns: [ledgerEntries.id],
    }).onDelete("restrict"),
    foreignKey({
      name: "till_receipts_rounding_entry_fk",
      columns: [t.roundingEntryId],
      foreignColumns: [ledgerEntries.id],
    }).onDelete("restrict"),
    check("till_receipts_method_known", oneOf(t.method, tillMethods)),
    check(
      "till_receipts_cents_range",
      sql`${t.cents} <> 0 and abs(${t.cents}) <= ${sql.raw(String(mostInDrawerCents))}`,
    ),
    check(
      "till_receipts_tendered",
      sql`${t.tenderedCents} is null or (${t.method} = 'cash' and ${t.tenderedCents} >= ${t.cents})`,
    ),
    check("till_receipts_cash_rounded", sql`${t.method} <> 'cash' or ${t.cents} % 5 = 0`),
    check("till_receipts_otherwise_length", atMost(t.otherwise, 500)),
    // A refund explains its method; a payment has no such reason.
    check("till_receipts_otherwise_of_refund", sql`${t.otherwise} = '' or ${t.cents} < 0`),
    // A refund of a sale whose cash was rounded down before comes to less than its credit note.
    check(
      "till_receipts_rounding_range",
      sql`${t.roundingCents} >= -2 and (${t.roundingCents} <= 2 or ${t.cents} < 0)`,
    ),
    check("till_receipts_reference_length", atMost(t.reference, 100)),
    index("till_receipts_of_session").on(t.sessionId, t.recordedAt),
    index("till_receipts_of_order").on(t.orderId),
  ],
);

/** Cash moved into or out of a drawer without a sale, with a reason. Append-only. */
export const tillMoves = pgTable(
  "till_moves",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    requestId: uuid("request_id").notNull().unique(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => tillSessions.id, { onDelete: "restrict" }),
    kind: text("kind", { enum: tillMoveKinds }).notNull(),
    cents: cents("cents").notNull(),
    reason: text("reason").notNull(),
    movedBy: uuid("moved_by")
      .notNull()
      .references(() => user.id, { onDelete: "restrict" }),
    movedAt: instant("moved_at").notNull().defaultNow(),
  },
  (t) => [
    check("till_moves_kind_known", oneOf(t.kind, tillMoveKinds)),
    check("till_moves_cents_range", within(t.cents, 1, mostInDrawerCents)),
    check("till_moves_reason_form", filled(t.reason, 500)),
    index("till_moves_of_session").on(t.sessionId, t.movedAt),
  ],
);

/**
 * Payments that were taken back after their drawer was counted, whose signed figures keep them. For
 * cash, `cash` says where it is; cash given back left an open drawer. Append-only.
 */
export const tillTakeBacks = pgTable(
  "till_take_backs",
  {
    receiptId: uuid("receipt_id")
      .primaryKey()
      .references(() => tillReceipts.id, { onDelete: "restrict" }),
    /** Null if it was not cash. */
    cash: text("cash", { enum: cashPlaces }),
    /** The cash that left a drawer for it. */
    moveId: uuid("move_id")
      .unique()
      .references(() => tillMoves.id, { onDelete: "restrict" }),
    takenBackAt: instant("taken_back_at").notNull().defaultNow(),
  },
  (t) => [
    check("till_take_backs_cash_known", sql`${t.cash} is null or ${oneOf(t.cash, cashPlaces)}`),
    check(
      "till_take_backs_given_back",
      sql`(${t.moveId} is not null) = (${t.cash} is not distinct from 'given back')`,
    ),
  ],
);
