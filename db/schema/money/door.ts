import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "../accounts.ts";
import { atMost, filled, instant, oneOf, pounds, within } from "../columns.ts";
import { runLinks, runStops, runs } from "../deliveries.ts";
import { orderItems, orders } from "../orders.ts";
import { lots } from "../packages.ts";
import {
  doorMethods,
  mostAtDoorCents,
  mostOnRunCents,
  returnOutcomes,
  returnPlaces,
} from "../values/door.ts";
import { attachments, creditRequests } from "./credits.ts";
import { documents } from "./documents.ts";
import { ledgerEntries } from "./ledger.ts";

const cents = (name: string) => bigint(name, { mode: "number" });

/**
 * Money taken by drivers at stops, in the order of arrival. Append-only: a mistake is reversed in
 * the customer's account. `requestId` is made by the driver's phone, so that a payment sent twice
 * is booked once; `takenAt` is its clock.
 */
export const doorReceipts = pgTable(
  "door_receipts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    requestId: uuid("request_id").notNull().unique(),
    runId: uuid("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "restrict" }),
    stopId: uuid("stop_id")
      .notNull()
      .references(() => runStops.id, { onDelete: "restrict" }),
    method: text("method", { enum: doorMethods }).notNull(),
    cents: cents("cents").notNull(),
    /** The amount due that the driver saw. */
    dueCents: cents("due_cents").notNull(),
    /** Positive if the shop gained by rounding cash to five cents, negative if it lost. */
    roundingCents: cents("rounding_cents").notNull().default(0),
    /** The surplus on arrival, if less was open by then. */
    overCents: cents("over_cents").notNull().default(0),
    reference: text("reference").notNull().default(""),
    reason: text("reason").notNull().default(""),
    photoId: uuid("photo_id").references(() => attachments.id, { onDelete: "restrict" }),
    /** Who took it, as typed: a run's link identifies nobody. */
    takenBy: text("taken_by").notNull(),
    takenAt: instant("taken_at").notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
    linkId: uuid("link_id")
      .notNull()
      .references(() => runLinks.id, { onDelete: "restrict" }),
    entryId: uuid("entry_id").notNull().unique(),
    /** When the office had already booked it; null if this receipt booked it. */
    knownSince: instant("known_since"),
  },
  (t) => [
    foreignKey({
      name: "door_receipts_entry_fk",
      columns: [t.entryId],
      foreignColumns: [ledgerEntries.id],
    }).onDelete("restrict"),
    check("door_receipts_method_known", oneOf(t.method, doorMethods)),
    check("door_receipts_cents_range", within(t.cents, 1, mostAtDoorCents)),
    check("door_receipts_rounding_range", within(t.roundingCents, -2, 2)),
    check("door_receipts_over_range", within(t.overCents, 0, "cents")),
    check("door_receipts_reference_length", atMost(t.reference, 100)),
    check("door_receipts_reason_length", atMost(t.reason, 500)),
    check("door_receipts_taken_by_form", filled(t.takenBy, 100)),
    index("door_receipts_of_run").on(t.runId, t.recordedAt),
    index("door_receipts_of_stop").on(t.stopId),
  ],
);

/**
 * What a run's driver handed in, as counted by the office, and what was taken. A run has at most
 * one standing cash-up; an undone one is marked, and can be made again.
 */
export const runCashUps = pgTable(
  "run_cash_ups",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    requestId: uuid("request_id").notNull().unique(),
    runId: uuid("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "restrict" }),
    takenCashCents: cents("taken_cash_cents").notNull(),
    takenChequeCents: cents("taken_cheque_cents").notNull(),
    takenTerminalCents: cents("taken_terminal_cents").notNull(),
    countedCashCents: cents("counted_cash_cents").notNull(),
    countedChequeCents: cents("counted_cheque_cents").notNull(),
    countedTerminalCents: cents("counted_terminal_cents").notNull(),
    reason: text("reason").notNull().default(""),
    confirmedBy: uuid("confirmed_by")
      .notNull()
      .references(() => user.id, { onDelete: "restrict" }),
    confirmedAt: instant("confirmed_at").notNull().defaultNow(),
    takenBackBy: uuid("taken_back_by").references(() => user.id, { onDelete: "restrict" }),
    takenBackAt: instant("taken_back_at"),
    takenBackWhy: text("taken_back_why").notNull().default(""),
  },
  (t) => [
    uniqueIndex("run_cash_ups_standing").on(t.runId).where(sql`taken_back_at is null`),
    ...[
      t.takenCashCents,
      t.takenChequeCents,
      t.takenTerminalCents,
      t.countedCashCents,
      t.countedChequeCents,
      t.countedTerminalCents,
    ].map((column) =>
      check(`run_cash_ups_${column.name}_range`, within(column, 0, mostOnRunCents)),
    ),
    check(
      "run_cash_ups_explained",
      sql`${t.reason} ~ '[^[:space:]]' or (${t.takenCashCents} = ${t.countedCashCents}
        and ${t.takenChequeCents} = ${t.countedChequeCents}
        and ${t.takenTerminalCents} = ${t.countedTerminalCents})`,
    ),
    check("run_cash_ups_reason_length", atMost(t.reason, 500)),
    check(
      "run_cash_ups_taken_back",
      sql`(${t.takenBackAt} is null) = (${t.takenBackBy} is null)
        and (${t.takenBackAt} is null or ${t.takenBackWhy} ~ '[^[:space:]]')`,
    ),
    check("run_cash_ups_why_length", atMost(t.takenBackWhy, 500)),
  ],
);

