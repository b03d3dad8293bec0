import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  time,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import {
  atMost,
  dollars,
  emailAddress,
  filled,
  instant,
  oneOf,
  pounds,
  within,
} from "./columns.ts";
import { customers, shipTos } from "./customers.ts";
import { deliveryKinds, exceptionKinds, runStates, stopStates } from "./values/deliveries.ts";
import { taxCodes } from "./values/products.ts";

/** Maximum stops and pounds of a run: guards against typos. */
const maxStops = 1000;
const maxRunLb = 100_000;
const maxBoxes = 10_000;

/** A BC postal code without its space, or the beginning of one. */
const postalPrefix = (column: AnyPgColumn) =>
  sql`${column} ~ '^V([0-9]([ABCEGHJ-NPRSTV-Z]([0-9]([ABCEGHJ-NPRSTV-Z][0-9]?)?)?)?)?$'`;

/**
 * Zones where we deliver or where orders are picked up. A zone without days offers nothing yet; an
 * inactive one keeps its past runs but offers nothing.
 */
export const zones = pgTable(
  "zones",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull().unique(),
    kind: text("kind", { enum: deliveryKinds }).notNull().default("delivery"),
    place: text("place").notNull().default(""),
    wholesaleOnly: boolean("wholesale_only").notNull().default(false),
    isActive: boolean("is_active").notNull().default(true),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("zones_name_form", filled(t.name, 100)),
    check("zones_kind_known", oneOf(t.kind, deliveryKinds)),
    check("zones_place_length", atMost(t.place, 500)),
    check("zones_pickup_has_place", sql`${t.kind} = 'delivery' or ${t.place} ~ '[^[:space:]]'`),
  ],
);

/** Which postal codes a zone covers. The longest matching prefix wins. */
export const zonePrefixes = pgTable(
  "zone_prefixes",
  {
    prefix: text("prefix").primaryKey(),
    zoneId: uuid("zone_id")
      .notNull()
      .references(() => zones.id, { onDelete: "cascade" }),
  },
  (t) => [
    check("zone_prefixes_form", postalPrefix(t.prefix)),
    index("zone_prefixes_of_zone").on(t.zoneId),
  ],
);

/** On which weekdays a zone is served, and on what conditions. Times are Pacific. */
export const zoneDays = pgTable(
  "zone_days",
  {
    zoneId: uuid("zone_id")
      .notNull()
      .references(() => zones.id, { onDelete: "cascade" }),
    /** ISO: Monday is 1. */
    weekday: integer("weekday").notNull(),
    cutOffDaysBefore: integer("cut_off_days_before").notNull(),
    cutOffTime: time("cut_off_time", { precision: 0 }).notNull(),
    windowFrom: time("window_from", { precision: 0 }).notNull(),
    windowTo: time("window_to", { precision: 0 }).notNull(),
    /** Null for no limit. */
    capStops: integer("cap_stops"),
    capLb: pounds("cap_lb"),
    capBoxes: integer("cap_boxes"),
    /** The minimum of an order, judged on its estimate. */
    minOrder: dollars("min_order").notNull().default("0.00"),
    fee: dollars("fee").notNull().default("0.00"),
    /** Null if taxed like the goods. */
    feeTaxCode: text("fee_tax_code", { enum: taxCodes }),
    /** The estimate from which there is no fee; null for never. */
    freeFrom: dollars("free_from"),
  },
  (t) => [
    primaryKey({ columns: [t.zoneId, t.weekday] }),
    check("zone_days_weekday_range", within(t.weekday, 1, 7)),
    check("zone_days_cut_off_range", within(t.cutOffDaysBefore, 0, 14)),
    check("zone_days_window", sql`${t.windowFrom} < ${t.windowTo}`),
    check(
      "zone_days_cut_off_before_window",
      sql`${t.cutOffDaysBefore} > 0 or ${t.cutOffTime} <= ${t.windowFrom}`,
    ),
    check("zone_days_cap_stops_range", within(t.capStops, 1, maxStops)),
    check("zone_days_cap_lb_range", within(t.capLb, 1, maxRunLb)),
    check("zone_days_cap_boxes_range", within(t.capBoxes, 1, maxBoxes)),
    check("zone_days_min_order_range", within(t.minOrder, 0, 100_000)),
    check("zone_days_fee_range", within(t.fee, 0, 10_000)),
    check("zone_days_free_from_range", within(t.freeFrom, 0, 100_000)),
    check("zone_days_fee_tax_code_known", oneOf(t.feeTaxCode, taxCodes)),
  ],
);

