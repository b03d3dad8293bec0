import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, lt } from "drizzle-orm";
import { numberInSeries } from "#app/features/invoices/skipped-numbers.ts";
import type { Transaction } from "#db/database.ts";
import { documentSeries, skippedNumbers } from "#db/schema/money/documents.ts";

/** The last number of each series that anybody has seen, e.g. `{ INV: 140 }`. */
export type LastNumbers = Record<string, number>;

/** The series, and what they are for; as the migrations make them. */
export const seriesNames = { INV: "invoice", CN: "credit note", DN: "delivery note" } as const;

const documentNumber = /\b(INV|CN|DN)-(\d{6,9})\b/g;

/** The highest number of each series in a text. */
function numbersIn(text: string, found: LastNumbers = {}): LastNumbers {
  for (const [, series = "", digits] of text.matchAll(documentNumber)) {
    found[series] = Math.max(found[series] ?? 0, Number(digits));
  }
  return found;
}

/**
 * Reads what was said of the last numbers: "INV-000140", or a file or folder in which they occur, for
 * example the former shop's mails (`outbox`) or files of an accounting program.
 *
 * @throws Error with one line for what is neither
 */
export async function readLastNumbers(said: readonly string[]): Promise<LastNumbers> {
  const found: LastNumbers = {};
  for (const one of said) {
    if (/^(INV|CN|DN)-\d{1,9}$/.test(one)) {
      numbersIn(
        one.replace(/\d+$/, (digits) => digits.padStart(6, "0")),
        found,
      );
      continue;
    }
    const place = await stat(one).catch(() => undefined);
    if (!place) throw new Error(`${one} is no number like INV-000140, and no file or folder.`);
    const names = place.isDirectory() ? await readdir(one, { recursive: true }) : [""];
    for (const name of names) {
      const path = join(one, name);
      if (!(await stat(path)).isFile()) continue;
      // Mails break long lines within words.
      numbersIn((await readFile(path, "latin1")).replaceAll(/=\r?\n/g, ""), found);
    }
  }
  return found;
}

/**
 * Asks a person for the last number of each series.
 *
 * @param ask what they answer to a question; only the digits count, none for no number
 */
export async function askLastNumbers(
  ask: (question: string) => Promise<string>,
): Promise<LastNumbers> {
  const said: string[] = [];
  for (const [series, name] of Object.entries(seriesNames)) {
    const answer = await ask(
      `The last ${name} that was sent out, e.g. ${numberInSeries(series, 140)} (Enter if none was since the backup): `,
    );
    const digits = answer.replace(/\D/g, "");
    if (digits) said.push(`${series}-${digits}`);
  }
  return readLastNumbers(said);
}

/** A range of numbers that is never given again. */
export interface SkippedRange {
  series: string;
  first: number;
  last: number;
}

/**
 * Steps past numbers that were given after a backup was taken, so that none is given twice, and notes
 * each range for the books. In the transaction of the restore, or before the shop opens.
 *
 * @param backupOf when the backup was taken
 * @returns the ranges, none for numbers that the backup knows
 */
export async function skipNumbers(
  tx: Transaction,
  lastNumbers: LastNumbers,
  backupOf: Date,
): Promise<SkippedRange[]> {
  const skipped: SkippedRange[] = [];
  for (const [series, last] of Object.entries(lastNumbers).sort()) {
    const [before] = await tx
      .select({ lastNumber: documentSeries.lastNumber })
      .from(documentSeries)
      .where(eq(documentSeries.series, series))
      .for("update");
    if (!before) throw new Error(`There is no series ${series}.`);
    if (before.lastNumber >= last) continue;
    const range = { series, first: before.lastNumber + 1, last };
    await tx.insert(skippedNumbers).values({ ...range, backupOf });
    await tx
      .update(documentSeries)
      .set({ lastNumber: last })
      .where(and(eq(documentSeries.series, series), lt(documentSeries.lastNumber, last)));
    skipped.push(range);
  }
  return skipped;
}

/** The last number of each series as it stands, in the order of their names. */
export function lastNumbersNow(tx: Transaction) {
  return tx
    .select({ series: documentSeries.series, lastNumber: documentSeries.lastNumber })
    .from(documentSeries)
    .orderBy(documentSeries.series);
}
