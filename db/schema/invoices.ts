import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { atMost, dollars, filled, instant, within } from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * One per order, written only by `issueInvoice`. A trigger keeps everything but `invoiceUrl` as
 * issued and refuses deletion. `invoiceUrl` is the address of the PDF, null if there is none.
 * Billing details are copied from the profile, so that a client who moves does not rewrite the
 * books; details missing from the profile are the empty string.
 */
export const invoices = pgTable(
  "invoices",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    orderId: uuid("order_id")
      .notNull()
      .unique()
      .references(() => orders.id, { onDelete: "restrict" }),
    invoiceNumber: text("invoice_number").notNull().unique(),
    amount: dollars("amount").notNull(),
    invoiceUrl: text("invoice_url").unique(),
    createdAt: instant("created_at").notNull().defaultNow(),
    billedCompany: text("billed_company").notNull().default(""),
    billedContact: text("billed_contact").notNull().default(""),
    billedAddress: text("billed_address").notNull().default(""),
    billedEmail: text("billed_email").notNull().default(""),
  },
  (t) => [
    check("invoices_number_form", sql`${t.invoiceNumber} ~ '^INV-[0-9]{6,}$'`),
    check("invoices_amount_not_negative", within(t.amount, 0, "9999999999.99")),
    check("invoices_url_form", filled(t.invoiceUrl, 2000)),
    check("invoices_billed_company_length", atMost(t.billedCompany, 200)),
    check("invoices_billed_contact_length", atMost(t.billedContact, 200)),
    check("invoices_billed_address_length", atMost(t.billedAddress, 500)),
    check("invoices_billed_email_length", atMost(t.billedEmail, 320)),
    // For the back office's search, by part of a number and by amount.
    index("invoices_number_parts")
      .using("gin", sql`lower(invoice_number) gin_trgm_ops`)
      .with({ fastupdate: false }),
    index("invoices_amount").on(t.amount),
    index("invoices_newest").on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/**
 * The last invoice number, in a single row created by a migration. Incrementing it locks the row
 * until the transaction ends, which makes the numbers gap-free.
 */
export const invoiceCounter = pgTable(
  "invoice_counter",
  {
    id: smallint("id").primaryKey().default(1),
    lastNumber: integer("last_number").notNull().default(0),
  },
  (t) => [
    check("invoice_counter_single_row", sql`${t.id} = 1`),
    check("invoice_counter_not_negative", sql`${t.lastNumber} >= 0`),
  ],
);
