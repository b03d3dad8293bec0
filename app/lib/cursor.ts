/** A place in a list, newest first: the moment and the id of one of its rows. */
export interface Cursor {
  at: Date;
  id: string;
}

/** The cursor as a piece of an address: "2026-05-01T17:00:00.000Z_<id>". */
export function writeCursor({ at, id }: Cursor): string {
  return `${at.toISOString()}_${id}`;
}

/** The cursor in an address. One that is none is left out, and the list begins at the newest. */
export function readCursor(text: string | null): Cursor | undefined {
  const [at = "", id = "", ...rest] = (text ?? "").split("_");
  const date = new Date(at);
  // Only what `writeCursor` writes: a date has many spellings, and some reach beyond the database.
  const isOurs = date.getTime() >= 0 && date.toISOString() === at && at.length === 24;
  return isOurs && id && rest.length === 0 ? { at: date, id } : undefined;
}
