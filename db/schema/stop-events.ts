import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { atMost, filled, instant, oneOf, pounds, within } from "./columns.ts";
import { shipTos } from "./customers.ts";
import { runLinks, runStops, runs, zones } from "./deliveries.ts";
import { textOutbox } from "./mail-outbox.ts";
import { attachments } from "./money/credits.ts";
import { orderItems, orders } from "./orders.ts";
import { boxes } from "./packages.ts";
import { arrivalChannels, leftWithKinds, stopEventKinds } from "./values/deliveries.ts";

/**
 * Reports of stops, in the order of arrival. Append-only. `requestId` is made by the driver's
 * phone, so that a report sent twice is stored once; `happenedAt` is its clock.
 */
export const stopEvents = pgTable(
  "stop_events",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    stopId: uuid("stop_id")
      .notNull()
      .references(() => runStops.id, { onDelete: "restrict" }),
    requestId: uuid("request_id").notNull().unique(),
    kind: text("kind", { enum: stopEventKinds }).notNull(),
    happenedAt: instant("happened_at").notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
    receivedBy: text("received_by").notNull().default(""),
    /** Who that is, if not the addressee; null otherwise. */
    leftWith: text("left_with", { enum: leftWithKinds }),
    temperatureC: numeric("temperature_c", { precision: 4, scale: 1, mode: "string" }),
    /** The line that was refused, or kept back. */
    orderItemId: uuid("order_item_id").references(() => orderItems.id, { onDelete: "restrict" }),
    /** Pounds of it that were refused, or kept back. */
    refusedLb: pounds("refused_lb"),
    note: text("note").notNull().default(""),
    signatureId: uuid("signature_id").references(() => attachments.id, { onDelete: "restrict" }),
    photoId: uuid("photo_id").references(() => attachments.id, { onDelete: "restrict" }),
    /** Through a driver's link, or by staff. */
    linkId: uuid("link_id").references(() => runLinks.id, { onDelete: "restrict" }),
    recordedBy: uuid("recorded_by").references(() => user.id, { onDelete: "restrict" }),
  },
  (t) => [
    check("stop_events_kind_known", oneOf(t.kind, stopEventKinds)),
    check("stop_events_received_by_length", atMost(t.receivedBy, 100)),
    check("stop_events_left_with_known", oneOf(t.leftWith, leftWithKinds)),
    check(
      "stop_events_left_with_somebody",
      sql`${t.leftWith} is null or (${t.kind} = 'delivered' and ${t.receivedBy} ~ '[^[:space:]]')`,
    ),
    check("stop_events_temperature_range", within(t.temperatureC, -60, 60)),
    check(
      "stop_events_refused_line",
      sql`(${t.kind} = 'refused') = (${t.orderItemId} is not null)
        or (${t.kind} = 'kept' and ${t.orderItemId} is not null)`,
    ),
    check("stop_events_refused_lb", sql`(${t.orderItemId} is null) = (${t.refusedLb} is null)`),
    check("stop_events_refused_lb_range", within(t.refusedLb, "0.01", 10_000)),
    check("stop_events_note_length", atMost(t.note, 1000)),
    check("stop_events_by_somebody", sql`(${t.linkId} is null) <> (${t.recordedBy} is null)`),
    index("stop_events_of_stop").on(t.stopId, t.recordedAt),
  ],
);

/**
 * Orders that were moved or cancelled while their run was out or after a report of their stop, so
 * that the driver learns why a stop is gone, and the run says where an undelivered order went. The
 * order has its new destination.
 */
export const ordersOffRuns = pgTable(
  "orders_off_runs",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "restrict" }),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "restrict" }),
    takenOffAt: instant("taken_off_at").notNull().defaultNow(),
    /** True if it was on the truck then, packed before the run left. */
    wasOnBoard: boolean("was_on_board").notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.runId, t.orderId] })],
);

/** Boxes that go to another stop than the rest of their order. Append-only; the latest counts. */
export const boxMoves = pgTable(
  "box_moves",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    requestId: uuid("request_id").notNull().unique(),
    boxId: uuid("box_id")
      .notNull()
      .references(() => boxes.id, { onDelete: "restrict" }),
    /** The stop of its order. */
    fromStopId: uuid("from_stop_id")
      .notNull()
      .references(() => runStops.id, { onDelete: "restrict" }),
    /** The stop it goes to; its order's own if it was moved back. */
    toStopId: uuid("to_stop_id")
      .notNull()
      .references(() => runStops.id, { onDelete: "restrict" }),
    note: text("note").notNull().default(""),
    movedAt: instant("moved_at").notNull().defaultNow(),
    /** Through a driver's link, or by staff. */
    linkId: uuid("link_id").references(() => runLinks.id, { onDelete: "restrict" }),
    movedBy: uuid("moved_by").references(() => user.id, { onDelete: "restrict" }),
  },
  (t) => [
    check("box_moves_note_length", atMost(t.note, 500)),
    check("box_moves_by_somebody", sql`(${t.linkId} is null) <> (${t.movedBy} is null)`),
    index("box_moves_of_box").on(t.boxId, t.movedAt),
    index("box_moves_of_stop").on(t.fromStopId),
    index("box_moves_to_stop").on(t.toStopId),
  ],
);

