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
  /** Days after the Monday of that week. */
  day: number;
  /** Milliseconds after that day's midnight. */
  at: number;
  tables: SampleTable[];
  /** Last values of the sequences. */
  sequences: Record<string, number>;
}

/** What `npm run sample` makes and a first start loads. */
export interface SampleFile {
  /** The newest migration of the database that it was lived in. */
  migration: string;
  /** One for each day of a week, from Monday. */
  days: SampleDay[];
}

const file = join(import.meta.dirname, "data/sample.json.br");

/** Undefined where it has not been made. */
export async function readSample(): Promise<SampleFile | undefined> {
  if (!existsSync(file)) return undefined;
  const text = await promisify(brotliDecompress)(await readFile(file));
  return JSON.parse(text.toString());
}

/** Days that hardly differ take little room, as long as they are within one window. */
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
