import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "../accounts.ts";
import { atMost, bytea, dollars, instant, oneOf, pounds, within } from "../columns.ts";
import { customers } from "../customers.ts";
import { orderItems, orders } from "../orders.ts";
import { creditPayouts, creditReasons, creditSources, creditStatuses } from "../values/money.ts";
import { documentLines, documents } from "./documents.ts";

/** The longest side of an attachment, in pixels. */
export const maxAttachmentSide = 1600;

/**
 * Private images: photos of claims, photos and signatures at the door. Re-encoded by us, so that no
 * upload is stored as it came. Visible to staff and to the customer they are about.
 */
export const attachments = pgTable(
  "attachments",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "restrict" }),
    contentType: text("content_type").notNull(),
    content: bytea("content").notNull(),
    bytes: integer("bytes").notNull().generatedAlwaysAs(sql`octet_length(content)`),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check(
      "attachments_content_type_known",
      oneOf(t.contentType, ["image/webp", "image/jpeg", "image/png"]),
    ),
    check("attachments_size", sql`octet_length(${t.content}) between 1 and 4194304`),
    check("attachments_width_range", within(t.width, 1, maxAttachmentSide)),
    check("attachments_height_range", within(t.height, 1, maxAttachmentSide)),
    index("attachments_of_customer").on(t.customerId),
  ],
);

/** Requests for credit. Approving one issues its credit note. */
export const creditRequests = pgTable(
  "credit_requests",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "restrict" }),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "restrict" }),
    /** Null until the order is invoiced. */
    invoiceId: uuid("invoice_id").references(() => documents.id, { onDelete: "restrict" }),
    source: text("source", { enum: creditSources }).notNull(),
    status: text("status", { enum: creditStatuses }).notNull().default("open"),
    note: text("note").notNull().default(""),
    /** The payout chosen by the customer or staff; null for the default. */
    payout: text("payout", { enum: creditPayouts }),
    /** Null if requested through the link at the door. */
    requestedBy: uuid("requested_by").references(() => user.id, { onDelete: "set null" }),
    requestId: uuid("request_id").notNull().unique().defaultRandom(),
    createdAt: instant("created_at").notNull().defaultNow(),
    decidedBy: uuid("decided_by").references(() => user.id, { onDelete: "set null" }),
    decidedAt: instant("decided_at"),
    decisionNote: text("decision_note").notNull().default(""),
    /** The note may answer several requests of an order: all that was refused of it at the door. */
    creditNoteId: uuid("credit_note_id").references(() => documents.id, { onDelete: "restrict" }),
  },
  (t) => [
    check("credit_requests_source_known", oneOf(t.source, creditSources)),
    check("credit_requests_status_known", oneOf(t.status, creditStatuses)),
    check("credit_requests_payout_known", oneOf(t.payout, creditPayouts)),
    check("credit_requests_note_length", atMost(t.note, 2000)),
    check("credit_requests_decision_note_length", atMost(t.decisionNote, 2000)),
    check("credit_requests_decided", sql`(${t.status} = 'open') = (${t.decidedAt} is null)`),
    check("credit_requests_approved", sql`${t.creditNoteId} is null or ${t.status} = 'approved'`),
    index("credit_requests_open").on(t.createdAt).where(sql`status = 'open'`),
    index("credit_requests_of_note").on(t.creditNoteId),
    index("credit_requests_of_order").on(t.orderId),
    index("credit_requests_of_customer").on(t.customerId, t.createdAt),
  ],
);

/** The claims, by pounds or dollars of an order's line, or of an invoice's line without one. */
export const creditRequestLines = pgTable(
  "credit_request_lines",
  {
    creditRequestId: uuid("credit_request_id")
      .notNull()
      .references(() => creditRequests.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    orderItemId: uuid("order_item_id").references(() => orderItems.id, { onDelete: "restrict" }),
    documentId: uuid("document_id"),
    linePosition: integer("line_position"),
    lb: pounds("lb"),
    amount: dollars("amount"),
    reason: text("reason", { enum: creditReasons }).notNull(),
    note: text("note").notNull().default(""),
    attachmentId: uuid("attachment_id").references(() => attachments.id, { onDelete: "restrict" }),
  },
  (t) => [
    primaryKey({ columns: [t.creditRequestId, t.position] }),
    foreignKey({
      name: "credit_request_lines_document_line_fk",
      columns: [t.documentId, t.linePosition],
      foreignColumns: [documentLines.documentId, documentLines.position],
    }).onDelete("restrict"),
    check(
      "credit_request_lines_of_something",
      sql`${t.orderItemId} is not null or ${t.linePosition} is not null`,
    ),
    check(
      "credit_request_lines_document_line",
      sql`(${t.documentId} is null) = (${t.linePosition} is null)`,
    ),
    check("credit_request_lines_lb_or_amount", sql`(${t.lb} is null) <> (${t.amount} is null)`),
    check("credit_request_lines_lb_range", within(t.lb, "0.01", 10_000)),
    check("credit_request_lines_amount_range", within(t.amount, "0.01", "9999999999.99")),
    check("credit_request_lines_reason_known", oneOf(t.reason, creditReasons)),
    check("credit_request_lines_note_length", atMost(t.note, 500)),
    unique("credit_request_lines_attachment").on(t.attachmentId),
    index("credit_request_lines_of_item").on(t.orderItemId),
  ],
);
