import { isDeepStrictEqual } from "node:util";
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { inviteClients } from "#app/features/auth/credentials/invite-clients.server.ts";
import { SheetRefusedError } from "#app/features/spreadsheets/sheet.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import type { JobRunner } from "#db/jobs.ts";
import { user } from "#db/schema/accounts.ts";
import { dataImportRows, dataImports, importMappings } from "#db/schema/imports.ts";
import { storedColumns } from "./columns.ts";
import { readInThread } from "./files/read-thread.server.ts";
import { importFailed } from "./import-file.ts";
import { balancesWork } from "./judging/balances.server.ts";
import { clientsWork } from "./judging/clients.server.ts";
import { pricesWork } from "./judging/prices.server.ts";
import { productsWork } from "./judging/products.server.ts";
import { sitesWork } from "./judging/sites.server.ts";
import type {
  Actor,
  Addition,
  Candidate,
  Change,
  KindWork,
  Verdict,
} from "./judging/verdict.server.ts";
import { counted, type ImportKind } from "./kinds.ts";
import type { ReadRow } from "./read-row.ts";

// Files are read, applied and undone by jobs: each takes seconds, which no request waits for. What a
// file waits for is its state, so that a job that runs twice does nothing twice.

const workOf: Record<ImportKind, KindWork> = {
  products: productsWork,
  prices: pricesWork,
  clients: clientsWork,
  sites: sitesWork,
  balances: balancesWork,
};

/** Rows applied or undone by one round of statements. */
const batchRows = 500;

/** What the jobs need. */
export interface ImportServices {
  db: Database;
  log: Pick<Log, "info" | "error">;
  /** Its name and address, for mails. */
  shop: Shop;
}

/** Works on files, one at a time in each process. */
export function workImports(jobs: JobRunner, services: ImportServices): Promise<void> {
  return jobs.work("imports", { workers: 1, batch: 1 }, async ({ data, isLastAttempt, signal }) => {
    try {
      await performImport(services, data.importId, signal);
    } catch (error) {
      services.log.error({ err: error, import: data.importId }, "an import failed");
      if (isLastAttempt) await giveUp(services.db, data.importId);
      throw error;
    }
  });
}

/** Does with a file what it waits for; nothing for one that waits for nothing. */
export async function performImport(
  { db, log, shop }: ImportServices,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  const [file] = await db
    .select({ kind: dataImports.kind, state: dataImports.state, invites: dataImports.invites })
    .from(dataImports)
    .where(eq(dataImports.id, id));
  if (file?.state === "reading") await read(db, id, file.kind, signal);
  if (file?.state === "applying") await apply(db, id, file, shop);
  if (file?.state === "undoing") await undo(db, id, file.kind);
  if (file) log.info({ import: id, kind: file.kind, was: file.state }, "worked on an import");
}

/** Back to where it can be tried again; nothing was changed. */
async function giveUp(db: Database, id: string): Promise<void> {
  const back = { reading: "failed", applying: "read", undoing: "applied" } as const;
  for (const [from, to] of Object.entries(back)) {
    await db
      .update(dataImports)
      .set({ state: to, problem: importFailed })
      .where(and(eq(dataImports.id, id), sql`${dataImports.state} = ${from}`));
  }
}

async function read(
  db: Database,
  id: string,
  kind: ImportKind,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [file] = await db
    .select({ content: dataImports.content, mapping: importMappings.mapping })
    .from(dataImports)
    .innerJoin(
      importMappings,
      and(
        eq(importMappings.kind, dataImports.kind),
        eq(importMappings.signature, dataImports.signature),
      ),
    )
    .where(eq(dataImports.id, id));
  const columns = storedColumns(file?.mapping);
  if (!file?.content || !columns) throw new Error("The file has no content or columns");
  await db.delete(dataImportRows).where(eq(dataImportRows.importId, id));
  const judge = workOf[kind].judge(pacificDay(new Date()));
  let doneCount = 0;
  try {
    for await (const rows of readInThread(kind, file.content, columns)) {
      signal?.throwIfAborted();
      doneCount += rows.length;
      await db.transaction(async (tx) => {
        const good = rows.filter(isReadable);
        const verdicts = new Map(
          (await judge(tx, good)).map((verdict, index) => [good[index]?.line, verdict]),
        );
        await storeRows(
          tx,
          id,
          rows.map((row) => storedRow(row, verdicts.get(row.line))),
        );
        await tx.update(dataImports).set({ doneCount }).where(eq(dataImports.id, id));
      });
    }
  } catch (error) {
    if (!(error instanceof SheetRefusedError)) throw error;
    await db
      .update(dataImports)
      .set({ state: "failed", problem: error.message })
      .where(and(eq(dataImports.id, id), eq(dataImports.state, "reading")));
    return;
  }
  await db
    .update(dataImports)
    .set({ state: "read" })
    .where(and(eq(dataImports.id, id), eq(dataImports.state, "reading")));
}