/** Photos of a customer's site that show drivers where to go: the back door, the buzzer. */
export const sitePhotos = pgTable(
  "site_photos",
  {
    siteId: uuid("site_id")
      .notNull()
      .references(() => shipTos.id, { onDelete: "cascade" }),
    attachmentId: uuid("attachment_id")
      .notNull()
      .references(() => attachments.id, { onDelete: "cascade" }),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.attachmentId] }),
    index("site_photos_attachment").on(t.attachmentId),
  ],
);

/** The Pacific day of a moment, a column or expression, in SQL: always seven hours behind UTC. */
const pacificDate = (moment: string) => sql.raw(`(${moment} at time zone 'Etc/GMT+7')::date`);

/** Matches reports that were recorded on a Pacific day. For queries of `stop_events`. */
export const isRecordedOn = (day: string) =>
  sql`${pacificDate("stop_events.recorded_at")} = ${day}`;

/**
 * Matches reports that were not undone since. An undo covers the reports of its day; those of
 * earlier days stand. For queries of `stop_events`.
 */
export const isStandingEvent = sql`not exists (
  select from stop_events as later
  where later.stop_id = stop_events.stop_id and later.kind = 'undone'
    and later.recorded_at >= stop_events.recorded_at
    and ${pacificDate("later.recorded_at")} = ${pacificDate("stop_events.recorded_at")}
)`;

/**
 * True for orders of which the client refused everything offered, whether or not the stop was
 * reported: the rule of `app/domain/delivery/runs/all-refused.ts`. For queries of `orders`. Columns
 * are written out, because a select of one table omits the table of `orders.id`.
 */
export const isRefusedInFull = sql<boolean>`(coalesce((
  select sum(refused_lb) filter (where kind = 'refused') > 0 from stop_events
  where stop_events.stop_id = orders.stop_id and ${isStandingEvent}
    and order_item_id in (select id from order_items where order_id = orders.id)), false)
  and not exists (select from order_items where order_id = orders.id
    and packed_lb > coalesce((select sum(refused_lb) from stop_events
      where stop_events.stop_id = orders.stop_id and ${isStandingEvent}
        and order_item_id = order_items.id), 0)))`;

/** True for delivered orders without anything handed over. For queries of `orders`. */
export const isAllRefused = sql<boolean>`(orders.status = 'delivered' and ${isRefusedInFull})`;

/**
 * True for orders of which more was weighed back than a client refused, beyond the scales'
 * tolerance: nobody took them, and they are unpacked. For queries of `orders`.
 */
export const isWeighedBack = sql<boolean>`exists (
  select from order_items where order_items.order_id = orders.id
    and coalesce((select sum(lb) from returned_goods
        where returned_goods.order_item_id = order_items.id), 0) - 0.10 > coalesce((
      select sum(refused_lb) from stop_events
      where stop_events.order_item_id = order_items.id and ${isStandingEvent}), 0))`;

/**
 * True for orders that are `isWeighedBack` and have nothing left to hand over: each line came back
 * on the truck, less at most the usual loss on the way (`isSlight` of
 * `app/domain/lots/refused-at-door.ts`). For queries of `orders`.
 */
export const isWeighedBackWhole = sql<boolean>`(${isWeighedBack} and not exists (
  select from order_items where order_items.order_id = orders.id
    and packed_lb * 0.95 > coalesce((select sum(lb) from returned_goods
      where returned_goods.order_item_id = order_items.id and place = 'truck'), 0)))`;

/**
 * The order in which a zone's sites are driven, from the last run of the zone that was ordered; the
 * next run starts with it. A lower rank comes first.
 */
export const routePlaces = pgTable(
  "route_places",
  {
    zoneId: uuid("zone_id")
      .notNull()
      .references(() => zones.id, { onDelete: "cascade" }),
    siteId: uuid("site_id")
      .notNull()
      .references(() => shipTos.id, { onDelete: "cascade" }),
    rank: integer("rank").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.zoneId, t.siteId] }),
    index("route_places_of_site").on(t.siteId),
  ],
);

/**
 * Stops that drivers moved within their run. Append-only: `requestId` is made by the driver's
 * phone, so that a move sent twice is stored once.
 */
export const stopMoves = pgTable(
  "stop_moves",
  {
    requestId: uuid("request_id").primaryKey(),
    stopId: uuid("stop_id")
      .notNull()
      .references(() => runStops.id, { onDelete: "restrict" }),
    movedAt: instant("moved_at").notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
    linkId: uuid("link_id")
      .notNull()
      .references(() => runLinks.id, { onDelete: "restrict" }),
  },
  (t) => [index("stop_moves_of_stop").on(t.stopId)],
);

/** Notices to a stop's client that the driver is near: one per stop. */
export const arrivalNotices = pgTable(
  "arrival_notices",
  {
    stopId: uuid("stop_id")
      .primaryKey()
      .references(() => runStops.id, { onDelete: "restrict" }),
    requestId: uuid("request_id").notNull().unique(),
    channel: text("channel", { enum: arrivalChannels }).notNull(),
    /** The recipient, masked: "…0142", "k…@example.com". */
    toldTo: text("told_to").notNull(),
    /** The text message; null for emails, and once it was deleted. */
    textId: uuid("text_id").references(() => textOutbox.id, { onDelete: "set null" }),
    saidAt: instant("said_at").notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
    linkId: uuid("link_id")
      .notNull()
      .references(() => runLinks.id, { onDelete: "restrict" }),
  },
  (t) => [
    check("arrival_notices_channel_known", oneOf(t.channel, arrivalChannels)),
    check("arrival_notices_told_to_form", filled(t.toldTo, 500)),
  ],
);
