/**
 * How far a recall reaches from its lot: to everything made from it, or also to its parents and
 * everything made from those.
 */
export const recallScopes = ["forward", "both"] as const;
export type RecallScope = (typeof recallScopes)[number];

/** The findings when a recall was opened, as evidence. Pounds as text. */
export interface RecallFound {
  lots: number;
  customers: number;
  orders: number;
  packages: number;
  lb: string;
  /** How long the search took, in milliseconds. */
  ms: number;
}
