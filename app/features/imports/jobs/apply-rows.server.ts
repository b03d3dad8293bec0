import { isDeepStrictEqual } from "node:util";
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { inviteClients } from "#app/domain/accounts/credentials/invite-clients.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { dataImportRows, dataImports } from "#db/schema/imports.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import type { Actor, Addition, Candidate, Change, Verdict } from "../judging/verdict.server.ts";
import { counted } from "../kinds.ts";
import { workOf } from "./compare-rows.server.ts";

// A file is applied or undone in one transaction, one file at a time. All rows are judged before
// any is stored, because stored rows stay locked until the end, and orders of their products wait.

const batchRows = 500;

interface Undoing {
  kind: ImportKind;
  signal: AbortSignal | undefined;
}

interface Applying extends Undoing {
  invites: boolean;
  shop: Shop;
}

class StaleRows extends Error {
  override readonly name = "StaleRows";
  readonly lines: number[];

  constructor(lines: number[]) {
    super(`${lines.length} rows were changed meanwhile`);
    this.lines = lines;
  }
}

/** Applies a file's rows; none if one of them would do something else than shown. */
export async function applyRows(db: Database, id: string, applying: Applying): Promise<void> {
  const { kind, signal, invites, shop } = applying;
  try {
    await db.transaction(async (tx) => {
      if (!(await takeTurn(tx, id, "applying"))) return;
      await workOf[kind].lock(tx, id);
      const tell = tellProgress(db, id, 2);
      await judgeAgain(tx, id, applying, tell);
      await workOf[kind].lockRows?.(tx, id);
      const actor = await actorOf(tx, id);
      const invited: { userId: string; email: string }[] = [];
      for await (const rows of dueRows(tx, id, "first")) {
        signal?.throwIfAborted();
        const due = rows.map(asDue);
        const entityIds = await workOf[kind].write(tx, actor, due);
        await keepEntities(tx, id, rows, entityIds);
        for (const [index, { state, after }] of due.entries()) {
          const userId = entityIds[index];
          if (invites && kind === "clients" && state === "new" && after.email && userId) {
            invited.push({ userId, email: String(after.email) });
          }
        }
        await tell(rows.length);
      }
      await inviteClients(tx, invited, shop);
      const applied = { state: "applied", appliedAt: sql`now()`, content: null } as const;
      await end(tx, id, "applying", applied);
    });
  } catch (error) {
    if (!(error instanceof StaleRows)) throw error;
    await tellStale(db, id, kind, error.lines);
  }
}

/** Undoes an import's rows, each only if it is unchanged since. */
export async function undoRows(db: Database, id: string, { kind, signal }: Undoing): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await takeTurn(tx, id, "undoing"))) return;
    await workOf[kind].lock(tx, id);
    await workOf[kind].lockRows?.(tx, id);
    const actor = await actorOf(tx, id);
    const tell = tellProgress(db, id, 1);
    // In reverse, because rows may build on earlier ones.
    for await (const rows of dueRows(tx, id, "last")) {
      signal?.throwIfAborted();
      const outcomes = await workOf[kind].undo(
        tx,
        actor,
        rows.map(({ state, entityId, before, after }) => ({
          state: state === "new" ? "new" : "changed",
          entityId: entityId ?? "",
          before: before ?? {},
          after: after ?? {},
        })),
      );
      const problems = outcomes.flatMap(({ problem }, index) => {
        const line = rows[index]?.line;
        return problem === null || line === undefined ? [] : [{ line, problem }];
      });
      await keepProblems(tx, id, problems);
      await tell(rows.length);
    }
    await end(tx, id, "undoing", { state: "undone", undoneAt: sql`now()` });
  });
}

