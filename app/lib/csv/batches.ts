/** Rows per read and write: some milliseconds of the single thread, for which every page waits. */
export const batchSize = 100;

/**
 * Yields all rows of a list in batches, reading the next one when the previous is consumed. `read`
 * returns at most `limit` rows in list order, starting after the given one. Holds no transaction
 * between reads, so each row is as of its own read.
 */
export async function* inBatches<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last, batchSize);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}

export async function* inWindows<Place, Row>(
  endAfter: (from: Place | undefined) => Promise<Place | undefined>,
  read: (from: Place | undefined, to: Place | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let from: Place | undefined;
  for (;;) {
    const to = await endAfter(from);
    yield await read(from, to);
    if (!to) return;
    from = to;
  }
}
