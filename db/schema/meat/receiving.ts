import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "../accounts.ts";
import { atMost, bytea, emailAddress, filled, instant, oneOf, pounds, within } from "../columns.ts";
import { lots } from "../packages.ts";
import { products } from "../products.ts";
import { type Pricing, pricings, receiptPaperTypes } from "../values/meat/receiving.ts";

/** Maximum cents of a price, an amount or the freight: $1,000,000. */
export const mostReceivedCents = 100_000_000;

/** The range of a meat thermometer, in degrees Celsius. */
export const temperatures = { least: -60, most: 60 } as const;

const cents = (name: string) => bigint(name, { mode: "number" });

const celsius = (name: string) => numeric(name, { precision: 4, scale: 1, mode: "string" });

/** The shop's meat suppliers. Lots store their supplier as text, matched by name. */
export const suppliers = pgTable(
  "suppliers",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    contactName: text("contact_name").notNull().default(""),
    phone: text("phone").notNull().default(""),
    email: text("email"),
    establishment: text("establishment").notNull().default(""),
    note: text("note").notNull().default(""),
    isActive: boolean("is_active").notNull().default(true),
    version: integer("version").notNull().default(0),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    // Matched like in lots, regardless of case.
    uniqueIndex("suppliers_name_once").on(sql`lower(${t.name})`),
    check("suppliers_name_form", filled(t.name, 200)),
    check("suppliers_contact_name_length", atMost(t.contactName, 200)),
    check("suppliers_phone_length", atMost(t.phone, 50)),
    check("suppliers_email_form", emailAddress(t.email)),
    check("suppliers_establishment_length", atMost(t.establishment, 40)),
    check("suppliers_note_length", atMost(t.note, 2000)),
  ],
);

