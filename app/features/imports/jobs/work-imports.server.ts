import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Database, Log } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { dataImports } from "#db/schema/imports.ts";
import { brokenOffText } from "../import-file.ts";
import { applyRows, undoRows } from "./apply-rows.server.ts";
import { compareRows } from "./compare-rows.server.ts";

// Files are read, applied and undone by jobs: each takes seconds, which no request waits for. What a
// file waits for is its state, so that a job that runs twice does nothing twice.

/** How often to look for files whose job ended without them, in seconds. */
const lookEvery = 60;

/** What the jobs need. */
export interface ImportServices {
  db: Database;
  log: Pick<Log, "info" | "warn" | "error">;
  /** Its name and address, for mails. */
  shop: Shop;
}

/** Works on files, one at a time in each process. */
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
  if (file?.state === "reading") await compareRows(db, id, file.kind, signal);
  if (file?.state === "applying") await applyRows(db, id, { ...file, shop, signal });
  if (file?.state === "undoing") await undoRows(db, id, { kind: file.kind, signal });
  if (file) log.info({ import: id, kind: file.kind, was: file.state }, "worked on an import");
}

/**
 * Ends files that wait for a job which there is no more: given up when its process was killed at each
 * attempt, or left out by a copy of the database. Nothing of them was stored.
 */
export async function endAbandoned({ db, log }: ImportServices): Promise<void> {
  const ended = await setBack(
    db,
    sql`not exists (select from pgboss.job where name = 'imports' and state < 'completed'
      and data->>'importId' = data_imports.id::text)`,
  );
  if (ended.length > 0) log.warn({ imports: ended }, "imports were given up");
}

/** Back to where it can be tried again; nothing was changed. Returns which files. */
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
