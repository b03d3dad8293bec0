import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import {
  atMost,
  bytea,
  dollars,
  dollarsPerLb,
  filled,
  instant,
  oneOf,
  pounds,
  within,
} from "../columns.ts";
import { customers } from "../customers.ts";
import { orderItems, orders } from "../orders.ts";
import { documentKinds, documentUnits } from "../values/money.ts";

// Documents as issued to customers. Written once, by domain/documents/issuing; triggers refuse
// every later change. PDF, mail, export and screens read only these tables.

export interface Seller {
  name: string;
  shortName: string;
  nameSuffix: string;
  /** Address, telephone, mail and tax number. */
  lines: string[];
  /** The digest of one of the `paperLogos`; null or missing for none. */
  logo?: string | null;
}

/** Logos as papers print them. Immutable: documents refer to theirs by its digest. */
export const paperLogos = pgTable(
  "paper_logos",
  {
    digest: text("digest").primaryKey(),
    png: bytea("png").notNull(),
    keptAt: instant("kept_at").notNull().defaultNow(),
  },
  (t) => [
    check("paper_logos_digest_form", sql`${t.digest} ~ '^[0-9a-f]{64}$'`),
    check("paper_logos_size", sql`octet_length(${t.png}) between 1 and 2097152`),
  ],
);

/** The fixed text of a document, as printed on it. */
export interface DocumentWords {
  seller: Seller;
  payment: string[];
  remarks: string[];
}

/** Number series without gaps: incrementing a row locks it until the transaction ends. */
export const documentSeries = pgTable(
  "document_series",
  {
    /** The prefix of its numbers. */
    series: text("series").primaryKey(),
    kind: text("kind", { enum: documentKinds }).notNull(),
    lastNumber: integer("last_number").notNull().default(0),
  },
  (t) => [
    check("document_series_kind_known", oneOf(t.kind, documentKinds)),
    check("document_series_not_negative", sql`${t.lastNumber} >= 0`),
  ],
);

/**
 * Numbers that a restore skipped: their documents were issued after the backup was taken, and are
 * not in these books. Kept to explain the gaps.
 */
export const skippedNumbers = pgTable(
  "skipped_numbers",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    series: text("series")
      .notNull()
      .references(() => documentSeries.series, { onDelete: "restrict" }),
    first: integer("first").notNull(),
    last: integer("last").notNull(),
    backupOf: instant("backup_of").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("skipped_numbers_once").on(t.series, t.first),
    check("skipped_numbers_range", sql`${t.first} > 0 and ${t.last} >= ${t.first}`),
  ],
);