/** The product for a code on a supplier's cartons: a 14-digit GTIN, or the supplier's item code. */
export const supplierCodes = pgTable(
  "supplier_codes",
  {
    supplierId: uuid("supplier_id")
      .notNull()
      .references(() => suppliers.id, { onDelete: "restrict" }),
    code: text("code").notNull(),
    productId: uuid("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.supplierId, t.code] }),
    check("supplier_codes_code_form", filled(t.code, 40)),
    index("supplier_codes_of_product").on(t.productId),
  ],
);

export interface RemovedLine {
  position: number;
  productId: string | null;
  description: string;
  lotId: string | null;
  lotCode: string;
  boxes: number;
  /** Missing in lines that were removed before the form asked for pieces. */
  pieces?: number | null;
  lb: string;
  isAccepted: boolean;
  pricedBy: Pricing | null;
  priceCents: number | null;
  invoicedLb: string | null;
  invoicedCents: number | null;
  scans: string[];
}

/** A supplier's shipment, on one of their invoices. */
export const receipts = pgTable(
  "receipts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** The number people use, and the prefix of lots without a code of their own. */
    number: integer("number").notNull().generatedAlwaysAsIdentity({ startWith: 1001 }).unique(),
    requestId: uuid("request_id").notNull().unique(),
    supplierId: uuid("supplier_id")
      .notNull()
      .references(() => suppliers.id, { onDelete: "restrict" }),
    /** The supplier's own number; empty if there was none. */
    invoiceNumber: text("invoice_number").notNull().default(""),
    receivedAt: instant("received_at").notNull().defaultNow(),
    temperatureC: celsius("temperature_c"),
    /** Cents, shared among the accepted lines by their pounds. */
    freightCents: cents("freight_cents").notNull().default(0),
    note: text("note").notNull().default(""),
    /** What the supplier credited of all lines; null while open, or if nothing is claimed. */
    creditedCents: cents("credited_cents"),
    creditedAt: instant("credited_at"),
    creditedBy: uuid("credited_by").references(() => user.id, { onDelete: "restrict" }),
    creditedNote: text("credited_note").notNull().default(""),
    /** When the claim was last sent to the supplier, and by whom; null if nobody noted it. */
    claimSentAt: instant("claim_sent_at"),
    claimSentBy: uuid("claim_sent_by").references(() => user.id, { onDelete: "restrict" }),
    claimSentHow: text("claim_sent_how").notNull().default(""),
    version: integer("version").notNull().default(0),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When it was voided as a mistake; all its lines are then removed ones. */
    voidedAt: instant("voided_at"),
    voidedBy: uuid("voided_by").references(() => user.id, { onDelete: "restrict" }),
    voidReason: text("void_reason").notNull().default(""),
    /** Lines entered by mistake, as they were; nothing counts them. */
    removedLines: jsonb("removed_lines").$type<RemovedLine[]>().notNull().default([]),
  },
  (t) => [
    check("receipts_void_reason_length", atMost(t.voidReason, 500)),
    check("receipts_invoice_number_length", atMost(t.invoiceNumber, 60)),
    check(
      "receipts_temperature_range",
      within(t.temperatureC, temperatures.least, temperatures.most),
    ),
    check("receipts_freight_range", within(t.freightCents, 0, mostReceivedCents)),
    check("receipts_credited_not_negative", sql`${t.creditedCents} >= 0`),
    check(
      "receipts_credited_wholly",
      sql`(${t.creditedCents} is null) = (${t.creditedAt} is null)`,
    ),
    check("receipts_credited_note_length", atMost(t.creditedNote, 500)),
    check(
      "receipts_claim_sent_wholly",
      sql`${t.claimSentAt} is not null or (${t.claimSentBy} is null and ${t.claimSentHow} = '')`,
    ),
    check("receipts_claim_sent_how_length", atMost(t.claimSentHow, 200)),
    check("receipts_note_length", atMost(t.note, 2000)),
    index("receipts_newest").on(t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("receipts_of_supplier").on(t.supplierId, t.receivedAt),
    index("receipts_of_invoice_number").on(t.supplierId, sql`lower(${t.invoiceNumber})`),
  ],
);

/**
 * A line of a receipt: goods of one product and lot, accepted into that lot or refused. Amounts
 * billed beyond the cost are claimed from the supplier: cost plus claim is what is billed.
 */
export const receiptLines = pgTable(
  "receipt_lines",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    receiptId: uuid("receipt_id")
      .notNull()
      .references(() => receipts.id, { onDelete: "restrict" }),
    /** From 1 within the receipt. */
    position: integer("position").notNull(),
    /** Null if it is not a product of the shop, such as a carcass to be cut. */
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    /** The product's name at that time, or as typed. */
    description: text("description").notNull(),
    lotId: uuid("lot_id").references(() => lots.id, { onDelete: "restrict" }),
    /** The supplier's lot code, also of refused goods; may be empty. */
    lotCode: text("lot_code").notNull().default(""),
    /** 0 if not counted. */
    boxes: integer("boxes").notNull().default(0),
    /** Whole pieces, of a product kept in pieces; null if the form did not ask for them. */
    pieces: integer("pieces"),
    lb: pounds("lb").notNull(),
    /** Set if measured separately. */
    temperatureC: celsius("temperature_c"),
    isAccepted: boolean("is_accepted").notNull(),
    reason: text("reason").notNull().default(""),
    pricedBy: text("priced_by", { enum: pricings }),
    priceCents: cents("price_cents"),
    /** The supplier's invoiced values, if different. */
    invoicedLb: pounds("invoiced_lb"),
    invoicedCents: cents("invoiced_cents"),
    /** Cents paid for the goods; null if not known. */
    costCents: cents("cost_cents"),
    /** Cents billed beyond that; null if the cost is not known. */
    claimedCents: cents("claimed_cents"),
    /** Cents of the claim that the supplier credited; null while it is open. */
    creditedCents: cents("credited_cents"),
    /** Why less was credited than claimed. */
    creditedReason: text("credited_reason").notNull().default(""),
    /** Its share, in cents, of the freight and of claims that the supplier did not credit. */
    shareCents: cents("share_cents").notNull().default(0),
  },
  (t) => [
    unique("receipt_lines_position_once").on(t.receiptId, t.position),
    check("receipt_lines_description_form", filled(t.description, 200)),
    check("receipt_lines_lot_code_length", atMost(t.lotCode, 40)),
    check("receipt_lines_boxes_range", within(t.boxes, 0, 10_000)),
    check("receipt_lines_pieces_range", within(t.pieces, 0, 100_000)),
    check("receipt_lines_lb_positive", sql`${t.lb} > 0`),
    check(
      "receipt_lines_temperature_range",
      within(t.temperatureC, temperatures.least, temperatures.most),
    ),
    check("receipt_lines_lot_if_accepted", sql`${t.isAccepted} = (${t.lotId} is not null)`),
    check("receipt_lines_reason_length", atMost(t.reason, 500)),
    check("receipt_lines_priced_by_known", oneOf(t.pricedBy, pricings)),
    check("receipt_lines_priced_wholly", sql`(${t.pricedBy} is null) = (${t.priceCents} is null)`),
    check("receipt_lines_price_range", within(t.priceCents, 0, mostReceivedCents)),
    check("receipt_lines_invoiced_lb_not_negative", sql`${t.invoicedLb} >= 0`),
    check("receipt_lines_invoiced_range", within(t.invoicedCents, 0, mostReceivedCents)),
    check("receipt_lines_cost_not_negative", sql`${t.costCents} >= 0`),
    check("receipt_lines_claimed_not_negative", sql`${t.claimedCents} >= 0`),
    check("receipt_lines_credited_not_negative", sql`${t.creditedCents} >= 0`),
    check("receipt_lines_credited_reason_length", atMost(t.creditedReason, 300)),
    check("receipt_lines_share_not_negative", sql`${t.shareCents} >= 0`),
    check(
      "receipt_lines_known_wholly",
      sql`(${t.costCents} is null) = (${t.claimedCents} is null)`,
    ),
    index("receipt_lines_of_lot").on(t.lotId).where(sql`lot_id is not null`),
    index("receipt_lines_of_product").on(t.productId).where(sql`product_id is not null`),
  ],
);

