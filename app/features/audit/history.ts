/** What has a history. */
export interface HistorySubject {
  entity: "order" | "product" | "client" | "image" | "inquiry";
  /** The row's id; of a picture `section/key`. */
  entityId: string;
}

/** One change: who made it, when, from what to what. */
export interface HistoryEntry {
  id: number;
  at: Date;
  actorEmail: string;
  /** As it was logged, e.g. "fulfilled"; see history-words.ts for how a person reads it. */
  action: string;
  /** The fields that changed, as they were; null or undefined where nothing was. */
  before: unknown;
  /** The same fields, as they became. */
  after: unknown;
}

/** How many changes a history goes back. */
export const historyLimit = 50;
