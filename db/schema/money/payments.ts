import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  paymentActions,
  paymentJobStates,
  paymentStates,
  paymentTroubles,
  usualConfirmHours,
} from "#db/schema/values/payments.ts";
import { user } from "../accounts.ts";
import { atMost, filled, instant, oneOf, within } from "../columns.ts";
import { customers } from "../customers.ts";
import { orders } from "../orders.ts";
import { documents } from "./documents.ts";
import { ledgerEntries } from "./ledger.ts";

// Card payments: our requests to the provider, and its answers. Other payments are only ledger
// entries. docs/decisions/0036 explains the states.

/** The maximum of one payment, in cents: the provider's own limit. */
export const mostPaymentCents = 99_999_999;

const cents = (name: string) => bigint(name, { mode: "number" });

/**
 * A card payment: an order's authorization, captured for what was packed, or the charge of a
 * customer's invoice or account. It is one intent at the provider; a renewed authorization is
 * another payment. Captured never exceeds authorized, and refunded plus pending refunds never
 * exceed captured.
 */
export const payments = pgTable(
  "payments",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "restrict" }),
    /** The order it pays; null for the charge of an invoice or an account. */
    orderId: uuid("order_id").references((): AnyPgColumn => orders.id, { onDelete: "restrict" }),
    /** The invoice that a charge is for. Without invoice and order, it pays the oldest first. */
    documentId: uuid("document_id"),
    requestId: uuid("request_id").notNull().unique(),
    state: text("state", { enum: paymentStates }).notNull().default("confirming"),
    cents: cents("cents").notNull(),
    heldCents: cents("held_cents").notNull().default(0),
    capturedCents: cents("captured_cents").notNull().default(0),
    /** Refunds count from their request, so that no two exceed what was captured. */
    refundingCents: cents("refunding_cents").notNull().default(0),
    refundedCents: cents("refunded_cents").notNull().default(0),
    /** Refunds that never reached the card, which the provider reports days later. */
    failedRefundCents: cents("failed_refund_cents").notNull().default(0),
    /** What the customer's bank withdrew over disputes, and how much of it was returned. */
    disputedCents: cents("disputed_cents").notNull().default(0),
    returnedCents: cents("returned_cents").notNull().default(0),
    trouble: text("trouble", { enum: paymentTroubles }),
    /** The Pacific day from which the saved card is authorized; null for at once. */
    holdOn: date("hold_on", { mode: "string" }),
    /** The capture deadline; null if nothing is authorized. */
    captureBefore: instant("capture_before"),
    /** True for the order's present payment, as opposed to tried or replaced ones. */
    isCurrent: boolean("is_current").notNull().default(true),
    /** The authorization that this one replaces, which is voided once this one succeeds. */
    replacesId: uuid("replaces_id"),
    /** The provider's ids of setup, intent (authorization or charge), payer and card. */
    setupRef: text("setup_ref").unique(),
    intentRef: text("intent_ref").unique(),
    payerRef: text("payer_ref"),
    cardRef: text("card_ref"),
    /** The provider's digest of the card's number, the same for every payment with it. */
    cardPrint: text("card_print"),
    /** For display: "visa", "4242". */
    cardBrand: text("card_brand").notNull().default(""),
    cardLast4: text("card_last4").notNull().default(""),
    /** The provider's code for the last refusal, e.g. "insufficient_funds". */
    refusal: text("refusal").notNull().default(""),
    /** The ledger entry of the capture. */
    entryId: uuid("entry_id")
      .unique()
      .references(() => ledgerEntries.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    stateSince: instant("state_since").notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      name: "payments_document_fk",
      columns: [t.customerId, t.documentId],
      foreignColumns: [documents.customerId, documents.id],
    }).onDelete("restrict"),
    foreignKey({
      name: "payments_replaces_fk",
      columns: [t.replacesId],
      foreignColumns: [t.id],
    }).onDelete("restrict"),
    check("payments_one_subject", sql`num_nonnulls(${t.orderId}, ${t.documentId}) <= 1`),
    check("payments_state_known", oneOf(t.state, paymentStates)),
    check("payments_cents_range", within(t.cents, 1, mostPaymentCents)),
    check("payments_held_range", within(t.heldCents, 0, mostPaymentCents)),
    check("payments_captured_within", sql`${t.capturedCents} between 0 and ${t.heldCents}`),
    check(
      "payments_refunded_within",
      sql`${t.refundedCents} >= 0 and ${t.refundingCents} >= 0
        and ${t.refundedCents} + ${t.refundingCents} <= ${t.capturedCents}`,
    ),
    check(
      "payments_held_amount",
      sql`${t.state} not in ('held', 'capturing') or (${t.heldCents} > 0 and ${t.capturedCents} = 0)`,
    ),
    check(
      "payments_captured_amount",
      sql`(${t.state} = 'captured') = (${t.capturedCents} > 0) and (${t.capturedCents} > 0) = (${t.entryId} is not null)`,
    ),
    check(
      "payments_disputed_within",
      sql`${t.returnedCents} between 0 and ${t.disputedCents} and ${t.failedRefundCents} >= 0`,
    ),
    check("payments_trouble_known", oneOf(t.trouble, paymentTroubles)),
    check("payments_hold_on_of_order", sql`${t.holdOn} is null or ${t.orderId} is not null`),
    check("payments_replaces_of_order", sql`${t.replacesId} is null or ${t.orderId} is not null`),
    check("payments_refusal_length", atMost(t.refusal, 100)),
    check("payments_card_brand_length", atMost(t.cardBrand, 50)),
    check("payments_card_last4_form", sql`${t.cardLast4} ~ '^([0-9]{4})?$'`),
    uniqueIndex("payments_current_of_order").on(t.orderId).where(sql`is_current`),
    index("payments_of_customer").on(t.customerId),
    index("payments_of_order").on(t.orderId, t.createdAt),
    index("payments_of_card").on(t.cardPrint, t.createdAt),
    // For the rounds (`doRounds`) and the list of payments needing attention; most have ended.
    index("payments_open")
      .on(t.state, t.captureBefore)
      .where(sql`state not in ('captured', 'released', 'failed')`),
    index("payments_newest").on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/** True if a card was charged for an order. For queries of `orders`. */
