import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";

/** The rows of a table in COPY's text format, with tokens in place of ids and days. */
interface SampleTable {
  name: string;
  columns: string[];
  rows: string;
}

/** The business as it was at one moment of its last week. */
export interface SampleDay {
  /** In days after the Monday of that week. */
  day: number;
  /** In milliseconds after that day's midnight. */
  at: number;
  tables: SampleTable[];
  /** Last values of the sequences. */
  sequences: Record<string, number>;
}

/** Made by `npm run sample` and loaded by a first start. */
export interface SampleFile {
  migration: string;
  /** One for each day of a week, from Monday. */
  days: SampleDay[];
}

const file = join(import.meta.dirname, "data/sample.json.br");

/** Undefined if it has not been made. */
export async function readSample(): Promise<SampleFile | undefined> {
  if (!existsSync(file)) return undefined;
  const text = await promisify(brotliDecompress)(await readFile(file));
  return JSON.parse(text.toString());
}

/** Similar days compress well if they are within one window. */
export async function packSample(sample: SampleFile): Promise<Buffer> {
  const text = Buffer.from(JSON.stringify(sample));
  return await promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 10,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

export const sampleFile = file;
