import type { AdminOrderSummary } from "#app/domain/orders/order.ts";

/** An order's next step: the first action in the list and on its page. */
export type NextStep = "confirm" | "release" | "pack" | "deliver";

/**
 * Returns the next step for staff; null if nothing is left. A new client is confirmed before a hold
 * is reviewed, as none of their orders counts before that.
 */
export function nextStep({
  status,
  isNewClient,
  holds,
}: Pick<AdminOrderSummary, "status" | "isNewClient" | "holds">): NextStep | null {
  if (status === "fulfilled") return "deliver";
  if (status !== "pending") return null;
  if (isNewClient) return "confirm";
  return holds.length > 0 ? "release" : "pack";
}

/** Anchor of the order page's part with its holds and their releases. */
export const holdAnchor = "hold";