/**
 * Days that differ from the weekly rule, of one zone or, without one, of all zones. An extra day
 * follows the rule of `weekday`. A zone's own exception takes precedence over one for all.
 */
export const dayExceptions = pgTable(
  "day_exceptions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    zoneId: uuid("zone_id").references(() => zones.id, { onDelete: "cascade" }),
    date: date("date", { mode: "string" }).notNull(),
    kind: text("kind", { enum: exceptionKinds }).notNull(),
    movedTo: date("moved_to", { mode: "string" }),
    weekday: integer("weekday"),
    /** Replaces the rule's cut-off. */
    cutOffAt: instant("cut_off_at"),
    note: text("note").notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("day_exceptions_once").on(t.zoneId, t.date).nullsNotDistinct(),
    check("day_exceptions_kind_known", oneOf(t.kind, exceptionKinds)),
    check("day_exceptions_moved", sql`(${t.kind} = 'moved') = (${t.movedTo} is not null)`),
    check("day_exceptions_moved_elsewhere", sql`${t.movedTo} <> ${t.date}`),
    check("day_exceptions_extra", sql`(${t.kind} = 'extra') = (${t.weekday} is not null)`),
    check("day_exceptions_weekday_range", within(t.weekday, 1, 7)),
    check("day_exceptions_extra_of_zone", sql`${t.kind} <> 'extra' or ${t.zoneId} is not null`),
    check("day_exceptions_note_length", atMost(t.note, 500)),
    index("day_exceptions_date").on(t.date),
  ],
);

/** The owner's decisions about proposed holidays. The exceptions are in `dayExceptions`. */
export const holidayDecisions = pgTable("holiday_decisions", {
  date: date("date", { mode: "string" }).primaryKey(),
  decidedBy: uuid("decided_by").references(() => user.id, { onDelete: "set null" }),
  decidedAt: instant("decided_at").notNull().defaultNow(),
});

/**
 * A zone on a day, created when first needed. Its limits and cut-off are copied from the rules in
 * force and follow their changes while it is planned, so that a booking is judged on one row.
 */
export const runs = pgTable(
  "runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    zoneId: uuid("zone_id")
      .notNull()
      .references(() => zones.id, { onDelete: "restrict" }),
    date: date("date", { mode: "string" }).notNull(),
    state: text("state", { enum: runStates }).notNull().default("planned"),
    /** True if the rules no longer serve this day; its bookings are to be moved. */
    isClosed: boolean("is_closed").notNull().default(false),
    cutOffAt: instant("cut_off_at").notNull(),
    capStops: integer("cap_stops"),
    capLb: pounds("cap_lb"),
    capBoxes: integer("cap_boxes"),
    bookedStops: integer("booked_stops").notNull().default(0),
    /** Pounds at the promised maximum. */
    bookedLb: pounds("booked_lb").notNull().default("0.00"),
    /** The expected boxes of its orders, and the real ones of packed orders. */
    bookedBoxes: integer("booked_boxes").notNull().default(0),
    driver: text("driver").notNull().default(""),
    departedAt: instant("departed_at"),
    doneAt: instant("done_at"),
    /** Who said that the driver is back; null if it ended with its last stop, or is not done. */
    endedBy: uuid("ended_by").references(() => user.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    unique("runs_zone_day").on(t.zoneId, t.date),
    check("runs_state_known", oneOf(t.state, runStates)),
    check("runs_cap_stops_range", within(t.capStops, 1, maxStops)),
    check("runs_cap_lb_range", within(t.capLb, 1, maxRunLb)),
    check("runs_cap_boxes_range", within(t.capBoxes, 1, maxBoxes)),
    check("runs_booked_not_negative", sql`${t.bookedStops} >= 0 and ${t.bookedLb} >= 0`),
    check("runs_booked_boxes_not_negative", sql`${t.bookedBoxes} >= 0`),
    check("runs_driver_length", atMost(t.driver, 100)),
    index("runs_date").on(t.date, t.zoneId),
  ],
);

