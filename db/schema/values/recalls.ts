/**
 * How far a recall reaches from its lot: to all that was made of it, or also to what it was made from and
 * all that was made of that.
 */
export const recallScopes = ["forward", "both"] as const;
export type RecallScope = (typeof recallScopes)[number];
