import { createHash, randomUUID } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { toPage } from "#app/lib/page-of-rows.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { sendJobs } from "#db/jobs/jobs.ts";
import { user } from "#db/schema/accounts.ts";
import { dataImportRows, dataImports, importMappings } from "#db/schema/imports.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { type Columns, guessColumns, storedColumns } from "./columns.ts";
import { lookInto } from "./files/read-thread.server.ts";
import type {
  ImportDetails,
  ImportRefusal,
  ImportRow,
  ImportSummary,
  RowCounts,
  RowFilter,
} from "./import-file.ts";
import { undoMs } from "./import-limits.ts";
import { buildsOn } from "./kinds.ts";

/** Days after which files never imported, and the rows of imported ones, are deleted. */
const keptDays = 30;

const pageRows = 50;

interface UploadedFile {
  kind: ImportKind;
  name: string;
  content: Buffer;
}

/**
 * Stores a file, and starts reading it if its columns are known: from a file with the same
 * headings, or as the shop's own. For administrators. @throws Refusal for a file that can't be read
 */
export async function storeImport(
  db: Database,
  admin: Admin,
  { kind, name, content }: UploadedFile,
): Promise<{ id: string; isReading: boolean }> {
  const { head, samples, rowCount } = await lookInto(kind, content);
  const names = head.map((heading) => heading.toLowerCase());
  const signature = createHash("sha256").update(names.join("\u001f")).digest("hex");
  await removeOld(db);
  return db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(dataImports)
      .values({
        kind,
        content,
        head,
        samples,
        rowCount,
        signature,
        createdBy: admin.userId,
        fileName: fileNameOf(name),
      })
      .returning({ id: dataImports.id });
    if (!stored) throw new Error("The file was not stored");
    const guess = guessColumns(kind, head);
    const columns =
      (await columnsOf(tx, kind, signature)) ?? (guess.isCertain ? guess.columns : null);
    if (columns) await beginReading(tx, stored.id, { kind, signature }, columns);
    return { id: stored.id, isReading: columns !== null };
  });
}

async function removeOld(db: Database): Promise<void> {
  const isOld = lt(dataImports.createdAt, sql`now() - make_interval(days => ${keptDays}::int)`);
  const wereApplied = inArray(dataImports.state, ["applied", "undone"]);
  const isAtWork = inArray(dataImports.state, ["reading", "applying", "undoing"]);
  await db.delete(dataImports).where(and(isOld, sql`not ${wereApplied}`, sql`not ${isAtWork}`));
  const applied = db
    .select({ id: dataImports.id })
    .from(dataImports)
    .where(and(isOld, wereApplied));
  await db.delete(dataImportRows).where(inArray(dataImportRows.importId, applied));
}

/** The table requires a non-blank name. */
function fileNameOf(name: string): string {
  const visible = name.replace(/[\p{C}]/gu, "").trim();
  return Array.from(visible).slice(0, 255).join("") || "Unnamed file";
}

async function columnsOf(
  db: Database | Transaction,
  kind: ImportKind,
  signature: string,
): Promise<Columns | null> {
  const [found] = await db
    .select({ mapping: importMappings.mapping })
    .from(importMappings)
    .where(and(eq(importMappings.kind, kind), eq(importMappings.signature, signature)));
  return storedColumns(found?.mapping);
}

async function beginReading(
  tx: Transaction,
  id: string,
  { kind, signature }: { kind: ImportKind; signature: string },
  columns: Columns,
): Promise<void> {
  await tx
    .insert(importMappings)
    .values({ kind, signature, mapping: columns })
    .onConflictDoUpdate({
      target: [importMappings.kind, importMappings.signature],
      set: { mapping: columns, updatedAt: new Date() },
    });
  await tx.delete(dataImportRows).where(eq(dataImportRows.importId, id));
  await tx
    .update(dataImports)
    .set({ state: "reading", doneCount: 0, problem: "" })
    .where(eq(dataImports.id, id));
  await sendWork(tx, id);
}

/**
 * Sets a file's columns, remembers them for files with the same headings, and compares the rows
 * with the shop's data. For administrators.
 */