/** Invoices, credit notes and delivery notes. Only `url`, the PDF's address, may be replaced. */
export const documents = pgTable(
  "documents",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind", { enum: documentKinds }).notNull(),
    series: text("series")
      .notNull()
      .references(() => documentSeries.series, { onDelete: "restrict" }),
    number: integer("number").notNull(),
    /** For example "INV-000001". */
    documentNumber: text("document_number")
      .notNull()
      .unique()
      .generatedAlwaysAs(sql`series || '-' || case when number < 1000000
        then lpad(number::text, 6, '0') else number::text end`),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "restrict" }),
    issuedAt: instant("issued_at").notNull().defaultNow(),
    /** Pacific days; a credit note is not due. */
    issuedOn: date("issued_on", { mode: "string" }).notNull(),
    dueOn: date("due_on", { mode: "string" }),
    /** For example "net 30 days". */
    terms: text("terms").notNull().default(""),
    poNumber: text("po_number").notNull().default(""),
    /** Null only until the first start after the migration that made these tables. */
    words: jsonb("words").$type<DocumentWords>(),
    buyerCompany: text("buyer_company").notNull().default(""),
    buyerContact: text("buyer_contact").notNull().default(""),
    buyerAddress: text("buyer_address").notNull().default(""),
    buyerEmail: text("buyer_email").notNull().default(""),
    /** The lines' amounts, without and with taxes. On a credit note, what is credited. */
    subtotal: dollars("subtotal").notNull(),
    total: dollars("total").notNull(),
    lineCount: integer("line_count").notNull(),
    orderCount: integer("order_count").notNull().default(1),
    url: text("url").unique(),
    /**
     * The invoice corrected by a credit note or debit, or the credit note that an invoice undoes.
     */
    correctsId: uuid("corrects_id"),
    /**
     * The invoice that a credit note takes back as a whole, or the delivery note that a reversal
     * does. It no longer stands: its order can be changed and billed again.
     */
    takesBackId: uuid("takes_back_id").unique(),
    reason: text("reason").notNull().default(""),
    requestId: uuid("request_id").unique(),
  },
  (t) => [
    // For foreign keys that tie documents and entries to the same customer.
    unique("documents_of_customer").on(t.customerId, t.id),
    foreignKey({
      name: "documents_corrects_fk",
      columns: [t.customerId, t.correctsId],
      foreignColumns: [t.customerId, t.id],
    }).onDelete("restrict"),
    foreignKey({
      name: "documents_takes_back_fk",
      columns: [t.customerId, t.takesBackId],
      foreignColumns: [t.customerId, t.id],
    }).onDelete("restrict"),
    check(
      "documents_takes_back_what_it_corrects",
      sql`${t.takesBackId} is null or ${t.takesBackId} = ${t.correctsId}`,
    ),
    check(
      "documents_reversal_takes_back",
      sql`${t.kind} <> 'note_reversal' or ${t.takesBackId} is not null`,
    ),
    check(
      "documents_corrects_something",
      sql`${t.kind} <> 'credit_note' or ${t.correctsId} is not null`,
    ),
    check("documents_reason_length", atMost(t.reason, 500)),
    index("documents_corrects").on(t.correctsId).where(sql`corrects_id is not null`),
    unique("documents_number_in_series").on(t.series, t.number),
    check("documents_kind_known", oneOf(t.kind, documentKinds)),
    check("documents_number_positive", sql`${t.number} > 0`),
    check("documents_invoice_due", sql`${t.kind} <> 'invoice' or ${t.dueOn} is not null`),
    check("documents_subtotal_not_negative", within(t.subtotal, 0, "9999999999.99")),
    check("documents_total_not_negative", within(t.total, 0, "9999999999.99")),
    check("documents_url_form", filled(t.url, 2000)),
    check("documents_terms_length", atMost(t.terms, 200)),
    check("documents_po_number_length", atMost(t.poNumber, 100)),
    check("documents_buyer_company_length", atMost(t.buyerCompany, 200)),
    check("documents_buyer_contact_length", atMost(t.buyerContact, 200)),
    check("documents_buyer_address_length", atMost(t.buyerAddress, 500)),
    check("documents_buyer_email_length", atMost(t.buyerEmail, 320)),
    // For the back office's search, by part of a number and by amount.
    index("documents_number_parts")
      .using("gin", sql`lower(document_number) gin_trgm_ops`)
      .with({ fastupdate: false }),
    index("documents_total").on(t.total),
    index("documents_newest").on(t.issuedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("documents_customer_newest").on(
      t.customerId,
      t.issuedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    // For the number of invoices.
    index("documents_kind").on(t.kind),
    // For unbilled deliveries.
    index("documents_delivery_notes").on(t.customerId, t.number).where(sql`kind = 'delivery_note'`),
  ],
);

/** Matches documents that no later one takes back as a whole. For queries of `documents`. */
export const isStandingDocument = sql<boolean>`not exists (select from documents as taking
  where taking.takes_back_id = documents.id)`;

/** Matches invoices that credit notes cover entirely. For queries of `documents`. */
export const isCreditedInFull = sql<boolean>`(documents.total > 0 and documents.total <= coalesce((
  select sum(note.total) from documents as note
  where note.corrects_id = documents.id and note.kind = 'credit_note'), 0))`;

/**
 * The credit notes of an invoice without orders, with their paths and remaining credit (less what
 * was billed again). As jsonb, which a union compares. For queries of `documents`.
 */
export const creditNotesOfDocument = sql<
  { number: string; url: string | null; cents: number }[]
>`coalesce((
  select jsonb_agg(jsonb_build_object('number', note.document_number, 'url', note.url,
      'cents', ((note.total - coalesce((select sum(again.total) from documents as again
        where again.corrects_id = note.id and again.kind = 'invoice'), 0)) * 100)::integer))
  from documents as note
  where note.corrects_id = documents.id and note.kind = 'credit_note'), '[]'::jsonb)`;

/**
 * Matches credit notes and debits of standing invoices, and invoices that bill a credit again: the
 * difference between their orders' cost and `orders.total_price`. An order whose invoice was taken
 * back is priced anew. For queries of `documents`.
 */
export const isCorrectionOfOrder = sql<boolean>`(documents.kind in ('invoice', 'credit_note')
  and documents.corrects_id is not null and not exists (select from documents as taking
    where taking.takes_back_id = documents.corrects_id))`;

/** Matches invoices that undo a credit given by mistake. For queries of `documents`. */
export const isCreditTakenBack = sql<boolean>`(documents.kind = 'invoice' and exists (
  select from documents as note where note.id = documents.corrects_id and note.kind = 'credit_note'))`;

/** The orders that a document is about, position 0 first. */
export const documentOrders = pgTable(
  "document_orders",
  {
    documentId: uuid("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "restrict" }),
    position: integer("position").notNull(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "restrict" }),
    placedAt: instant("placed_at").notNull(),
    /** The order's delivery note that this invoice bills, each once; null for none. */
    noteId: uuid("note_id").unique(),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.position] }),
    unique("document_orders_once").on(t.documentId, t.orderId),
    foreignKey({
      name: "document_orders_note_fk",
      columns: [t.noteId, t.orderId],
      foreignColumns: [t.documentId, t.orderId],
    }).onDelete("restrict"),
    index("document_orders_of_order").on(t.orderId),
  ],
);