/** Serializes imports; returns true if this one is still waiting. */
async function takeTurn(tx: Transaction, id: string, state: "applying" | "undoing") {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('apply an import'))`);
  const [file] = await tx
    .select({ state: dataImports.state })
    .from(dataImports)
    .where(eq(dataImports.id, id));
  return file?.state === state;
}

/** @throws Error if the file was given up meanwhile, so that the reported state stays true */
async function end(
  tx: Transaction,
  id: string,
  from: "applying" | "undoing",
  to: Parameters<ReturnType<typeof tx.update<typeof dataImports>>["set"]>[0],
): Promise<void> {
  const ended = await tx
    .update(dataImports)
    .set(to)
    .where(and(eq(dataImports.id, id), eq(dataImports.state, from)))
    .returning({ id: dataImports.id });
  if (ended.length === 0) throw new Error("The import was given up meanwhile");
}

/**
 * Reports progress on another connection, because the transaction's own changes are invisible until
 * it ends. Each row is counted `rounds` times.
 */
function tellProgress(db: Database, id: string, rounds: number) {
  let count = 0;
  return async (more: number) => {
    count += more;
    const doneCount = Math.floor(count / rounds);
    await db.update(dataImports).set({ doneCount }).where(eq(dataImports.id, id));
  };
}

async function* dueRows(tx: Transaction, id: string, from: "first" | "last") {
  for (let last = from === "first" ? -1 : 2 ** 31 - 1; ; ) {
    const rows = await tx
      .select()
      .from(dataImportRows)
      .where(
        and(
          eq(dataImportRows.importId, id),
          inArray(dataImportRows.state, ["new", "changed"]),
          from === "first"
            ? gt(dataImportRows.line, last)
            : and(lt(dataImportRows.line, last), isNotNull(dataImportRows.entityId)),
        ),
      )
      .orderBy((from === "first" ? asc : desc)(dataImportRows.line))
      .limit(batchRows);
    if (rows.length === 0) return;
    last = rows.at(-1)?.line ?? last;
    yield rows;
  }
}

type DueRow = typeof dataImportRows.$inferSelect;

function asDue({ state, label, entityId, before, after }: DueRow): Change | Addition {
  return state === "changed" && entityId !== null
    ? { state, label, entityId, before: before ?? {}, after: after ?? {} }
    : { state: "new", label, after: after ?? {} };
}

/**
 * Judges all rows again under the locks. A row that someone else has applied already isn't this
 * import's to undo. @throws StaleRows
 */
async function judgeAgain(
  tx: Transaction,
  id: string,
  { kind, signal }: Undoing,
  tell: (more: number) => Promise<void>,
): Promise<void> {
  const judge = workOf[kind].judge(pacificDay(new Date()));
  const stale: number[] = [];
  for await (const rows of dueRows(tx, id, "first")) {
    signal?.throwIfAborted();
    const verdicts = await judge(tx, rows.map(asCandidate));
    const done: number[] = [];
    const other: { line: number; after: object }[] = [];
    for (const [index, row] of rows.entries()) {
      const { line } = row;
      const verdict = verdicts[index];
      if (verdict?.state === "unchanged") done.push(line);
      else if (!verdict || !holds(row, verdict)) stale.push(line);
      else if (!isDeepStrictEqual(row.after, verdict.after)) {
        other.push({ line, after: verdict.after });
      }
    }
    if (done.length > 0) {
      await tx
        .update(dataImportRows)
        .set({ state: "unchanged" })
        .where(and(eq(dataImportRows.importId, id), isOneOf(done)));
    }
    if (other.length > 0) {
      await tx.execute(sql`
        update ${dataImportRows} set after = kept.after
        from jsonb_to_recordset(${JSON.stringify(other)}::jsonb) as kept (line integer, after jsonb)
        where import_id = ${id} and data_import_rows.line = kept.line`);
    }
    await tell(rows.length);
  }
  if (stale.length > 0) throw new StaleRows(stale);
}

const asCandidate = ({ line, label, wanted }: DueRow): Candidate => ({
  line,
  label,
  wanted: (wanted ?? {}) as Candidate["wanted"],
});

/** True if a row would still do what the preview showed. */
function holds(row: DueRow, verdict: Verdict): verdict is Change | Addition {
  if (verdict.state === "new") return row.state === "new";
  return (
    verdict.state === "changed" &&
    row.state === "changed" &&
    verdict.entityId === row.entityId &&
    isDeepStrictEqual(verdict.before, row.before)
  );
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

async function keepEntities(
  tx: Transaction,
  id: string,
  rows: readonly DueRow[],
  entityIds: readonly string[],
): Promise<void> {
  const kept = rows.flatMap(({ line, entityId }, index) =>
    entityId === entityIds[index] ? [] : [{ line, entityId: entityIds[index] }],
  );
  if (kept.length === 0) return;
  await tx.execute(sql`
    update ${dataImportRows} set entity_id = kept."entityId"
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept (line integer, "entityId" text)
    where import_id = ${id} and data_import_rows.line = kept.line`);
}

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
