import { readCsv } from "./read-csv.ts";

/** Returns all items in order. */
export async function collect<T>(coming: AsyncIterable<T>): Promise<T[]> {
  const come: T[] = [];
  for await (const one of coming) come.push(one);
  return come;
}

/** Returns the rows of an exported file. */
export async function exportedRows(pieces: AsyncIterable<string>) {
  return readCsv((await collect(pieces)).join(""));
}
