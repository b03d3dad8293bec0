import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { bankImports, bankMappings, bankRows } from "#db/schema/money/accounting.ts";
import type { BankFile, FileOutcome } from "./bank-file.ts";
import { type Columns, columnsSchema, readRow } from "./columns.ts";
import { identified, readCsvFile } from "./csv-file.server.ts";
import { bookExactRows } from "./decide.server.ts";

/** In days; files whose columns nobody has set are deleted after this. */
const waitingDays = 30;

const mostProblems = 50;

const batchRows = 1_000;

const previewRows = 8;

interface UploadedFile {
  name: string;
  content: Uint8Array;
}

/**
 * Stores a bank's file, and reads it at once if a file with the same head row was read before: adds
 * payments not in earlier files, and books exact matches. For staff who keep the books.
 *
 * @throws Refusal
 */
export async function storeBankFile(
  db: Database,
  staff: Staff<"money">,
  { name, content }: UploadedFile,
): Promise<{ id: string; isRead: boolean }> {
  const { signature } = readCsvFile(content);
  await db
    .delete(bankImports)
    .where(
      and(
        isNull(bankImports.outcome),
        lt(bankImports.createdAt, sql`now() - make_interval(days => ${waitingDays}::int)`),
      ),
    );
  const { id, added } = await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(bankImports)
      .values({
        signature,
        content: Buffer.from(content),
        createdBy: staff.userId,
        fileName: fileNameOf(name),
      })
      .returning({ id: bankImports.id });
    if (!stored) throw new Error("The file was not stored");
    const columns = await columnsOf(tx, signature);
    return { ...stored, added: columns && (await readIn(tx, staff, stored.id, columns)) };
  });
  if (added) await bookExactRows(db, staff, added);
  return { id, isRead: added !== null };
}

/** Cleans the name for display; the table requires a non-blank one. */
function fileNameOf(name: string): string {
  const visible = name.replace(/[\p{C}]/gu, "").trim();
  return Array.from(visible).slice(0, 255).join("") || "Unnamed file";
}

/**
 * Saves the columns of files with this head row, and reads the file as `storeBankFile` does; if it
 * was read already, reads its undecided payments again. For staff who keep the books.
 *
 * @returns false for an unknown file
 */
export async function saveColumns(
  db: Database,
  staff: Staff<"money">,
  fileId: string,
  columns: Columns,
): Promise<boolean> {
  const added = await db.transaction(async (tx) => {
    const file = await lockedFile(tx, fileId);
    if (!file) return null;
    const before = await columnsOf(tx, file.signature);
    await tx
      .insert(bankMappings)
      .values({ signature: file.signature, mapping: columns })
      .onConflictDoUpdate({
        target: bankMappings.signature,
        set: { mapping: columns, updatedAt: new Date() },
      });
    await recordAudit(tx, staff, {
      entity: "bank",
      entityId: file.signature,
      action: "columns changed",
      before,
      after: columns,
    });
    if (file.content) return readIn(tx, staff, fileId, columns);
    await readOpenAgain(tx, file.signature, columns);
    return [];
  });
  if (added) await bookExactRows(db, staff, added);
  return added !== null;
}

async function lockedFile(tx: Transaction, id: string) {
  if (!isUuid(id)) return undefined;
  const [file] = await tx
    .select({ signature: bankImports.signature, content: bankImports.content })
    .from(bankImports)
    .where(eq(bankImports.id, id))
    .for("update");
  return file;
}

/** Adds the new payments of an unread file, and drops its other rows. */
async function readIn(
  tx: Transaction,
  staff: Staff<"money">,
  importId: string,
  columns: Columns,
): Promise<string[]> {
  const file = await lockedFile(tx, importId);
  if (!file?.content) throw new Error("The file was read before");
  const today = pacificDay(new Date());
  const outcome: FileOutcome = { added: 0, known: 0, outgoing: 0, refused: 0, problems: [] };
  const incoming: (typeof bankRows.$inferInsert)[] = [];
  for (const { cells, line, rowHash, ordinal } of identified(readCsvFile(file.content).rows)) {
    const row = readRow(cells, columns, today);
    if (row.is === "incoming") {
      const { is: _, ...payment } = row;
      incoming.push({ ...payment, importId, rowHash, ordinal, raw: cells });
    } else if (row.is === "outgoing") {
      outcome.outgoing += 1;
    } else {
      outcome.refused += 1;
      if (outcome.problems.length < mostProblems) {
        outcome.problems.push({ line, problem: row.problem });
      }
    }
  }
  // Sorted, so that two files with the same rows wait for each other without deadlocking.
  incoming.sort((one, other) => (one.rowHash < other.rowHash ? -1 : 1));
  const added: string[] = [];
  for (let start = 0; start < incoming.length; start += batchRows) {
    const stored = await tx
      .insert(bankRows)
      .values(incoming.slice(start, start + batchRows))
      .onConflictDoNothing()
      .returning({ id: bankRows.id });
    added.push(...stored.map(({ id }) => id));
  }
  outcome.added = added.length;
  outcome.known = incoming.length - added.length;
  await tx.update(bankImports).set({ content: null, outcome }).where(eq(bankImports.id, importId));
  const { problems: _, ...after } = outcome;
  await recordAudit(tx, staff, {
    entity: "bank",
    entityId: importId,
    action: "file read",
    after,
  });
  return added;
}

