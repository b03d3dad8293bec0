/**
 * How far a recall reaches from its lot: to all that was made of it, or also to what it was made from and
 * all that was made of that.
 */
export const recallScopes = ["forward", "both"] as const;
export type RecallScope = (typeof recallScopes)[number];

/** What was found when a recall was opened, as evidence. Pounds as text. */
export interface RecallFound {
  lots: number;
  customers: number;
  orders: number;
  packages: number;
  lb: string;
  /** How long the search took, in milliseconds. */
  ms: number;
}
