import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  foreignKey,
  index,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "../accounts.ts";
import { atMost, filled, instant, oneOf, within } from "../columns.ts";
import { customers } from "../customers.ts";
import { orders } from "../orders.ts";
import { entryKinds, paymentMethods } from "../values/money.ts";
import { documents } from "./documents.ts";

// What customers owe and have paid. Entries and allocations are immutable: triggers refuse every
// change, and a mistake is reversed by another entry. Open, owed and unused amounts are read only
// from the view "invoice_balances" and the function "balances_on", so that every screen agrees.

/** In cents, above any sum of documents. */
const mostCents = 999_999_999_999;

const cents = (name: string) => bigint(name, { mode: "number" });

/**
 * The customers' accounts: positive cents are owed to us, negative ones settle debts. Entries of
 * invoices and credit notes are written by a trigger on `documents`.
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "restrict" }),
    kind: text("kind", { enum: entryKinds }).notNull(),
    cents: cents("cents").notNull(),
    /** The sum of the entry's allocations, never negative. Written by their trigger. */
    allocatedCents: cents("allocated_cents").notNull().default(0),
    /** The Pacific day. */
    occurredOn: date("occurred_on", { mode: "string" }).notNull(),
    /** The due day; null for entries that settle. */
    dueOn: date("due_on", { mode: "string" }),
    /** Set only for invoices and credit notes. */
    documentId: uuid("document_id").unique(),
    /** The payment or adjustment that this one reverses. */
    reversesId: uuid("reverses_id").unique(),
    method: text("method", { enum: paymentMethods }),
    reference: text("reference").notNull().default(""),
    note: text("note").notNull().default(""),
    requestId: uuid("request_id").unique(),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("ledger_entries_of_customer").on(t.customerId, t.id),
    foreignKey({
      name: "ledger_entries_document_fk",
      columns: [t.customerId, t.documentId],
      foreignColumns: [documents.customerId, documents.id],
    }).onDelete("restrict"),
    foreignKey({
      name: "ledger_entries_reverses_fk",
      columns: [t.customerId, t.reversesId],
      foreignColumns: [t.customerId, t.id],
    }).onDelete("restrict"),
    check("ledger_entries_kind_known", oneOf(t.kind, entryKinds)),
    check("ledger_entries_method_known", oneOf(t.method, paymentMethods)),
    check("ledger_entries_cents_range", within(t.cents, -mostCents, mostCents)),
    check(
      "ledger_entries_sign",
      sql`case ${t.kind}
        when 'invoice' then ${t.cents} >= 0
        when 'credit' then ${t.cents} <= 0
        when 'payment' then case when ${t.reversesId} is null then ${t.cents} < 0 else ${t.cents} > 0 end
        when 'refund' then ${t.cents} > 0
        when 'write_off' then ${t.cents} < 0
        else ${t.cents} <> 0 end`,
    ),
    check("ledger_entries_allocated_range", within(t.allocatedCents, 0, "abs(cents)")),
    check("ledger_entries_due", sql`${t.cents} <= 0 or ${t.dueOn} is not null`),
    check(
      "ledger_entries_document",
      sql`(${t.kind} in ('invoice', 'credit')) = (${t.documentId} is not null)`,
    ),
    check(
      "ledger_entries_method",
      sql`(${t.kind} in ('payment', 'refund')) = (${t.method} is not null)`,
    ),
    check(
      "ledger_entries_reverses",
      sql`${t.reversesId} is null or ${t.kind} in ('payment', 'adjustment')`,
    ),
    check(
      "ledger_entries_explained",
      sql`${t.kind} not in ('write_off', 'adjustment') or ${t.note} ~ '[^[:space:]]'`,
    ),
    // British Columbia stays at UTC-7 (lib/dates.ts).
    check(
      "ledger_entries_not_ahead",
      sql`${t.documentId} is not null or ${t.occurredOn} <= (${t.createdAt} at time zone 'Etc/GMT+7')::date`,
    ),
    check("ledger_entries_reference_length", atMost(t.reference, 100)),
    check("ledger_entries_note_length", atMost(t.note, 1000)),
    index("ledger_entries_history").on(t.customerId, t.occurredOn, t.createdAt, t.id),
    // Only unsettled entries, since most are settled.
    index("ledger_entries_open")
      .on(t.customerId, t.dueOn, t.cents, t.allocatedCents)
      .where(sql`allocated_cents <> abs(cents)`),
    index("ledger_entries_newest").on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/**
 * Deposits requested by staff, paid before an order is packed: at most one per order. The payment
 * stays unapplied on the customer's account until the order's invoice uses it.
 */
export const orderDeposits = pgTable(
  "order_deposits",
  {
    orderId: uuid("order_id")
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    customerId: uuid("customer_id").notNull(),
    cents: cents("cents").notNull(),
    askedBy: uuid("asked_by").references(() => user.id, { onDelete: "set null" }),
    askedAt: instant("asked_at").notNull().defaultNow(),
    /** The payment; null until it arrives. */
    entryId: uuid("entry_id").unique(),
    /** When an invoice of the order used it; null until then. */
    usedAt: instant("used_at"),
  },
  (t) => [
    foreignKey({
      name: "order_deposits_entry_fk",
      columns: [t.customerId, t.entryId],
      foreignColumns: [ledgerEntries.customerId, ledgerEntries.id],
    }).onDelete("restrict"),
    check("order_deposits_cents_range", within(t.cents, 1, mostCents)),
    check("order_deposits_used_if_paid", sql`${t.usedAt} is null or ${t.entryId} is not null`),
  ],
);

