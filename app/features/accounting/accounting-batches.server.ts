import { and, asc, desc, eq, inArray, lte, notExists, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { setShopSettings } from "#app/domain/settings/settings.server.ts";
import { csvText } from "#app/lib/csv/csv.ts";
import { storable } from "#app/lib/form/form-texts.ts";
import { type Cursor, pageAt, pageSize, type TwoWayPage } from "#app/lib/page-of-rows.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { accountOf, customers } from "#db/schema/customers.ts";
import { exportBatches, exportedDocuments, exportFiles } from "#db/schema/money/accounting.ts";
import { documentLines, documents, documentTaxes } from "#db/schema/money/documents.ts";
import { shopSettings } from "#db/schema/system.ts";
import type { TaxCode } from "#db/schema/values/products.ts";
import {
  type AccountingBatch,
  type AccountingProgram,
  accountingRows,
  type BookedDocument,
  mostPerFile,
} from "./accounting-files.ts";
import {
  type AccountingSettings,
  readAccountingSettings,
  settingsFields,
} from "./accounting-settings.ts";

/** Subject in the audit log. */
export const accountingSubject = { entity: "setting", entityId: "accounting" } as const;

/** Maximum number of documents per batch; the rest go into the next one. */
const mostPerBatch = 2_000;

/** Kinds of documents that are booked; delivery notes move no money. */
const bookedKinds = ["invoice", "credit_note"] as const;

/** Returns the names of what is sold in the accounting programs. For staff who keep the books. */
export async function getAccountingSettings(
  db: Database | Transaction,
  _staff: Staff<"money">,
): Promise<AccountingSettings> {
  const [stored] = await db.select({ accounting: shopSettings.accounting }).from(shopSettings);
  return readAccountingSettings(stored?.accounting);
}

/** Saves and audits the names; existing batches stay as made. For staff who keep the books. */
export async function updateAccountingSettings(
  db: Database,
  staff: Staff<"money">,
  wanted: AccountingSettings,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.select({ id: shopSettings.id }).from(shopSettings).for("update");
    const before = await getAccountingSettings(tx, staff);
    if (JSON.stringify(before) === JSON.stringify(wanted)) return;
    await setShopSettings(tx, { accounting: wanted });
    const [was, is] = [settingsFields(before), settingsFields(wanted)];
    const changed = (fields: typeof was) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => differs(was, is, name)));
    await recordAudit(tx, staff, {
      ...accountingSubject,
      action: "edited",
      before: changed(was),
      after: changed(is),
    });
  });
}

function differs(was: Record<string, string>, is: Record<string, string>, name: string): boolean {
  return was[name] !== is[name];
}

/**
 * Returns the batches of both programs, newest first, paginated. For staff who keep the books.
 */
export function listAccountingBatches(
  db: Database,
  _staff: Staff<"money">,
  {
    before,
    after,
    limit,
  }: { before?: Cursor | undefined; after?: Cursor | undefined; limit?: number } = {},
): Promise<TwoWayPage<AccountingBatch>> {
  const place = { older: beyond(before, "<"), newer: beyond(after, ">") };
  return pageAt(pageSize(limit), place, async (from, order, atMost) => {
    const towards = order === "newest first" ? desc : asc;
    const rows = await db
      .select({
        ...pick(exportBatches, "id", "program", "number", "createdAt"),
        documents: sql<number>`(select count(*)::int from ${exportedDocuments}
          where batch_id = export_batches.id)`,
        files: sql<string[]>`array(select name from ${exportFiles}
          where batch_id = export_batches.id order by position)`,
      })
      .from(exportBatches)
      .where(and(inArray(exportBatches.program, ["quickbooks", "xero"]), from))
      .orderBy(towards(exportBatches.createdAt), towards(exportBatches.id))
      .limit(atMost);
    return rows.map((row) => ({ ...row, program: row.program as AccountingProgram }));
  });
}

function beyond(cursor: Cursor | undefined, side: "<" | ">"): SQL | undefined {
  if (!cursor || !isUuid(cursor.id)) return undefined;
  const at = sql.param(cursor.at, exportBatches.createdAt);
  return sql`(${exportBatches.createdAt}, ${exportBatches.id}) ${sql.raw(side)} (${at}, ${cursor.id})`;
}

/** Counts all documents that a program doesn't have yet. For staff who keep the books. */
export async function countUnexported(
  db: Database,
  _staff: Staff<"money">,
  program: AccountingProgram,
): Promise<number> {
  return db.$count(documents, unexported(db, program));
}

/**
 * Creates a program's next batch: the documents issued until a Pacific day that the program doesn't
 * have yet, oldest first, up to `mostPerBatch`. Invoices and credit notes get separate files, each
 * as large as the program accepts. Null if there is nothing new. For staff who keep the books.
 *
 * @throws Refusal if the program would book another amount than was billed; nothing is exported
 */
