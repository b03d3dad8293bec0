import { Refusal } from "../refusal.ts";
export interface SheetRow {
  /** The line in the file, from 1. */
  line: number;
  cells: string[];
}

/** Refuses a file; the message is for its sender. */
export function sheetRefusal(message: string, { cause }: ErrorOptions = {}): Refusal<"sheet"> {
  // Shown once, beside the field in which rows are pasted.
  const answer = { message: undefined };
  return new Refusal("sheet", message, { status: 400, field: "rows", answer, cause });
}

/** Normalizes a cell: composed characters, trimmed, single spaces. */
export function normalizedCell(cell: string): string {
  return cell.normalize().replace(/\s+/g, " ").trim();
}

/** Returns the cells up to the last one that isn't empty. */
export function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}
