import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "../accounts.ts";
import { atMost, filled, instant, oneOf, pounds } from "../columns.ts";
import { customers } from "../customers.ts";
import { lots } from "../packages.ts";
import { type RecallFound, recallContactOutcomes, recallScopes } from "../values/meat/recalls.ts";

/**
 * Present and past holds of lots: while one is open, nothing is packed or cut from the lot, and
 * packages of it don't leave. A released row is immutable.
 */
export const lotHolds = pgTable(
  "lot_holds",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    lotId: uuid("lot_id")
      .notNull()
      .references(() => lots.id, { onDelete: "restrict" }),
    reason: text("reason").notNull(),
    heldAt: instant("held_at").notNull().defaultNow(),
    heldBy: uuid("held_by").references(() => user.id, { onDelete: "set null" }),
    releasedAt: instant("released_at"),
    releasedBy: uuid("released_by").references(() => user.id, { onDelete: "set null" }),
    releaseNote: text("release_note").notNull().default(""),
  },
  (t) => [
    check("lot_holds_reason_form", filled(t.reason, 500)),
    check("lot_holds_release_note_length", atMost(t.releaseNote, 500)),
    check(
      "lot_holds_released_wholly",
      sql`${t.releasedAt} is not null or (${t.releasedBy} is null and ${t.releaseNote} = '')`,
    ),
    uniqueIndex("lot_holds_open").on(t.lotId).where(sql`released_at is null`),
    index("lot_holds_of_lot").on(t.lotId, t.heldAt),
  ],
);

/** True if packages are of a lot on hold. For queries of `packages`. */
export const isOfHeldLot = sql<boolean>`exists (select from lot_holds
  where lot_holds.lot_id = packages.lot_id and lot_holds.released_at is null)`;

/** True if an order has live packages of a lot on hold. For queries of `orders`. */
export const hasHeldPackages = sql<boolean>`exists (select from packages
  join order_items as held_item on held_item.id = packages.order_item_id
  join lot_holds on lot_holds.lot_id = packages.lot_id and lot_holds.released_at is null
  where held_item.order_id = orders.id and packages.voided_at is null)`;

/** Recalls of a lot, and drills, which mail nobody. A lot has at most one real recall at a time. */
export const recalls = pgTable(
  "recalls",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** "Recall 3"; drills share the numbering. */
    number: integer("number").notNull().generatedAlwaysAsIdentity().unique(),
    requestId: uuid("request_id").notNull().unique(),
    lotId: uuid("lot_id")
      .notNull()
      .references(() => lots.id, { onDelete: "restrict" }),
    scope: text("scope", { enum: recallScopes }).notNull(),
    isDrill: boolean("is_drill").notNull(),
    reason: text("reason").notNull(),
    instructions: text("instructions").notNull(),
    found: jsonb("found").$type<RecallFound>().notNull(),
    openedAt: instant("opened_at").notNull().defaultNow(),
    openedBy: uuid("opened_by").references(() => user.id, { onDelete: "set null" }),
    closedAt: instant("closed_at"),
    closedBy: uuid("closed_by").references(() => user.id, { onDelete: "set null" }),
    closeNote: text("close_note").notNull().default(""),
    /** True if it proved unfounded: closing it released the lots that it had put on hold. */
    isUnfounded: boolean("is_unfounded").notNull().default(false),
  },
  (t) => [
    check("recalls_unfounded_said", sql`not ${t.isUnfounded} or ${t.closeNote} <> ''`),
    check("recalls_scope_known", oneOf(t.scope, recallScopes)),
    check("recalls_reason_form", filled(t.reason, 1000)),
    check("recalls_instructions_form", filled(t.instructions, 1000)),
    check("recalls_close_note_length", atMost(t.closeNote, 1000)),
    check(
      "recalls_closed_wholly",
      sql`${t.closedAt} is not null or (${t.closedBy} is null and ${t.closeNote} = '')`,
    ),
    uniqueIndex("recalls_open_of_lot").on(t.lotId).where(sql`closed_at is null and not is_drill`),
    index("recalls_newest").on(t.openedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/** The lots of a recall, as found; lots made from them later are added by hand. */
export const recallLots = pgTable(
  "recall_lots",
  {
    recallId: uuid("recall_id")
      .notNull()
      .references(() => recalls.id, { onDelete: "restrict" }),
    lotId: uuid("lot_id")
      .notNull()
      .references(() => lots.id, { onDelete: "restrict" }),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.recallId, t.lotId] }), index("recall_lots_of_lot").on(t.lotId)],
);