type StoredRow = Omit<typeof dataImportRows.$inferInsert, "importId" | "isStale">;

const isReadable = (row: ReadRow): row is Extract<ReadRow, Candidate> => row.wanted !== undefined;

function storedRow(row: ReadRow, verdict: Verdict | undefined): StoredRow {
  const { line } = row;
  const label = row.label || `Row ${line}`;
  if (!verdict || verdict.state === "refused") {
    return { line, label, state: "refused", problem: verdict?.problem ?? row.problem ?? "" };
  }
  const { state } = verdict;
  if (state === "unchanged") {
    return { line, state, label: verdict.label || label, entityId: verdict.entityId };
  }
  const facts = { wanted: row.wanted, label: verdict.label || label, after: verdict.after };
  return state === "new"
    ? { line, state, ...facts }
    : { line, state, ...facts, entityId: verdict.entityId, before: verdict.before };
}

/** As one parameter, which is much faster than one for each value. */
async function storeRows(tx: Transaction, id: string, rows: StoredRow[]): Promise<void> {
  await tx.execute(sql`
    insert into ${dataImportRows} (import_id, line, state, label, problem, wanted, entity_id, before, after)
    select ${id}::uuid, line, state, left(label, 300), left(coalesce(problem, ''), 1000),
      wanted, "entityId", before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (
      line integer, state text, label text, problem text, wanted jsonb, "entityId" text,
      before jsonb, after jsonb)`);
}

/** Rows whose comparison no longer holds. */
class StaleRows extends Error {
  override readonly name = "StaleRows";
  readonly lines: number[];

  constructor(lines: number[]) {
    super(`${lines.length} rows were changed meanwhile`);
    this.lines = lines;
  }
}

