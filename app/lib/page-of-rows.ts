/** A page of a keyset-paginated list. */
export interface Page<Row> {
  rows: Row[];
  /** True if there are more rows; pass the last row as the cursor. */
  hasMore: boolean;
}

/** A page of a list, newest first, that can be paginated in both directions. */
export interface TwoWayPage<Row> extends Page<Row> {
  /** True if there are newer rows; pass the first row as the cursor. */
  hasNewer: boolean;
}

const defaultPageSize = 50;
const maxPageSize = 100;

/** Returns the page size: 50 by default, clamped to between 1 and 100. */
export function pageSize(limit: number = defaultPageSize): number {
  if (!Number.isFinite(limit)) return defaultPageSize;
  return Math.min(Math.max(Math.trunc(limit), 1), maxPageSize);
}

/** Makes a page of `size` from a query that fetched one extra row. */
export function toPage<Row>(found: Row[], size: number): Page<Row> {
  return { rows: found.slice(0, size), hasMore: found.length > size };
}

interface Place<Condition> {
  /** Matches rows after the cursor, for the older page. */
  older: Condition | undefined;
  /** Matches rows before the cursor, for the newer page; takes precedence over `older`. */
  newer: Condition | undefined;
}

/**
 * Reads the page at a cursor of a list, newest first. Without a cursor, or with one beyond either
 * end, returns the newest page. `read` returns at most `limit` rows that match `from`, in the given
 * order, so that the rows nearest to the cursor come first.
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
    // With no more than a page of newer rows, show the newest page, which is full.
    if (found.length > size) {
      return { rows: found.slice(0, size).reverse(), hasMore: true, hasNewer: true };
    }
  } else if (older) {
    const found = await read(older, "newest first", size + 1);
    if (found.length > 0) return { ...toPage(found, size), hasNewer: true };
  }
  return { ...toPage(await read(undefined, "newest first", size + 1), size), hasNewer: false };
}

/** A position in a list, newest first: the time and id of a row. */
export interface Cursor {
  at: Date;
  id: string;
}

export function writeCursor({ at, id }: Cursor): string {
  return `${at.toISOString()}_${id}`;
}

/** Parses a cursor from a URL; undefined if malformed, so that the list starts at the newest. */
export function readCursor(text: string | null): Cursor | undefined {
  const [at = "", id = "", ...rest] = (text ?? "").split("_");
  const date = new Date(at);
  // Only accept what `writeCursor` writes: other dates may be out of the database's range.
  const isOurs = date.getTime() >= 0 && date.toISOString() === at && at.length === 24;
  return isOurs && id && rest.length === 0 ? { at: date, id } : undefined;
}
