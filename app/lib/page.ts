/** One page of a list that is read a page at a time, each from where the one before it ended. */
export interface Page<Row> {
  rows: Row[];
  /** Whether there is more after the last row, which is the cursor to ask for it with. */
  hasMore: boolean;
}

/** A page within a list, newest first, that can be left towards both ends. */
export interface TwoWayPage<Row> extends Page<Row> {
  /** Whether there is more before the first row, which is the cursor to ask for it with. */
  hasNewer: boolean;
}

const defaultPageSize = 50;
const maxPageSize = 100;

/** Rows on a page: 50 unless asked otherwise, between 1 and 100 whatever is asked. */
export function pageSize(limit: number = defaultPageSize): number {
  if (!Number.isFinite(limit)) return defaultPageSize;
  return Math.min(Math.max(Math.trunc(limit), 1), maxPageSize);
}

/** The page in what a query answered that was asked for one row more than the page's `size`. */
export function toPage<Row>(found: Row[], size: number): Page<Row> {
  return { rows: found.slice(0, size), hasMore: found.length > size };
}

interface Place<Condition> {
  /** Holds for the rows after the one that the older page follows. */
  older: Condition | undefined;
  /** Holds for the rows before the one that the newer page precedes; outweighs `older`. */
  newer: Condition | undefined;
}

/**
 * The page of a list, newest first, at a place in it; the newest page without one, and where a
 * place leads beyond either end. `read` answers at most `limit` rows from where `from` says, in
 * the order it is told: towards the newer, the nearest come first.
 */
export async function pageAt<Row, Condition>(
  size: number,
  { older, newer }: Place<Condition>,
  read: (
    from: Condition | undefined,
    order: "newest first" | "oldest first",
    limit: number,
  ) => Promise<Row[]>,
): Promise<TwoWayPage<Row>> {
  if (newer) {
    const found = await read(newer, "oldest first", size + 1);
    // Where fewer than a page are newer, the newest page is shown in full.
    if (found.length > size) {
      return { rows: found.slice(0, size).reverse(), hasMore: true, hasNewer: true };
    }
  } else if (older) {
    const found = await read(older, "newest first", size + 1);
    if (found.length > 0) return { ...toPage(found, size), hasNewer: true };
  }
  return { ...toPage(await read(undefined, "newest first", size + 1), size), hasNewer: false };
}
