/** Rows that are in memory at a time. */
const batchSize = 1_000;

/**
 * All rows of a list, in batches, each read when the one before it is done with. `read` answers at
 * most `limit` rows, in the list's order, from after the given one. Between two reads nothing is held
 * in the database, so a row that changes meanwhile is as it is when its turn comes.
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
