import { sheetRefusal } from "#app/lib/spreadsheets/sheet.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import type { Columns } from "../columns.ts";
import { type ReadRow, type RowCells, readRow } from "../read-row.ts";
import { openSheet } from "./sheet-rows.server.ts";
import type { XlsxRow } from "./xlsx.server.ts";

export interface ReadTask {
  kind: ImportKind;
  bytes: Buffer;
  /** Null to only inspect the file. */
  columns: Columns | null;
}

export interface Look {
  head: string[];
  samples: string[][];
  rowCount: number;
}

export type ReadAnswer = { look: Look } | { rows: ReadRow[] };

const sampleRows = 5;

const sampleSize = 80;

/** Reads a file's rows by its columns, or inspects it. @throws Refusal if it can't be read */
export async function* answersOf({ kind, bytes, columns }: ReadTask): AsyncGenerator<ReadAnswer> {
  const { head, batches } = await openSheet(kind, bytes);
  if (!columns) {
    const samples: string[][] = [];
    let rowCount = 0;
    for await (const rows of batches) {
      rowCount += rows.length;
      for (const { cells } of rows.slice(0, sampleRows - samples.length)) {
        samples.push(head.map((_, index) => (cells[index] ?? "").slice(0, sampleSize)));
      }
    }
    if (rowCount === 0) throw sheetRefusal("The file has headings, and no rows below.");
    yield { look: { head, samples, rowCount } };
    return;
  }
  const chosen = Object.entries(columns.columns);
  for await (const rows of batches) {
    yield {
      rows: rows.map((row) => readRow(kind, cellsOf(row, chosen), columns.dateFormat)),
    };
  }
}

function cellsOf({ line, cells, problems }: XlsxRow, chosen: [string, number][]): RowCells {
  return {
    line,
    cells: Object.fromEntries(chosen.map(([name, index]) => [name, cells[index] ?? ""])),
    ...(problems && {
      problems: Object.fromEntries(
        chosen.flatMap(([name, index]) => (problems[index] ? [[name, problems[index]]] : [])),
      ),
    }),
  };
}
