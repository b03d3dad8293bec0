/** One page of a list that is read a page at a time, each from where the one before it ended. */
export interface Page<Row> {
  rows: Row[];
  /** Whether there is more after the last row, which is the cursor to ask for it with. */
  hasMore: boolean;
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