/** Lets one import after another through, and says whether this one still waits for it. */
async function isStill(tx: Transaction, id: string, state: "applying" | "undoing") {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('apply an import'))`);
  const [file] = await tx
    .select({ state: dataImports.state })
    .from(dataImports)
    .where(eq(dataImports.id, id));
  return file?.state === state;
}

/** One after another, whoever's; rolled back as a whole. */
async function apply(
  db: Database,
  id: string,
  { kind, invites }: { kind: ImportKind; invites: boolean },
  shop: Shop,
): Promise<void> {
  const work = workOf[kind];
  try {
    await db.transaction(async (tx) => {
      if (!(await isStill(tx, id, "applying"))) return;
      await work.lock(tx, id);
      const actor = await actorOf(tx, id);
      const judge = work.judge(pacificDay(new Date()));
      const stale: number[] = [];
      const invited: { userId: string; email: string }[] = [];
      let doneCount = 0;
      for (let last = -1; ; ) {
        const from = gt(dataImportRows.line, last);
        const rows = await rowsToDo(tx, id, from, asc(dataImportRows.line));
        if (rows.length === 0) break;
        last = rows.at(-1)?.line ?? last;
        const verdicts = await judge(tx, rows.map(asCandidate));
        const due: { line: number; verdict: Change | Addition }[] = [];
        const done: number[] = [];
        for (const [index, row] of rows.entries()) {
          const verdict = verdicts[index];
          if (verdict?.state === "unchanged") done.push(row.line);
          else if (verdict && holds(row, verdict)) due.push({ line: row.line, verdict });
          else stale.push(row.line);
        }
        // What somebody has done already is not this import's to undo.
        await tx
          .update(dataImportRows)
          .set({ state: "unchanged" })
          .where(and(eq(dataImportRows.importId, id), isOneOf(done)));
        if (stale.length === 0 && due.length > 0) {
          const entityIds = await work.write(
            tx,
            actor,
            due.map(({ verdict }) => verdict),
          );
          await keepApplied(tx, id, due, entityIds);
          for (const [index, { verdict }] of due.entries()) {
            const { email } = verdict.after;
            const userId = entityIds[index];
            if (kind === "clients" && verdict.state === "new" && email && userId) {
              invited.push({ userId, email: String(email) });
            }
          }
        }
        doneCount += rows.length;
        // By another connection, or nobody would see it before the end.
        await db.update(dataImports).set({ doneCount }).where(eq(dataImports.id, id));
      }
      if (stale.length > 0) throw new StaleRows(stale);
      if (invites) await inviteClients(tx, invited, shop);
      await tx
        .update(dataImports)
        .set({ state: "applied", appliedAt: sql`now()`, content: null })
        .where(eq(dataImports.id, id));
    });
  } catch (error) {
    if (!(error instanceof StaleRows)) throw error;
    await tellStale(db, id, kind, error.lines);
  }
}

async function tellStale(db: Database, id: string, kind: ImportKind, lines: number[]) {
  const what = counted(lines.length, kind);
  const were = lines.length === 1 ? "was" : "were";
  await db.transaction(async (tx) => {
    await tx
      .update(dataImportRows)
      .set({ isStale: true })
      .where(and(eq(dataImportRows.importId, id), isOneOf(lines)));
    await tx
      .update(dataImports)
      .set({
        state: "read",
        problem: `Nothing was imported: ${what} ${were} changed since the file was compared. Compare again, and look at what is different.`,
      })
      .where(and(eq(dataImports.id, id), eq(dataImports.state, "applying")));
  });
}

const isOneOf = (lines: number[]) =>
  sql`${dataImportRows.line} = any(${sql.param(lines)}::integer[])`;

/** Rows of a file that do something, the next ones in an order. */
function rowsToDo(tx: Transaction, id: string, from: SQL, order: SQL) {
  return tx
    .select()
    .from(dataImportRows)
    .where(
      and(eq(dataImportRows.importId, id), inArray(dataImportRows.state, ["new", "changed"]), from),
    )
    .orderBy(order)
    .limit(batchRows);
}

type ImportedRow = Awaited<ReturnType<typeof rowsToDo>>[number];

const asCandidate = ({ line, label, wanted }: ImportedRow): Candidate => ({
  ...{ line, label },
  wanted: (wanted ?? {}) as Candidate["wanted"],
});

/** Whether a row would still do what the preview has shown. */
function holds(row: ImportedRow, verdict: Verdict): verdict is Change | Addition {
  if (verdict.state === "new") return row.state === "new";
  return (
    verdict.state === "changed" &&
    row.state === "changed" &&
    verdict.entityId === row.entityId &&
    isDeepStrictEqual(verdict.before, row.before)
  );
}

/** Keeps what was stored, to undo it. */
async function keepApplied(
  tx: Transaction,
  id: string,
  due: { line: number; verdict: Change | Addition }[],
  entityIds: string[],
): Promise<void> {
  const kept = due.map(({ line, verdict }, index) => ({
    ...{ line, entityId: entityIds[index], after: verdict.after },
  }));
  await tx.execute(sql`
    update ${dataImportRows} set entity_id = kept."entityId", after = kept.after, is_stale = false
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as kept (line integer, "entityId" text, after jsonb)
    where import_id = ${id} and data_import_rows.line = kept.line`);
}

async function undo(db: Database, id: string, kind: ImportKind): Promise<void> {
  const work = workOf[kind];
  await db.transaction(async (tx) => {
    if (!(await isStill(tx, id, "undoing"))) return;
    await work.lock(tx, id);
    const actor = await actorOf(tx, id);
    let doneCount = 0;
    // The last first: what a row built on is taken back after it.
    for (let last = 2 ** 31 - 1; ; ) {
      const own = and(lt(dataImportRows.line, last), isNotNull(dataImportRows.entityId));
      const rows = own ? await rowsToDo(tx, id, own, desc(dataImportRows.line)) : [];
      if (rows.length === 0) break;
      last = rows.at(-1)?.line ?? last;
      const outcomes = await work.undo(
        tx,
        actor,
        rows.map(({ state, entityId, before, after }) => ({
          state: state === "new" ? "new" : "changed",
          entityId: entityId ?? "",
          before: before ?? {},
          after: after ?? {},
        })),
      );
      await keepProblems(
        tx,
        id,
        outcomes.flatMap(({ problem }, index) => {
          const line = rows[index]?.line;
          return problem === null || line === undefined ? [] : [{ line, problem }];
        }),
      );
      doneCount += rows.length;
      await db.update(dataImports).set({ doneCount }).where(eq(dataImports.id, id));
    }
    await tx
      .update(dataImports)
      .set({ state: "undone", undoneAt: sql`now()` })
      .where(and(eq(dataImports.id, id), eq(dataImports.state, "undoing")));
  });
}

/** Keeps why rows stay although the file is undone. */
async function keepProblems(
  tx: Transaction,
  id: string,
  problems: { line: number; problem: string }[],
): Promise<void> {
  if (problems.length === 0) return;
  await tx.execute(sql`
    update ${dataImportRows} set problem = kept.problem
    from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as kept (line integer, problem text)
    where import_id = ${id} and data_import_rows.line = kept.line`);
}

/** Whoever applies or undoes a file, for the audit log. */
async function actorOf(tx: Transaction, id: string): Promise<Actor> {
  const [actor] = await tx
    .select({
      userId: user.id,
      email: sql<string>`coalesce(${user.email}, 'deleted account')`,
    })
    .from(dataImports)
    .leftJoin(user, eq(user.id, dataImports.actorId))
    .where(eq(dataImports.id, id));
  if (!actor) throw new Error("The import is gone");
  return actor;
}
