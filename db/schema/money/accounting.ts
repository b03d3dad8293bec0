import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "../accounts.ts";
import { atMost, bytea, filled, instant, oneOf } from "../columns.ts";
import { customers } from "../customers.ts";
import { accountingPrograms, bankRowStates } from "../values/money.ts";
import { documents } from "./documents.ts";
import { ledgerEntries } from "./ledger.ts";

export interface BankFileOutcome {
  added: number;
  /** Rows already in earlier files. */
  known: number;
  /** Rows that aren't incoming payments. */
  outgoing: number;
  /** Rows that could not be read. */
  refused: number;
  /** The first of these rows. */
  problems: { line: number; problem: string }[];
}

/** Uploaded files of e-transfers from a bank. */
export const bankImports = pgTable(
  "bank_imports",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    fileName: text("file_name").notNull(),
    /** A digest of the head row, the key of its `bankMappings`. */
    signature: text("signature").notNull(),
    /** The file until it is read, then null: outgoing payments aren't kept. */
    content: bytea("content"),
    outcome: jsonb("outcome").$type<BankFileOutcome>(),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check("bank_imports_file_name_form", filled(t.fileName, 255)),
    check("bank_imports_signature_form", filled(t.signature, 100)),
    check("bank_imports_read", sql`(${t.content} is null) = (${t.outcome} is not null)`),
    check("bank_imports_content_size", sql`octet_length(${t.content}) <= 5242880`),
    index("bank_imports_newest").on(t.createdAt),
  ],
);

/** Incoming payments, each stored once despite repeated uploads; `ordinal` numbers equal rows. */
export const bankRows = pgTable(
  "bank_rows",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    importId: uuid("import_id")
      .notNull()
      .references(() => bankImports.id, { onDelete: "restrict" }),
    rowHash: text("row_hash").notNull(),
    ordinal: integer("ordinal").notNull(),
    occurredOn: date("occurred_on", { mode: "string" }).notNull(),
    cents: bigint("cents", { mode: "number" }).notNull(),
    sender: text("sender").notNull().default(""),
    message: text("message").notNull().default(""),
    raw: jsonb("raw").$type<string[]>().notNull(),
    state: text("state", { enum: bankRowStates }).notNull().default("open"),
    entryId: uuid("entry_id")
      .unique()
      .references(() => ledgerEntries.id, { onDelete: "restrict" }),
    decidedBy: uuid("decided_by").references(() => user.id, { onDelete: "restrict" }),
    decidedAt: instant("decided_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("bank_rows_once").on(t.rowHash, t.ordinal),
    check("bank_rows_ordinal_not_negative", sql`${t.ordinal} >= 0`),
    check("bank_rows_cents_positive", sql`${t.cents} > 0`),
    check("bank_rows_state_known", oneOf(t.state, bankRowStates)),
    check("bank_rows_booked", sql`(${t.state} = 'booked') = (${t.entryId} is not null)`),
    check("bank_rows_sender_length", atMost(t.sender, 320)),
    check("bank_rows_message_length", atMost(t.message, 2000)),
    index("bank_rows_open").on(t.occurredOn).where(sql`state = 'open'`),
    index("bank_rows_of_import").on(t.importId),
    index("bank_rows_decided").on(t.state, t.decidedAt).where(sql`state <> 'open'`),
  ],
);

/** The meaning of a bank's columns, by the file's head row. */
export const bankMappings = pgTable(
  "bank_mappings",
  {
    signature: text("signature").primaryKey(),
    mapping: jsonb("mapping").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [check("bank_mappings_signature_form", filled(t.signature, 100))],
);

/** Whom a sender pays for, once a person has confirmed it. */
export const senderAliases = pgTable(
  "sender_aliases",
  {
    /** Normalized for comparison. */
    sender: text("sender").notNull(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    confirmedAt: instant("confirmed_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.sender, t.customerId] }),
    check("sender_aliases_sender_form", filled(t.sender, 320)),
    index("sender_aliases_of_customer").on(t.customerId),
  ],
);

/** Exports for an accounting program, kept byte for byte. */
export const exportBatches = pgTable(
  "export_batches",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    program: text("program", { enum: accountingPrograms }).notNull(),
    kind: text("kind").notNull(),
    /** From 1, per program and kind. */
    number: integer("number").notNull(),
    /** The settings that the files were made with. */
    settings: jsonb("settings").notNull(),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("export_batches_number").on(t.program, t.kind, t.number),
    check("export_batches_program_known", oneOf(t.program, accountingPrograms)),
    check("export_batches_kind_form", filled(t.kind, 50)),
    check("export_batches_number_positive", sql`${t.number} > 0`),
    index("export_batches_newest").on(t.createdAt),
  ],
);

/** The files of an export, position 0 first. */
export const exportFiles = pgTable(
  "export_files",
  {
    batchId: uuid("batch_id")
      .notNull()
      .references(() => exportBatches.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    name: text("name").notNull(),
    content: bytea("content").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.position] }),
    unique("export_files_name").on(t.batchId, t.name),
    check("export_files_name_form", filled(t.name, 200)),
    check("export_files_position_not_negative", sql`${t.position} >= 0`),
  ],
);

/** The documents exported to a program, each in one batch. */
export const exportedDocuments = pgTable(
  "exported_documents",
  {
    program: text("program", { enum: accountingPrograms }).notNull(),
    documentId: uuid("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "restrict" }),
    batchId: uuid("batch_id")
      .notNull()
      .references(() => exportBatches.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.program, t.documentId] }),
    check("exported_documents_program_known", oneOf(t.program, accountingPrograms)),
    index("exported_documents_of_batch").on(t.batchId),
  ],
);
