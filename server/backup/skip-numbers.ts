import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { lockSeries, skipTo } from "#app/domain/documents/skipped-numbers.server.ts";
import { numberInSeries, rangeInWords } from "#app/domain/documents/skipped-numbers.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { lastOrderNumber, skipOrderNumbers } from "#app/domain/orders/order-numbers.server.ts";
import type { Transaction } from "#db/database.ts";
import { documentSeries } from "#db/schema/money/documents.ts";

export interface LastNumbers {
  /** The last number of each series as entered by a person, e.g. `{ INV: 140, Order: 1042 }`. */
  said: Record<string, number>;
  /** Numbers found in files, by series. Strangers write to us too, so some may be made up. */
  found: Record<string, number[]>;
}

/** The series and their kinds, as the migrations create them. */
export const seriesNames = {
  INV: "invoice",
  CN: "credit note",
  DN: "delivery note",
  DR: "reversal of a delivery note",
  R: "counter sale",
} as const;

/** The series of orders: their numbers come from a sequence, which may have gaps. */
const orderSeries = "Order";

const documentNumber = /\b(INV|CN|DN|DR|R)-(\d{6,9})\b/g;

/** Orders as named in emails and papers, within a sentence and as a fact. */
const namedOrder = /\border:?\s+(\d{4,9})\b/gi;

/** Maximum gap between numbers in files: more than go unmentioned, less than an attack needs. */
const mostBetween = 1_000;

export const noNumbers = (): LastNumbers => ({ said: {}, found: {} });

/**
 * Parses the last numbers as given: "INV-000140", "order-1042", or a file or folder that contains
 * them, for example the former shop's emails (`outbox`) or files of an accounting program.
 *
 * @throws Error with one line for anything else
 */
export async function readLastNumbers(given: readonly string[]): Promise<LastNumbers> {
  const { said, found } = noNumbers();
  const seen: Record<string, Set<number>> = {};
  const saw = (series: string, number: number) => {
    seen[series] ??= new Set();
    seen[series].add(number);
  };
  for (const one of given) {
    const [, documents, digits] = /^(INV|CN|DN|R|order)-(\d{1,9})$/i.exec(one) ?? [];
    if (documents) {
      const named = documents.toLowerCase() === "order" ? orderSeries : documents.toUpperCase();
      said[named] = Math.max(said[named] ?? 0, Number(digits));
      continue;
    }
    const place = await stat(one).catch(() => undefined);
    if (!place) {
      throw new Error(`${one} is no number like INV-000140 or order-1042, and no file or folder.`);
    }
    const names = place.isDirectory() ? await readdir(one, { recursive: true }) : [""];
    for (const name of names) {
      const path = join(one, name);
      if (!(await stat(path)).isFile()) continue;
      // Emails break long lines within words.
      const text = (await readFile(path, "latin1")).replaceAll(/=\r?\n/g, "");
      for (const [, series = "", number] of text.matchAll(documentNumber)) {
        saw(series, Number(number));
      }
      for (const [, number] of text.matchAll(namedOrder)) saw(orderSeries, Number(number));
    }
  }
  for (const [series, numbers] of Object.entries(seen)) {
    found[series] = [...numbers].sort((one, other) => one - other);
  }
  return { said, found };
}

/**
 * Asks a person for the last number of each series.
 *
 * @param ask returns the answer to a question; only its digits count, none means no number
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
  const answer = await ask(
    `The last order that anybody was told of, e.g. ${orderName(1042)} (Enter if none was placed since the backup): `,
  );
  const digits = answer.replace(/\D/g, "");
  if (digits) said.push(`${orderSeries}-${digits}`);
  return readLastNumbers(said);
}

/** Leaves out isolated numbers. */
function reached(known: number, found: readonly number[]): { last: number; isolated: number[] } {
  let last = known;
  for (const [place, number] of found.entries()) {
    if (number - last > mostBetween) return { last, isolated: found.slice(place) };
    last = Math.max(last, number);
  }
  return { last, isolated: [] };
}

interface SkippedRange {
  series: string;
  first: number;
  last: number;
}

export interface Skipped {
  ranges: SkippedRange[];
  /** The highest number found in a series that is too far from all others to be plausible. */
  isolated: { series: string; number: number }[];
}

/**
 * Skips numbers issued after a backup was taken, so that none is issued twice, and records each
 * range for the books. Called in the restore's transaction, or before the shop opens.
 *
 * @param backupOf when the backup was taken
 */
export async function skipNumbers(
  tx: Transaction,
  { said, found }: LastNumbers,
  backupOf: Date,
): Promise<Skipped> {
  const skipped: Skipped = { ranges: [], isolated: [] };
  for (const series of Object.keys({ ...said, ...found }).sort()) {
    const before =
      series === orderSeries
        ? { series, lastNumber: await lastOrderNumber(tx) }
        : await lockSeries(tx, series);
    const known = Math.max(before.lastNumber, said[series] ?? 0);
    const { last, isolated } = reached(known, found[series] ?? []);
    const number = isolated.at(-1);
    if (number !== undefined) skipped.isolated.push({ series, number });
    if (before.lastNumber >= last) continue;
    if (series === orderSeries) await skipOrderNumbers(tx, last);
    else await skipTo(tx, before, last, backupOf);
    skipped.ranges.push({ series, first: before.lastNumber + 1, last });
  }
  return skipped;
}

/** Returns the present last number of each series, sorted by name, and of orders. */
export async function lastNumbersNow(tx: Transaction) {
  const documents = await tx
    .select({ series: documentSeries.series, lastNumber: documentSeries.lastNumber })
    .from(documentSeries)
    .orderBy(documentSeries.series);
  return [...documents, { series: orderSeries, lastNumber: await lastOrderNumber(tx) }];
}

/** Formats a number as on documents and orders: "INV-000140", "Order 1042". */
export function numberInWords(series: string, number: number): string {
  return series === orderSeries ? orderName(number) : numberInSeries(series, number);
}

/** Formats a range as "INV-000121 to 000140" or "Order 1043 to 1060", or a single number. */
export function skippedInWords({ series, first, last }: SkippedRange): string {
  if (series !== orderSeries) return rangeInWords({ series, first, last });
  return first === last ? orderName(first) : `${orderName(first)} to ${last}`;
}