/**
 * Refunds of deposits, each with the payment that it gives back. The request for a deposit that was
 * given back whole is withdrawn, or waits for another payment. Append-only.
 */
export const depositRefunds = pgTable(
  "deposit_refunds",
  {
    refundId: uuid("refund_id").primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "restrict" }),
    paymentId: uuid("payment_id").notNull(),
  },
  (t) => [
    foreignKey({
      name: "deposit_refunds_refund_fk",
      columns: [t.refundId],
      foreignColumns: [ledgerEntries.id],
    }).onDelete("restrict"),
    foreignKey({
      name: "deposit_refunds_payment_fk",
      columns: [t.paymentId],
      foreignColumns: [ledgerEntries.id],
    }).onDelete("restrict"),
    index("deposit_refunds_of_order").on(t.orderId),
    index("deposit_refunds_of_payment").on(t.paymentId),
  ],
);

/**
 * Which entry settles which: cents of a negative entry applied to a positive one of the same
 * account, i.e. of one customer or of merged records (`customers.account_id`; a trigger refuses
 * others). A negative row undoes some.
 */
export const allocations = pgTable(
  "allocations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    customerId: uuid("customer_id").notNull(),
    /** The entry that settles: a payment, a credit, a write-off. */
    creditId: uuid("credit_id").notNull(),
    /** The entry that is settled: an invoice's, a refund, a reversal. */
    debitId: uuid("debit_id").notNull(),
    cents: cents("cents").notNull(),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      name: "allocations_credit_fk",
      columns: [t.creditId],
      foreignColumns: [ledgerEntries.id],
    }).onDelete("restrict"),
    foreignKey({
      name: "allocations_debit_fk",
      columns: [t.debitId],
      foreignColumns: [ledgerEntries.id],
    }).onDelete("restrict"),
    check("allocations_cents_range", within(t.cents, -mostCents, mostCents)),
    check("allocations_cents_not_zero", sql`${t.cents} <> 0`),
    index("allocations_of_credit").on(t.creditId),
    index("allocations_of_debit").on(t.debitId),
  ],
);

/** The open amount of each invoice. The view is in a migration. */
export const invoiceBalances = pgView("invoice_balances", {
  documentId: uuid("document_id").notNull(),
  /** The invoice's entry, for allocations. */
  entryId: uuid("entry_id").notNull(),
  customerId: uuid("customer_id").notNull(),
  documentNumber: text("document_number").notNull(),
  issuedOn: date("issued_on", { mode: "string" }).notNull(),
  dueOn: date("due_on", { mode: "string" }).notNull(),
  totalCents: cents("total_cents").notNull(),
  allocatedCents: cents("allocated_cents").notNull(),
  openCents: cents("open_cents").notNull(),
}).existing();

/** Matches entries with an open or unused part; the same condition as in their index. */
export const isUnsettled = sql`ledger_entries.allocated_cents <> abs(ledger_entries.cents)`;

/**
 * The order in which debts are settled (trade rules, section 4): the oldest due date, then the
 * document's number; entries without one follow in the order they were booked.
 */
export const settledFirst: SQL[] = [
  sql`coalesce(ledger_entries.due_on, ledger_entries.occurred_on)`,
  sql`(select number from documents where documents.id = ledger_entries.document_id) nulls last`,
  sql`ledger_entries.created_at`,
  sql`ledger_entries.id`,
];

/**
 * What every customer owes on a Pacific day, for the "from" of a query, in cents: customer_id;
 * balance_cents, the sum of all entries; open_cents, invoices and other debts; credit_cents, unused
 * payments and credits; overdue_cents, the open part due before the day; due_on, the earliest due
 * day of anything open.
 */
export const balancesOn = (day: string): SQL => sql`balances_on(${day}::date)`;

/** Reminders that were sent, each once. */
export const remindersSent = pgTable(
  "reminders_sent",
  {
    documentId: uuid("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "restrict" }),
    /** One of the owner's steps (settings). */
    step: text("step").notNull(),
    sentAt: instant("sent_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.step] }),
    check("reminders_sent_step_form", filled(t.step, 50)),
  ],
);

/** Monthly statements that were sent, each once. */
export const statementsSent = pgTable(
  "statements_sent",
  {
    customerId: uuid("customer_id")
      .notNull()
      .references((): AnyPgColumn => customers.id, { onDelete: "cascade" }),
    /** The first day of the month. */
    month: date("month", { mode: "string" }).notNull(),
    sentAt: instant("sent_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.month] }),
    check("statements_sent_month_first_day", sql`extract(day from ${t.month}) = 1`),
  ],
);

/**
 * Matches the deposit of an order, and the cash rounding of one that was taken at a till, until an
 * invoice uses it. For queries of `ledger_entries`.
 */
export const isUnusedDeposit = sql<boolean>`exists (
  select from order_deposits join orders on orders.id = order_deposits.order_id
  where order_deposits.used_at is null and orders.status <> 'cancelled'
    and order_deposits.entry_id in (ledger_entries.id, (
      select till_receipts.entry_id from till_receipts
      where till_receipts.rounding_entry_id = ledger_entries.id)))`;
