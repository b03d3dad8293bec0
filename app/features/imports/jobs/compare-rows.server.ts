import { and, eq, sql } from "drizzle-orm";
import { pacificDay } from "#app/lib/dates.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { dataImportRows, dataImports, importMappings } from "#db/schema/imports.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { storedColumns } from "../columns.ts";
import { readInThread } from "../files/read-thread.server.ts";
import { balancesWork } from "../judging/balances.server.ts";
import { clientsWork } from "../judging/clients.server.ts";
import { pricesWork } from "../judging/prices.server.ts";
import { productsWork } from "../judging/products.server.ts";
import { sitesWork } from "../judging/sites.server.ts";
import type { Candidate, KindWork, Verdict } from "../judging/verdict.server.ts";
import type { ReadRow } from "../read-row.ts";

export const workOf: Record<ImportKind, KindWork> = {
  products: productsWork,
  prices: pricesWork,
  clients: clientsWork,
  sites: sitesWork,
  balances: balancesWork,
};

/**
 * Compares a file's rows with the shop's data, in batches, and stores what each would do. An
 * unreadable file fails with the reason.
 */
export async function compareRows(
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
    if (!isRefusal(error, "sheet")) throw error;
    await db
      .update(dataImports)
      .set({ state: "failed", problem: error.message })
      .where(and(eq(dataImports.id, id), eq(dataImports.state, "reading")));
    return;
  }
  // Without new statistics, each batch would scan the whole table.
  await db.execute(sql`analyze ${dataImportRows}`);
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

/** Passes all rows as one parameter, which is much faster than one per value. */
async function storeRows(tx: Transaction, id: string, rows: StoredRow[]): Promise<void> {
  await tx.execute(sql`
    insert into ${dataImportRows} (import_id, line, state, label, problem, wanted, entity_id, before, after)
    select ${id}::uuid, line, state, left(label, 300), left(coalesce(problem, ''), 1000),
      wanted, "entityId", before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (
      line integer, state text, label text, problem text, wanted jsonb, "entityId" text,
      before jsonb, after jsonb)`);
}