export const paidByCard = sql<boolean>`exists (select from payments
  where payments.order_id = orders.id and payments.state = 'captured')`;

/**
 * Requests to the provider that need no customer, each stored before it is sent. The id is the
 * idempotency key, so that an unanswered request is resent without happening twice.
 */
export const paymentJobs = pgTable(
  "payment_jobs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id, { onDelete: "restrict" }),
    action: text("action", { enum: paymentActions }).notNull(),
    /** Null for a void, which covers all that is authorized. */
    cents: cents("cents"),
    state: text("state", { enum: paymentJobStates }).notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    notBefore: instant("not_before").notNull().defaultNow(),
    /** When it was first sent. The provider knows the key for 24 hours from then. */
    sentAt: instant("sent_at"),
    endedAt: instant("ended_at"),
    /** The provider's answer, for staff. */
    answer: text("answer").notNull().default(""),
    requestId: uuid("request_id").unique(),
    /** The credit note that a refund pays out. */
    documentId: uuid("document_id").references(() => documents.id, { onDelete: "restrict" }),
    /** The ledger entry of a refund. */
    entryId: uuid("entry_id")
      .unique()
      .references(() => ledgerEntries.id, { onDelete: "restrict" }),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check("payment_jobs_action_known", oneOf(t.action, paymentActions)),
    check("payment_jobs_state_known", oneOf(t.state, paymentJobStates)),
    check("payment_jobs_cents", sql`(${t.action} = 'release') = (${t.cents} is null)`),
    check("payment_jobs_cents_range", within(t.cents, 1, mostPaymentCents)),
    check("payment_jobs_attempts_not_negative", sql`${t.attempts} >= 0`),
    check(
      "payment_jobs_ended",
      sql`(${t.state} in ('done', 'refused')) = (${t.endedAt} is not null)`,
    ),
    check("payment_jobs_answer_length", atMost(t.answer, 500)),
    // A payment is captured once or voided once, even under concurrent requests.
    uniqueIndex("payment_jobs_settle_once")
      .on(t.paymentId)
      .where(sql`action in ('capture', 'release') and state <> 'refused'`),
    uniqueIndex("payment_jobs_hold_once")
      .on(t.paymentId)
      .where(sql`action = 'hold' and state <> 'refused'`),
    index("payment_jobs_of_payment").on(t.paymentId, t.createdAt),
    index("payment_jobs_waiting").on(t.notBefore).where(sql`state = 'waiting'`),
  ],
);

/** Events from the provider's webhook, each once. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    /** The intent that it is about; empty if none of ours. */
    objectRef: text("object_ref").notNull().default(""),
    receivedAt: instant("received_at").notNull().defaultNow(),
  },
  (t) => [
    check("payment_events_id_form", filled(t.id, 255)),
    check("payment_events_type_form", filled(t.type, 255)),
    check("payment_events_object_ref_length", atMost(t.objectRef, 255)),
    index("payment_events_received_at").on(t.receivedAt),
    index("payment_events_of_object").on(t.objectRef),
  ],
);

/**
 * Links that open a guest's order. Every email has its own, since only the token's digest is
 * stored. Their expiry follows from the order (`domain/orders/links`).
 */
export const orderLinks = pgTable(
  "order_links",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    /** SHA-256 of 192 random bits, in base64url. */
    tokenHash: text("token_hash").notNull().unique(),
    /** True if it was only mailed, so that acting through it proves access to the address. */
    isMailed: boolean("is_mailed").notNull().default(false),
    withdrawnAt: instant("withdrawn_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check("order_links_token_hash_form", sql`${t.tokenHash} ~ '^[A-Za-z0-9_-]{43}$'`),
    index("order_links_of_order").on(t.orderId),
  ],
);

/** The payment methods offered to retail customers: one row, created by a migration. */
export const paymentSettings = pgTable(
  "payment_settings",
  {
    id: boolean("id").primaryKey().default(true),
    /** Payment at pickup or at the door. */
    takesDoor: boolean("takes_door").notNull().default(false),
    takesEtransfer: boolean("takes_etransfer").notNull().default(false),
    /** Only effective while the provider's keys are set. */
    takesCard: boolean("takes_card").notNull().default(false),
    etransferEmail: text("etransfer_email").notNull().default(""),
    etransferNote: text("etransfer_note").notNull().default(""),
    /** How long a guest's order by e-transfer waits for the address to be confirmed. */
    confirmHours: smallint("confirm_hours").notNull().default(usualConfirmHours),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("payment_settings_one_row", sql`${t.id}`),
    check(
      "payment_settings_etransfer_email",
      sql`${t.etransferEmail} ~ '^([^@[:space:]]+@[^@[:space:]]+)?$' and char_length(${t.etransferEmail}) <= 320
        and (not ${t.takesEtransfer} or ${t.etransferEmail} <> '')`,
    ),
    check("payment_settings_etransfer_note_length", atMost(t.etransferNote, 1000)),
    check("payment_settings_confirm_hours_range", within(t.confirmHours, 1, 168)),
  ],
);