/**
 * Returned goods, weighed, and their outcome. Append-only: a weighing entered by mistake is taken
 * back, whole and once, by a row with the opposite pounds, so that sums are correct with both.
 * Goods that a client had received are never sold again, other goods only cold and within a known
 * time; the checks enforce that too. Goods that never left the counter are not weighed again: their
 * refund's credit note puts them back as they were sold.
 */
export const returnedGoods = pgTable(
  "returned_goods",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    requestId: uuid("request_id").notNull().unique(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "restrict" }),
    orderItemId: uuid("order_item_id")
      .notNull()
      .references(() => orderItems.id, { onDelete: "restrict" }),
    lotId: uuid("lot_id").references(() => lots.id, { onDelete: "restrict" }),
    lb: pounds("lb").notNull(),
    place: text("place", { enum: returnPlaces }).notNull(),
    temperatureC: numeric("temperature_c", { precision: 4, scale: 1, mode: "string" }),
    minutesOut: integer("minutes_out"),
    outcome: text("outcome", { enum: returnOutcomes }).notNull(),
    /** Of a row that takes another back, the reason. */
    note: text("note").notNull().default(""),
    /** The credit that it settles, or that waits for its invoice; null at the counter. */
    creditRequestId: uuid("credit_request_id").references(() => creditRequests.id, {
      onDelete: "restrict",
    }),
    /** The credit note of the refund of goods that never left the counter; null elsewhere. */
    creditNoteId: uuid("credit_note_id").references(() => documents.id, { onDelete: "restrict" }),
    /**
     * Pounds that it adds to that credit, as billed; 0 if they were credited before it was weighed.
     * Of a row that takes another back, what it takes of the credit, negative.
     */
    creditedLb: pounds("credited_lb").notNull().default("0.00"),
    reversesId: uuid("reverses_id")
      .unique("returned_goods_reversed_once")
      .references((): AnyPgColumn => returnedGoods.id, { onDelete: "restrict" }),
    /** The invoice that takes back its credit; null if nothing had been credited. */
    debitId: uuid("debit_id").references(() => documents.id, { onDelete: "restrict" }),
    weighedBy: uuid("weighed_by")
      .notNull()
      .references(() => user.id, { onDelete: "restrict" }),
    weighedAt: instant("weighed_at").notNull().defaultNow(),
  },
  (t) => [
    check("returned_goods_lb_range", sql`abs(${t.lb}) between 0.01 and 10000`),
    check("returned_goods_reversal_negative", sql`(${t.lb} < 0) = (${t.reversesId} is not null)`),
    check(
      "returned_goods_credited_lb_sign",
      sql`${t.creditedLb} = 0 or (${t.creditedLb} < 0) = (${t.reversesId} is not null)`,
    ),
    check(
      "returned_goods_reversal_says_why",
      sql`${t.reversesId} is null or ${t.note} ~ '[^[:space:]]'`,
    ),
    check(
      "returned_goods_debit_of_reversal",
      sql`${t.debitId} is null or (${t.reversesId} is not null and ${t.creditedLb} < 0)`,
    ),
    check("returned_goods_place_known", oneOf(t.place, returnPlaces)),
    check("returned_goods_outcome_known", oneOf(t.outcome, returnOutcomes)),
    check("returned_goods_temperature_range", within(t.temperatureC, -60, 60)),
    check("returned_goods_minutes_range", within(t.minutesOut, 0, 10_000)),
    check("returned_goods_note_length", atMost(t.note, 500)),
    check(
      "returned_goods_sold_again",
      sql`${t.outcome} = 'waste' or ${t.place} = 'counter' or (${t.place} = 'truck'
        and ${t.temperatureC} is not null and ${t.temperatureC} <= 4 and ${t.minutesOut} is not null)`,
    ),
    check(
      "returned_goods_credited_by",
      sql`(${t.place} = 'counter') = (${t.creditNoteId} is not null)
        and (${t.place} = 'counter') = (${t.creditRequestId} is null)`,
    ),
    index("returned_goods_of_note").on(t.creditNoteId).where(sql`credit_note_id is not null`),
    index("returned_goods_of_item").on(t.orderItemId),
    index("returned_goods_of_lot").on(t.lotId),
    index("returned_goods_newest").on(t.weighedAt),
  ],
);

/** Matches weighings neither taken back nor taking back. For queries of `returned_goods`. */
export const isLiveReturn = sql<boolean>`(returned_goods.reverses_id is null and not exists (
  select from returned_goods as reversal where reversal.reverses_id = returned_goods.id))`;

/** Pounds of a line that came back with a truck and were weighed. For queries of `order_items`. */
export const truckLbOf = sql<string>`coalesce((select sum(lb) from returned_goods
  where returned_goods.order_item_id = order_items.id and place = 'truck'), 0.00)`;