export function readImport(
  db: Database,
  admin: Admin,
  id: string,
  columns: Columns,
): Promise<ImportRefusal | null> {
  return moving(db, id, async (tx, file) => {
    if (!["columns", "read", "failed"].includes(file.state)) return "at work";
    await tx.update(dataImports).set({ actorId: admin.userId }).where(eq(dataImports.id, id));
    await beginReading(tx, id, file, columns);
    return null;
  });
}

/** Compares the rows of a file again. For administrators. */
export function compareAgain(
  db: Database,
  admin: Admin,
  id: string,
): Promise<ImportRefusal | null> {
  return moving(db, id, async (tx, file) => {
    const columns = await columnsOf(tx, file.kind, file.signature);
    if (!["read", "failed"].includes(file.state) || !columns) return "at work";
    await tx.update(dataImports).set({ actorId: admin.userId }).where(eq(dataImports.id, id));
    await beginReading(tx, id, file, columns);
    return null;
  });
}

/**
 * Starts importing a compared file: all of its rows, or none if one was changed meanwhile or is
 * refused. `invites` mails new clients a link to choose a password. For administrators.
 */
export function applyImport(
  db: Database,
  admin: Admin,
  id: string,
  invites: boolean,
): Promise<ImportRefusal | null> {
  return moving(db, id, async (tx, file) => {
    if (file.state !== "read") return "at work";
    const found = await tx
      .selectDistinct({ state: dataImportRows.state })
      .from(dataImportRows)
      .where(eq(dataImportRows.importId, id));
    const states = found.map(({ state }) => state);
    if (states.includes("refused")) return "refused rows";
    if (!states.includes("new") && !states.includes("changed")) return "nothing to do";
    await begin(tx, admin, id, "applying", invites);
    return null;
  });
}

/**
 * Starts undoing an import of the last day; with `anyway`, even if later imports may build on it.
 * For administrators.
 */
export function undoImport(
  db: Database,
  admin: Admin,
  id: string,
  anyway: boolean,
): Promise<ImportRefusal | null> {
  return moving(db, id, async (tx, file) => {
    if (file.state !== "applied") return "at work";
    if (!isYoung(file.appliedAt)) return "too late";
    if (!anyway && (await laterImports(tx, file)).length > 0) return "used since";
    await begin(tx, admin, id, "undoing");
    return null;
  });
}

/** Deletes a file that wasn't imported. For administrators. */
export function discardImport(
  db: Database,
  _admin: Admin,
  id: string,
): Promise<ImportRefusal | null> {
  return moving(db, id, async (tx, file) => {
    if (!["columns", "read", "failed"].includes(file.state)) return "at work";
    await tx.delete(dataImports).where(eq(dataImports.id, id));
    return null;
  });
}

async function begin(
  tx: Transaction,
  admin: Admin,
  id: string,
  state: "applying" | "undoing",
  invites?: boolean,
): Promise<void> {
  await tx
    .update(dataImports)
    .set({ state, invites, doneCount: 0, problem: "", actorId: admin.userId })
    .where(eq(dataImports.id, id));
  await sendWork(tx, id);
}

/** Each job has its own key, because a failed job would block the next one with the same key. */
async function sendWork(tx: Transaction, importId: string): Promise<void> {
  await sendJobs(tx, "imports", [{ key: randomUUID(), data: { importId } }]);
}

/** Locks the file, so that only one of two simultaneous requests continues. */
async function moving(
  db: Database,
  id: string,
  move: (
    tx: Transaction,
    file: Pick<typeof dataImports.$inferSelect, "kind" | "signature" | "state" | "appliedAt">,
  ) => Promise<ImportRefusal | null>,
): Promise<ImportRefusal | null> {
  if (!isUuid(id)) return "gone";
  return db.transaction(async (tx) => {
    const [file] = await tx
      .select(pick(dataImports, "kind", "signature", "state", "appliedAt"))
      .from(dataImports)
      .where(eq(dataImports.id, id))
      .for("update");
    return file ? move(tx, file) : "gone";
  });
}

const isYoung = (appliedAt: Date | null) =>
  appliedAt !== null && Date.now() - appliedAt.getTime() < undoMs;