export async function makeAccountingBatch(
  db: Database,
  staff: Staff<"money">,
  { program, until }: { program: AccountingProgram; until: string },
): Promise<AccountingBatch | null> {
  return db.transaction(async (tx) => {
    // Serialized, so that no document is in two batches.
    await lockName(tx, `accounting ${program}`);
    const found = await tx
      .select({ id: documents.id, kind: documents.kind })
      .from(documents)
      .where(and(unexported(tx, program), lte(documents.issuedOn, until)))
      .orderBy(asc(documents.issuedAt), asc(documents.number))
      .limit(mostPerBatch);
    if (found.length === 0) return null;
    const settings = await getAccountingSettings(tx, staff);
    const [last] = await tx
      .select({ number: exportBatches.number })
      .from(exportBatches)
      .where(eq(exportBatches.program, program))
      .orderBy(desc(exportBatches.number))
      .limit(1);
    const [batch] = await tx
      .insert(exportBatches)
      .values({
        program,
        kind: "documents",
        number: (last?.number ?? 0) + 1,
        settings,
        createdBy: staff.userId,
      })
      .returning();
    if (!batch) throw new Error("The batch was not stored");
    const batchId = batch.id;
    await tx
      .insert(exportedDocuments)
      .values(found.map(({ id }) => ({ program, documentId: id, batchId })));
    const files: string[] = [];
    for (const kind of bookedKinds) {
      const ids = found.filter((one) => one.kind === kind).map(({ id }) => id);
      for (let from = 0; from < ids.length; from += mostPerFile[program]) {
        const part = await readBooked(tx, ids.slice(from, from + mostPerFile[program]));
        const rows = accountingRows(program, part, settings);
        const name = fileName(program, batch.number, kind, from / mostPerFile[program] + 1);
        const content = Buffer.from(`\uFEFF${csvText(rows)}`);
        await tx.insert(exportFiles).values({ batchId, position: files.length, name, content });
        files.push(name);
      }
    }
    await recordAudit(tx, staff, {
      entity: "export",
      entityId: batchId,
      action: "made",
      after: { program, number: batch.number, documents: found.length },
    });
    const { id, number, createdAt } = batch;
    return { id, program, number, createdAt, documents: found.length, files };
  });
}

/** Returns a file of a batch, byte for byte; null for any other. For staff who keep the books. */
export async function readAccountingFile(
  db: Database,
  _staff: Staff<"money">,
  batchId: string,
  name: string,
): Promise<Buffer | null> {
  // PostgreSQL refuses texts that cannot be stored, such as with a zero byte.
  if (!isUuid(batchId) || storable(name) !== name) return null;
  const [file] = await db
    .select({ content: exportFiles.content })
    .from(exportFiles)
    .where(and(eq(exportFiles.batchId, batchId), eq(exportFiles.name, name)));
  return file?.content ?? null;
}

function fileName(
  program: AccountingProgram,
  batch: number,
  kind: (typeof bookedKinds)[number],
  part: number,
): string {
  const of = kind === "invoice" ? "invoices" : "credit-notes";
  return `${program}-${String(batch).padStart(4, "0")}-${of}-${part}.csv`;
}

function unexported(db: Database | Transaction, program: AccountingProgram): SQL | undefined {
  const exported = db
    .select({ one: sql`1` })
    .from(exportedDocuments)
    .where(
      and(eq(exportedDocuments.program, program), eq(exportedDocuments.documentId, documents.id)),
    );
  return and(inArray(documents.kind, [...bookedKinds]), notExists(exported));
}

/** Reads documents as they are booked, in the order of their numbers. */
async function readBooked(tx: Transaction, ids: string[]): Promise<BookedDocument[]> {
  const found = await tx
    .select({
      id: documents.id,
      kind: documents.kind,
      number: documents.documentNumber,
      issuedOn: documents.issuedOn,
      dueOn: documents.dueOn,
      terms: documents.terms,
      poNumber: documents.poNumber,
      // For a merged record, the client that replaces it is the one in the books.
      customer: sql<string>`coalesce(nullif(${customers.accountingName}, ''),
        case when ${customers.id} <> ${documents.customerId} then nullif(${customers.companyName}, '') end,
        nullif(${documents.buyerCompany}, ''), nullif(${documents.buyerContact}, ''), ${documents.buyerEmail})`,
      email: documents.buyerEmail,
      subtotal: documents.subtotal,
      total: documents.total,
    })
    .from(documents)
    .innerJoin(customers, eq(customers.id, accountOf(documents.customerId)))
    .where(inArray(documents.id, ids))
    .orderBy(asc(documents.number));
  const lines = await tx
    .select()
    .from(documentLines)
    .where(inArray(documentLines.documentId, ids))
    .orderBy(asc(documentLines.documentId), asc(documentLines.position));
  const taxes = await tx
    .select()
    .from(documentTaxes)
    .where(inArray(documentTaxes.documentId, ids))
    .orderBy(asc(documentTaxes.documentId), asc(documentTaxes.taxCode));
  const linesOf = Map.groupBy(lines, ({ documentId }) => documentId);
  const taxesOf = Map.groupBy(taxes, ({ documentId }) => documentId);
  return found.map((document) => ({
    ...document,
    kind: document.kind === "credit_note" ? "credit_note" : "invoice",
    taxes: (taxesOf.get(document.id) ?? []).map(({ taxCode, amount }) => ({
      taxCode: taxCode as TaxCode,
      amount,
    })),
    lines: (linesOf.get(document.id) ?? []).map((line) => ({
      description: line.description,
      unit: line.unit,
      isGoods: line.unit === "lb" || line.orderItemId !== null,
      quantity: line.packed,
      unitPrice: line.unitPrice,
      amount: line.amount,
      taxCode: line.taxCode as TaxCode,
    })),
  }));
}
