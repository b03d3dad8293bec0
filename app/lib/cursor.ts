/** A position in a list, newest first: the time and id of a row. */
export interface Cursor {
  at: Date;
  id: string;
}

/** Serializes a cursor for a URL: "2026-05-01T17:00:00.000Z_<id>". */
export function writeCursor({ at, id }: Cursor): string {
  return `${at.toISOString()}_${id}`;
}

/** Parses a cursor from a URL; undefined if malformed, so that the list starts at the newest. */
export function readCursor(text: string | null): Cursor | undefined {
  const [at = "", id = "", ...rest] = (text ?? "").split("_");
  const date = new Date(at);
  // Only accept what `writeCursor` writes: dates have many formats, and some are out of the
  // database's range.
  const isOurs = date.getTime() >= 0 && date.toISOString() === at && at.length === 24;
  return isOurs && id && rest.length === 0 ? { at: date, id } : undefined;
}