const isKept = sql`data_import_rows.state in ('new', 'changed') and data_import_rows.problem <> ''`;

const summaryColumns = {
  id: dataImports.id,
  kind: dataImports.kind,
  state: dataImports.state,
  fileName: dataImports.fileName,
  createdAt: dataImports.createdAt,
  appliedAt: dataImports.appliedAt,
  undoneAt: dataImports.undoneAt,
  createdBy: user.email,
  // In one pass, because a file may have 50,000 rows and its page polls.
  counts: sql<RowCounts>`(select json_build_object(
      'new', count(*) filter (where data_import_rows.state = 'new'),
      'changed', count(*) filter (where data_import_rows.state = 'changed'),
      'unchanged', count(*) filter (where data_import_rows.state = 'unchanged'),
      'refused', count(*) filter (where data_import_rows.state = 'refused'),
      'stale', count(*) filter (where data_import_rows.is_stale),
      'kept', count(*) filter (where ${isKept}))
    from data_import_rows where data_import_rows.import_id = data_imports.id)`,
};

/** Returns the newest files. For administrators. */
export function listImports(db: Database, _admin: Admin): Promise<ImportSummary[]> {
  return db
    .select(summaryColumns)
    .from(dataImports)
    .leftJoin(user, eq(user.id, dataImports.createdBy))
    .orderBy(desc(dataImports.createdAt), desc(dataImports.id))
    .limit(20);
}

/** Returns a file; null for an unknown id. For administrators. */
export async function getImport(
  db: Database,
  _admin: Admin,
  id: string,
): Promise<ImportDetails | null> {
  if (!isUuid(id)) return null;
  const [found] = await db
    .select({
      ...summaryColumns,
      head: dataImports.head,
      samples: dataImports.samples,
      rowCount: dataImports.rowCount,
      doneCount: dataImports.doneCount,
      problem: dataImports.problem,
      invites: dataImports.invites,
      signature: dataImports.signature,
    })
    .from(dataImports)
    .leftJoin(user, eq(user.id, dataImports.createdBy))
    .where(eq(dataImports.id, id));
  if (!found) return null;
  const { signature, ...file } = found;
  const columns = await columnsOf(db, file.kind, signature);
  const canUndo = file.state === "applied" && isYoung(file.appliedAt);
  return { ...file, columns, canUndo, undoFirst: canUndo ? await laterImports(db, file) : [] };
}

function laterImports(
  db: Database | Transaction,
  { kind, appliedAt }: Pick<ImportSummary, "kind" | "appliedAt">,
): Promise<ImportDetails["undoFirst"]> {
  const kinds = [...buildsOn[kind]];
  if (!appliedAt || kinds.length === 0) return Promise.resolve([]);
  return db
    .select({ fileName: dataImports.fileName, kind: dataImports.kind })
    .from(dataImports)
    .where(
      and(
        eq(dataImports.state, "applied"),
        inArray(dataImports.kind, kinds),
        gt(dataImports.appliedAt, appliedAt),
      ),
    )
    .orderBy(desc(dataImports.appliedAt))
    .limit(20);
}

/** Returns a page of a file's rows, in order. For administrators. */
export async function listImportRows(
  db: Database,
  _admin: Admin,
  id: string,
  { filter, page = 1 }: { filter?: RowFilter | undefined; page?: number },
): Promise<{ rows: ImportRow[]; hasMore: boolean }> {
  if (!isUuid(id)) return { rows: [], hasMore: false };
  const found = await db
    .select(pick(dataImportRows, "line", "state", "label", "problem", "isStale", "before", "after"))
    .from(dataImportRows)
    .where(and(eq(dataImportRows.importId, id), matching(filter)))
    .orderBy(asc(dataImportRows.line))
    .limit(pageRows + 1)
    .offset((Math.max(1, page) - 1) * pageRows);
  return toPage(found, pageRows);
}

function matching(filter: RowFilter | undefined): SQL | undefined {
  if (filter === undefined) return undefined;
  if (filter === "stale") return eq(dataImportRows.isStale, true);
  if (filter === "kept") return isKept;
  return eq(dataImportRows.state, filter);
}
