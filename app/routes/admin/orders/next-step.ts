import type { AdminOrderSummary } from "#app/domain/orders/order.ts";

/** What comes next with an order: the first action in the list and on its page. */
export type NextStep = "confirm" | "release" | "pack" | "deliver";

/**
 * What staff do next with an order; null where nothing is left. A new client is confirmed before a
 * hold is looked at, since nothing else of them counts yet.
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

/** Where the order's page says why it is held, and releases it. */
export const holdAnchor = "hold";
