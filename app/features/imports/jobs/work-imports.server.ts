import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Database, Log } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { dataImports } from "#db/schema/imports.ts";
import { brokenOffText } from "../import-file.ts";
import { applyRows, undoRows } from "./apply-rows.server.ts";
import { compareRows } from "./compare-rows.server.ts";

// Files are read, applied and undone by jobs, because each takes seconds. A file's state says what
// it is waiting for, which makes the jobs idempotent.

/** Seconds between searches for files whose job ended without finishing them. */
const lookEvery = 60;

export interface ImportServices {
  db: Database;
  log: Pick<Log, "info" | "warn" | "error">;
  shop: Shop;
}

/** Processes files, one at a time per process. */
export async function workImports(jobs: JobRunner, services: ImportServices): Promise<void> {
  const { db, log } = services;
  await jobs.work("imports", { workers: 1, batch: 1 }, async ({ data, isLastAttempt, signal }) => {
    const { importId } = data;
    try {
      await performImport(services, importId, signal);
    } catch (error) {
      log.error({ err: error, import: importId }, "an import failed");
      if (isLastAttempt) await setBack(db, eq(dataImports.id, importId));
      throw error;
    }
  });
  await jobs.repeat("import-rounds", lookEvery, () => endAbandoned(services));
}

/** Does what a file's state asks for, if anything. */
export async function performImport(
  { db, log, shop }: ImportServices,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  const [file] = await db
    .select({ kind: dataImports.kind, state: dataImports.state, invites: dataImports.invites })
    .from(dataImports)
    .where(eq(dataImports.id, id));
  if (file?.state === "reading") await compareRows(db, id, file.kind, signal);
  if (file?.state === "applying") await applyRows(db, id, { ...file, shop, signal });
  if (file?.state === "undoing") await undoRows(db, id, { kind: file.kind, signal });
  if (file) log.info({ import: id, kind: file.kind, was: file.state }, "worked on an import");
}

/**
 * Resets files without a job: its process was killed at each attempt, or a copy of the database
 * left it out. Nothing of them was stored.
 */
export async function endAbandoned({ db, log }: ImportServices): Promise<void> {
  const ended = await setBack(
    db,
    sql`not exists (select from pgboss.job where name = 'imports' and state < 'completed'
      and data->>'importId' = data_imports.id::text)`,
  );
  if (ended.length > 0) log.warn({ imports: ended }, "imports were given up");
}

/** Resets files so that they can be retried; returns their ids. */
async function setBack(db: Database, which: SQL): Promise<string[]> {
  const back = { reading: "failed", applying: "read", undoing: "applied" } as const;
  const ended: string[] = [];
  for (const from of ["reading", "applying", "undoing"] as const) {
    const rows = await db
      .update(dataImports)
      .set({ state: back[from], problem: brokenOffText[from] })
      .where(and(eq(dataImports.state, from), which))
      .returning({ id: dataImports.id });
    ended.push(...rows.map(({ id }) => id));
  }
  return ended;
}