/**
 * The stops of a run, one per site, however many orders go there. Its state is the sum of its
 * events. If the site is deleted, the stop stays with the customer.
 */
export const runStops = pgTable(
  "run_stops",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    runId: uuid("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "restrict" }),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "restrict" }),
    shipToId: uuid("ship_to_id"),
    /** Lower comes first; copied from the site when the stop is made. */
    rank: integer("rank").notNull().default(0),
    state: text("state", { enum: stopStates }).notNull().default("waiting"),
    visitedAt: instant("visited_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("run_stops_site").on(t.runId, t.customerId, t.shipToId).nullsNotDistinct(),
    foreignKey({
      name: "run_stops_ship_to_fk",
      columns: [t.customerId, t.shipToId],
      foreignColumns: [shipTos.customerId, shipTos.id],
    }).onDelete("restrict"),
    check("run_stops_state_known", oneOf(t.state, stopStates)),
    check("run_stops_visited", sql`(${t.state} = 'waiting') = (${t.visitedAt} is null)`),
  ],
);

/** Links that open a run on a driver's phone. Only the token's hash is stored. */
export const runLinks = pgTable(
  "run_links",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    runId: uuid("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    tokenHash: text("token_hash").notNull().unique(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    /** The former and the new driver if the run was handed over; null otherwise. */
    handedFrom: text("handed_from"),
    handedTo: text("handed_to"),
    /** True if the user who made the link drives with it, and gave it to nobody. */
    isOwn: boolean("is_own").notNull().default(false),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    index("run_links_of_run").on(t.runId),
    check(
      "run_links_handed_over",
      sql`(${t.handedTo} is null) = (${t.handedFrom} is null) and (${t.handedTo} is null or ${t.revokedAt} is not null)`,
    ),
    check("run_links_handed_to_form", filled(t.handedTo, 100)),
    check("run_links_handed_from_length", atMost(t.handedFrom, 100)),
  ],
);

/** Number of requests for postal codes that no zone covers, by their first three characters. */
export const deliveryDemand = pgTable(
  "delivery_demand",
  {
    fsa: text("fsa").notNull(),
    askedOn: date("asked_on", { mode: "string" }).notNull(),
    count: integer("count").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.fsa, t.askedOn] }),
    check("delivery_demand_fsa_form", sql`${t.fsa} ~ '^V[0-9][ABCEGHJ-NPRSTV-Z]$'`),
    check("delivery_demand_count_positive", sql`${t.count} > 0`),
  ],
);

/** People to be notified when we deliver to their postal code. */
export const deliveryWaitlist = pgTable(
  "delivery_waitlist",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    postalCode: text("postal_code").notNull(),
    email: text("email").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    toldAt: instant("told_at"),
  },
  (t) => [
    unique("delivery_waitlist_once").on(t.postalCode, t.email),
    check("delivery_waitlist_postal_code_form", postalPrefix(t.postalCode)),
    check("delivery_waitlist_email_form", emailAddress(t.email)),
  ],
);

/** Reminders to order before a run's cut-off, each sent once. */
export const orderReminders = pgTable(
  "order_reminders",
  {
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    runDate: date("run_date", { mode: "string" }).notNull(),
    sentAt: instant("sent_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.runDate] })],
);
