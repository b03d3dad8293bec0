import { sql } from "drizzle-orm";
import { check, index, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { atMost, instant, oneOf, pounds, within } from "./columns.ts";
import { shipTos } from "./customers.ts";
import { runLinks, runStops, runs } from "./deliveries.ts";
import { attachments } from "./money/credits.ts";
import { orderItems, orders } from "./orders.ts";
import { stopEventKinds } from "./values/deliveries.ts";

/**
 * What was reported of a stop, in the order of arrival. Append-only. `requestId` is made by the
 * driver's telephone, so that a report sent twice is stored once; `happenedAt` is its clock.
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
    /** Who took it in, as typed. */
    receivedBy: text("received_by").notNull().default(""),
    temperatureC: numeric("temperature_c", { precision: 4, scale: 1, mode: "string" }),
    /** The refused line. */
    orderItemId: uuid("order_item_id").references(() => orderItems.id, { onDelete: "restrict" }),
    /** Pounds of it that were not taken. */
    refusedLb: pounds("refused_lb"),
    note: text("note").notNull().default(""),
    signatureId: uuid("signature_id").references(() => attachments.id, { onDelete: "restrict" }),
    photoId: uuid("photo_id").references(() => attachments.id, { onDelete: "restrict" }),
    /** By a driver's link, or by staff. */
    linkId: uuid("link_id").references(() => runLinks.id, { onDelete: "restrict" }),
    recordedBy: uuid("recorded_by").references(() => user.id, { onDelete: "restrict" }),
  },
  (t) => [
    check("stop_events_kind_known", oneOf(t.kind, stopEventKinds)),
    check("stop_events_received_by_length", atMost(t.receivedBy, 100)),
    check("stop_events_temperature_range", within(t.temperatureC, -60, 60)),
    check(
      "stop_events_refused_line",
      sql`(${t.kind} = 'refused') = (${t.orderItemId} is not null)`,
    ),
    check("stop_events_refused_lb", sql`(${t.kind} = 'refused') = (${t.refusedLb} is not null)`),
    check("stop_events_refused_lb_range", within(t.refusedLb, "0.01", 10_000)),
    check("stop_events_note_length", atMost(t.note, 1000)),
    check("stop_events_by_somebody", sql`(${t.linkId} is null) <> (${t.recordedBy} is null)`),
    index("stop_events_of_stop").on(t.stopId, t.recordedAt),
  ],
);

/**
 * Orders that were moved or cancelled while their run was out, so that whoever drives it learns why a
 * stop is gone. Where they go now is in the order.
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
  },
  (t) => [primaryKey({ columns: [t.runId, t.orderId] })],
);

/** Pictures of a customer's site that show drivers where to go: the back door, the buzzer. */
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
