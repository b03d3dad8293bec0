/** A thing with an audit history. */
export interface HistorySubject {
  entity: "order" | "product" | "client" | "image" | "inquiry";
  /** The row's id; `section/key` for images. */
  entityId: string;
}

/** One change: who, when and what. */
export interface HistoryEntry {
  id: number;
  at: Date;
  actorEmail: string;
  /** The logged action, e.g. "fulfilled"; history-words.ts makes it readable. */
  action: string;
  /** The changed fields before; null or undefined if there were none. */
  before: unknown;
  /** The same fields after. */
  after: unknown;
}

/** Maximum number of entries in a history. */
export const historyLimit = 50;