/**
 * The lines of a document. `packed` is the billed quantity, in `unit`; a correction has -1.
 * `ordered` and the pieces are for comparison.
 */
export const documentLines = pgTable(
  "document_lines",
  {
    documentId: uuid("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "restrict" }),
    position: integer("position").notNull(),
    /** The document's order that the line belongs to. */
    orderPosition: integer("order_position").notNull().default(0),
    orderItemId: uuid("order_item_id").references(() => orderItems.id, { onDelete: "restrict" }),
    description: text("description").notNull(),
    ordered: pounds("ordered"),
    orderedPieces: integer("ordered_pieces"),
    packed: pounds("packed").notNull(),
    packages: integer("packages"),
    /**
     * Their weights in the order they were packed, as of the issue: an order that is reopened gets
     * other packages. Empty for none, and where a migration did not know them.
     */
    packageLb: pounds("package_lb").array().notNull().default(sql`'{}'`),
    packedPieces: integer("packed_pieces"),
    /** Printed below the description, e.g. "Weight as ordered". */
    remark: text("remark").notNull().default(""),
    unit: text("unit", { enum: documentUnits }).notNull().default("lb"),
    unitPrice: dollarsPerLb("unit_price").notNull(),
    amount: dollars("amount").notNull(),
    taxCode: text("tax_code").notNull(),
    /** The line that this one corrects. */
    correctsId: uuid("corrects_id"),
    correctsPosition: integer("corrects_position"),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.position] }),
    foreignKey({
      name: "document_lines_order_fk",
      columns: [t.documentId, t.orderPosition],
      foreignColumns: [documentOrders.documentId, documentOrders.position],
    }).onDelete("restrict"),
    foreignKey({
      name: "document_lines_corrects_fk",
      columns: [t.correctsId, t.correctsPosition],
      foreignColumns: [t.documentId, t.position],
    }).onDelete("restrict"),
    check(
      "document_lines_corrects_wholly",
      sql`(${t.correctsId} is null) = (${t.correctsPosition} is null)`,
    ),
    index("document_lines_corrects")
      .on(t.correctsId, t.correctsPosition)
      .where(sql`corrects_id is not null`),
    foreignKey({
      name: "document_lines_tax_fk",
      columns: [t.documentId, t.taxCode],
      foreignColumns: [documentTaxes.documentId, documentTaxes.taxCode],
    }).onDelete("restrict"),
    check("document_lines_description_form", filled(t.description, 200)),
    check("document_lines_unit_known", oneOf(t.unit, documentUnits)),
    check("document_lines_remark_length", atMost(t.remark, 700)),
    check(
      "document_lines_packages_weighed",
      sql`cardinality(${t.packageLb}) in (0, coalesce(${t.packages}, 0))`,
    ),
    check("document_lines_packed_sign", sql`${t.packed} >= 0 or ${t.unit} = 'each'`),
    check("document_lines_amount", sql`${t.amount} = round(${t.packed} * ${t.unitPrice}, 2)`),
    index("document_lines_of_item").on(t.orderItemId),
  ],
);

/** The taxes of a document, by code: on `taxable`, the amounts of the lines with the code. */
export const documentTaxes = pgTable(
  "document_taxes",
  {
    documentId: uuid("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "restrict" }),
    taxCode: text("tax_code").notNull(),
    label: text("label").notNull(),
    /** In percent. */
    rate: numeric("rate", { precision: 6, scale: 3, mode: "string" }).notNull(),
    taxable: dollars("taxable").notNull(),
    amount: dollars("amount").notNull(),
    /** The reason for this rate, as printed; may be empty. */
    reason: text("reason").notNull().default(""),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.taxCode] }),
    check("document_taxes_label_form", filled(t.label, 50)),
    check("document_taxes_rate_range", within(t.rate, 0, 100)),
    check("document_taxes_amount", sql`${t.amount} = round(${t.taxable} * ${t.rate} / 100, 2)`),
  ],
);

/**
 * The day from which an invoice is due by the terms that it was issued under; empty if at once.
 * Later changes of a client's terms don't bring it forward. For queries of `documents`.
 */
export const dueFrom = sql<string>`case when documents.due_on <= documents.issued_on then ''
  else documents.due_on::text end`;