/** Authorities that the shop has called: the CFIA, the health authority. */
export const recallCalls = pgTable(
  "recall_calls",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    recallId: uuid("recall_id")
      .notNull()
      .references(() => recalls.id, { onDelete: "restrict" }),
    requestId: uuid("request_id").notNull().unique(),
    authority: text("authority").notNull(),
    phone: text("phone").notNull(),
    calledAt: instant("called_at").notNull(),
    answeredBy: text("answered_by").notNull(),
    note: text("note").notNull().default(""),
    recordedBy: uuid("recorded_by").references(() => user.id, { onDelete: "set null" }),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
  },
  (t) => [
    check("recall_calls_authority_form", filled(t.authority, 100)),
    check("recall_calls_phone_form", filled(t.phone, 50)),
    check("recall_calls_answered_by_form", filled(t.answeredBy, 200)),
    check("recall_calls_note_length", atMost(t.note, 1000)),
    index("recall_calls_of_recall").on(t.recallId, t.calledAt),
  ],
);

/**
 * Customers that a recall notifies, with addresses; none if we can't mail them. A customer who got
 * more since is notified again, in a round of its own; the latest round counts.
 */
export const recallNotices = pgTable(
  "recall_notices",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    recallId: uuid("recall_id")
      .notNull()
      .references(() => recalls.id, { onDelete: "restrict" }),
    /** The main record of the customer. */
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "restrict" }),
    /** Number of this notice to the customer, from 1. */
    round: smallint("round").notNull().default(1),
    emails: text("emails").array().notNull(),
    mailedAt: instant("mailed_at"),
    /** The emails to them, whose rows say whether they were delivered; none for older notices. */
    mailIds: uuid("mail_ids").array().notNull().default([]),
    /** The delivered pounds they know of, by the email or their later answer; null if older. */
    toldLb: pounds("told_lb"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("recall_notices_once").on(t.recallId, t.customerId, t.round),
    check("recall_notices_round_positive", sql`${t.round} > 0`),
    check(
      "recall_notices_mailed_somewhere",
      sql`(${t.mailedAt} is null) = (cardinality(${t.emails}) = 0)`,
    ),
  ],
);

/** Clients' accounts of the meat, through the link or by phone; the last answer counts. */
export const recallAnswers = pgTable(
  "recall_answers",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    noticeId: uuid("notice_id")
      .notNull()
      .references(() => recallNotices.id, { onDelete: "restrict" }),
    requestId: uuid("request_id").notNull().unique(),
    usedLb: pounds("used_lb").notNull(),
    heldLb: pounds("held_lb").notNull(),
    discardedLb: pounds("discarded_lb").notNull(),
    answeredBy: text("answered_by").notNull(),
    note: text("note").notNull().default(""),
    /** Null for an answer through the link. */
    recordedBy: uuid("recorded_by").references(() => user.id, { onDelete: "set null" }),
    isByPhone: boolean("is_by_phone").notNull(),
    answeredAt: instant("answered_at").notNull().defaultNow(),
  },
  (t) => [
    check(
      "recall_answers_not_negative",
      sql`least(${t.usedLb}, ${t.heldLb}, ${t.discardedLb}) >= 0`,
    ),
    check("recall_answers_answered_by_form", filled(t.answeredBy, 200)),
    check("recall_answers_note_length", atMost(t.note, 1000)),
    index("recall_answers_of_notice").on(t.noticeId, t.answeredAt),
  ],
);

/**
 * Calls to clients of a recall that brought no answer about pounds: nobody answered, or a client
 * who may have some of the meat was told or has none. Append-only.
 */
export const recallContacts = pgTable(
  "recall_contacts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    requestId: uuid("request_id").notNull().unique(),
    recallId: uuid("recall_id")
      .notNull()
      .references(() => recalls.id, { onDelete: "restrict" }),
    /** The main record of the customer. */
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "restrict" }),
    outcome: text("outcome", { enum: recallContactOutcomes }).notNull(),
    note: text("note").notNull().default(""),
    recordedBy: uuid("recorded_by").references(() => user.id, { onDelete: "set null" }),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
  },
  (t) => [
    check("recall_contacts_outcome_known", oneOf(t.outcome, recallContactOutcomes)),
    check("recall_contacts_note_length", atMost(t.note, 1000)),
    index("recall_contacts_of_recall").on(t.recallId, t.customerId, t.recordedAt),
  ],
);

/** Evidence of a recall: all that it had found and done when it was closed. Append-only. */
export const recallClosings = pgTable("recall_closings", {
  recallId: uuid("recall_id")
    .primaryKey()
    .references(() => recalls.id, { onDelete: "restrict" }),
  /** Its clients, lots, calls, emails and answers, as its page and its papers show them. */
  file: jsonb("file").notNull(),
  closedAt: instant("closed_at").notNull().defaultNow(),
});
