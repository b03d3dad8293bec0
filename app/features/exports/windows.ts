/**
 * What a search finds of a long list, in batches: each what `read` finds between two places of the
 * list, behind `from` up to and including `to`, which may be nothing. `endAfter` answers the place so
 * many rows further on, or nothing where there are fewer.
 *
 * A batch of so many that match would take the square of the time: the database's planner takes a
 * search for one that finds little, and would sort the whole list for each batch.
 */
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