/**
 * Reads undecided payments again with different columns. Rows that aren't payments any more are
 * deleted; uploading the file again would bring them back.
 */
async function readOpenAgain(tx: Transaction, signature: string, columns: Columns): Promise<void> {
  const today = pacificDay(new Date());
  const ofSignature = tx
    .select({ id: bankImports.id })
    .from(bankImports)
    .where(eq(bankImports.signature, signature));
  const open = await tx
    .select({ id: bankRows.id, raw: bankRows.raw })
    .from(bankRows)
    .where(and(eq(bankRows.state, "open"), inArray(bankRows.importId, ofSignature)))
    .orderBy(bankRows.id)
    .for("update");
  for (const { id, raw } of open) {
    const row = readRow(raw, columns, today);
    if (row.is === "incoming") {
      const { is: _, ...payment } = row;
      await tx.update(bankRows).set(payment).where(eq(bankRows.id, id));
    } else {
      await tx.delete(bankRows).where(eq(bankRows.id, id));
    }
  }
}

async function columnsOf(db: Database | Transaction, signature: string): Promise<Columns | null> {
  const [found] = await db
    .select({ mapping: bankMappings.mapping })
    .from(bankMappings)
    .where(eq(bankMappings.signature, signature));
  return columnsSchema
    .nullable()
    .catch(null)
    .parse(found?.mapping ?? null);
}

const stateCount = (state: string) =>
  sql<number>`(select count(*) from bank_rows
    where bank_rows.import_id = bank_imports.id and bank_rows.state = ${state})`.mapWith(Number);

const fileFields = {
  id: bankImports.id,
  fileName: bankImports.fileName,
  signature: bankImports.signature,
  createdAt: bankImports.createdAt,
  outcome: bankImports.outcome,
  counts: {
    open: stateCount("open"),
    booked: stateCount("booked"),
    ignored: stateCount("ignored"),
  },
};

/** Returns the newest files. For staff who keep the books. */
export function listBankFiles(db: Database, _staff: Staff<"money">): Promise<BankFile[]> {
  return db
    .select(fileFields)
    .from(bankImports)
    .orderBy(desc(bankImports.createdAt), desc(bankImports.id))
    .limit(10);
}

export interface BankFileDetails extends BankFile {
  head: string[];
  /** Null if no file with this head row was ever read. */
  columns: Columns | null;
  /** The first rows; for a file that was read, some of its incoming payments. */
  samples: string[][];
}

/** Returns a bank's file; null for an unknown id. For staff who keep the books. */
export async function getBankFile(
  db: Database,
  _staff: Staff<"money">,
  id: string,
): Promise<BankFileDetails | null> {
  if (!isUuid(id)) return null;
  const [found] = await db
    .select({ ...fileFields, content: bankImports.content })
    .from(bankImports)
    .where(eq(bankImports.id, id));
  if (!found) return null;
  const { content, ...file } = found;
  const columns = await columnsOf(db, file.signature);
  if (content) {
    const { head, rows } = readCsvFile(content);
    return { ...file, head, columns, samples: rows.slice(0, previewRows).map((row) => row.cells) };
  }
  const samples = await db
    .select({ raw: bankRows.raw })
    .from(bankRows)
    .innerJoin(bankImports, eq(bankImports.id, bankRows.importId))
    .where(eq(bankImports.signature, file.signature))
    .orderBy(desc(bankRows.createdAt), desc(bankRows.id))
    .limit(previewRows);
  return { ...file, head: columns?.head ?? [], columns, samples: samples.map(({ raw }) => raw) };
}
