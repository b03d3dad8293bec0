import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { atMost, bytea, filled, instant, oneOf, within } from "./columns.ts";
import { customers } from "./customers.ts";
import { ledgerEntries } from "./money/ledger.ts";
import { importKinds, importRowStates, importStates } from "./values/imports.ts";

/** Files imported from elsewhere (features/imports). */
export const dataImports = pgTable(
  "data_imports",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind", { enum: importKinds }).notNull(),
    state: text("state", { enum: importStates }).notNull().default("columns"),
    fileName: text("file_name").notNull(),
    /** The uploaded file, until it is applied. */
    content: bytea("content"),
    head: jsonb("head").$type<string[]>().notNull(),
    /** A digest of the head row, the key of its `importMappings`. */
    signature: text("signature").notNull(),
    /** The first rows, for choosing the columns. */
    samples: jsonb("samples").$type<string[][]>().notNull(),
    rowCount: integer("row_count").notNull(),
    doneCount: integer("done_count").notNull().default(0),
    /** Why the last action failed; for people. */
    problem: text("problem").notNull().default(""),
    /** True if new clients are mailed a link to choose a password. */
    invites: boolean("invites").notNull().default(false),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    actorId: uuid("actor_id").references(() => user.id, { onDelete: "set null" }),
    appliedAt: instant("applied_at"),
    undoneAt: instant("undone_at"),
  },
  (t) => [
    check("data_imports_kind_known", oneOf(t.kind, importKinds)),
    check("data_imports_state_known", oneOf(t.state, importStates)),
    check("data_imports_file_name_form", filled(t.fileName, 255)),
    check("data_imports_signature_form", filled(t.signature, 100)),
    check("data_imports_problem_length", atMost(t.problem, 1000)),
    check("data_imports_content_size", sql`octet_length(${t.content}) <= 10485760`),
    check("data_imports_row_count_range", within(t.rowCount, 0, 50_000)),
    check("data_imports_done_count_not_negative", sql`${t.doneCount} >= 0`),
    check(
      "data_imports_applied",
      sql`(${t.state} in ('applied', 'undoing', 'undone')) = (${t.appliedAt} is not null)`,
    ),
    index("data_imports_newest").on(t.createdAt),
  ],
);

/** The rows of a file, compared with the shop's data. */
export const dataImportRows = pgTable(
  "data_import_rows",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => dataImports.id, { onDelete: "cascade" }),
    /** The line in the file, from 1. */
    line: integer("line").notNull(),
    state: text("state", { enum: importRowStates }).notNull(),
    /** The row's subject, for people. */
    label: text("label").notNull(),
    /** Why it is refused, or stays when the import is undone. */
    problem: text("problem").notNull().default(""),
    /** True if its subject has changed since it was compared. */
    isStale: boolean("is_stale").notNull().default(false),
    /** The values from the file, by field; null if nothing is to be done. */
    wanted: jsonb("wanted").$type<Record<string, unknown>>(),
    /** Its subject, if stored. */
    entityId: text("entity_id"),
    /** The fields that differ, as stored and as wanted. */
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    check("data_import_rows_state_known", oneOf(t.state, importRowStates)),
    check("data_import_rows_label_length", atMost(t.label, 300)),
    check("data_import_rows_problem_length", atMost(t.problem, 1000)),
    index("data_import_rows_by_state").on(t.importId, t.state, t.line),
  ],
);

/** The meaning of files' columns, by kind and head row. */
export const importMappings = pgTable(
  "import_mappings",
  {
    kind: text("kind", { enum: importKinds }).notNull(),
    signature: text("signature").notNull(),
    mapping: jsonb("mapping").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.signature] }),
    check("import_mappings_kind_known", oneOf(t.kind, importKinds)),
    check("import_mappings_signature_form", filled(t.signature, 100)),
  ],
);

/** What a customer owed when the shop started its account; one per customer. */
export const openingBalances = pgTable(
  "opening_balances",
  {
    customerId: uuid("customer_id")
      .primaryKey()
      .references(() => customers.id, { onDelete: "restrict" }),
    /** Positive if owed to us. */
    cents: bigint("cents", { mode: "number" }).notNull(),
    asOf: date("as_of", { mode: "string" }).notNull(),
    entryId: uuid("entry_id")
      .notNull()
      .unique()
      .references(() => ledgerEntries.id, { onDelete: "restrict" }),
  },
  (t) => [check("opening_balances_cents_not_zero", sql`${t.cents} <> 0`)],
);