/** The scanned cartons of a line, so that none is counted twice. */
export const receiptCartons = pgTable(
  "receipt_cartons",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    lineId: uuid("line_id")
      .notNull()
      .references(() => receiptLines.id, { onDelete: "cascade" }),
    lb: pounds("lb").notNull(),
    /** The serial number after its GTIN; null if the code has none. */
    serial: text("serial"),
    rawScan: text("raw_scan").notNull(),
  },
  (t) => [
    check("receipt_cartons_lb_positive", sql`${t.lb} > 0`),
    check("receipt_cartons_serial_form", filled(t.serial, 100)),
    check("receipt_cartons_raw_scan_length", atMost(t.rawScan, 512)),
    index("receipt_cartons_of_line").on(t.lineId),
    index("receipt_cartons_serial").on(t.serial).where(sql`serial is not null`),
  ],
);

/** Papers that came with a receipt: pictures, re-encoded by us, and PDF files. */
export const receiptPapers = pgTable(
  "receipt_papers",
  {
    id: uuid("id").primaryKey(),
    receiptId: uuid("receipt_id")
      .notNull()
      .references(() => receipts.id, { onDelete: "restrict" }),
    contentType: text("content_type", { enum: receiptPaperTypes }).notNull(),
    content: bytea("content").notNull(),
    bytes: integer("bytes").notNull().generatedAlwaysAs(sql`octet_length(content)`),
    addedBy: uuid("added_by").references(() => user.id, { onDelete: "set null" }),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  (t) => [
    check("receipt_papers_content_type_known", oneOf(t.contentType, receiptPaperTypes)),
    check("receipt_papers_size", sql`octet_length(${t.content}) between 1 and 8388608`),
    index("receipt_papers_of_receipt").on(t.receiptId, t.addedAt),
  ],
);
