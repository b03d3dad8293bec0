import { Refusal } from "../refusal.ts";
/** A row of a file that somebody uploads. */
export interface SheetRow {
  /** In the file, from 1. */
  line: number;
  cells: string[];
}

/** Why a file can't be taken; the message is for whoever sent it. */
export function sheetRefusal(message: string, { cause }: ErrorOptions = {}): Refusal<"sheet"> {
  // Said once, beside the field in which rows are pasted.
  const answer = { message: undefined };
  return new Refusal("sheet", message, { status: 400, field: "rows", answer, cause });
}

/** A cell in one spelling: composed, without spaces around or doubled. */
export function normalizedCell(cell: string): string {
  return cell.normalize().replace(/\s+/g, " ").trim();
}

/** Cells up to the last one that isn't empty. */
export function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}
