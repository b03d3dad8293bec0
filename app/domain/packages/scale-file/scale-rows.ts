import { csvText } from "#app/lib/csv/csv.ts";
import { cellsOf, type ScaleFile, type ScaleItem } from "./scale-file.ts";

const delimiters: Record<ScaleFile["delimiter"], string> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
};

/** Returns the byte order mark and the headings, if the file has them. */
export function headText(file: ScaleFile): string {
  const headings = file.hasHeadings ? rowsText(file, [file.columns.map((one) => one.heading)]) : "";
  return `${file.hasMark ? "\uFEFF" : ""}${headings}`;
}

/** Returns the rows of items. */
export function itemsText(file: ScaleFile, items: readonly ScaleItem[]): string {
  return rowsText(
    file,
    items.map((item) => cellsOf(file, item)),
  );
}

const rowsText = ({ delimiter }: ScaleFile, rows: (string | number | null)[][]) =>
  csvText(rows, delimiters[delimiter]);
