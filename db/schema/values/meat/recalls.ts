/** How far a recall reaches: to everything made from its lot, or from that lot's parents too. */
export const recallScopes = ["forward", "both"] as const;
export type RecallScope = (typeof recallScopes)[number];

/** Outcome of a call to a client that brought no answer about pounds. */
export const recallContactOutcomes = ["no answer", "told", "has none"] as const;
export type RecallContactOutcome = (typeof recallContactOutcomes)[number];

/** The findings when a recall was opened, as evidence. Pounds as text. */
export interface RecallFound {
  lots: number;
  customers: number;
  /** True if some was sold over the counter; older recalls counted that as a client. */
  isAtCounter?: boolean;
  orders: number;
  packages: number;
  lb: string;
  /** Clients who may have some, since they got meat of its products packed without a lot. */
  mayHave?: number;
  /** How long the search took, in milliseconds. */
  ms: number;
}
