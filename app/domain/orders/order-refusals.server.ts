import { Refusal } from "#app/lib/refusal.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { releaseFirst } from "./hold.ts";
import { alreadyInState } from "./order-lifecycle.ts";

export type OrderRefusal =
  | "gone"
  /** Its state changed, or it was confirmed already. */
  | "not pending"
  /** Its client isn't confirmed yet. */
  | "new client"
  | "held"
  /** Somebody changed it in the meantime. */
  | "changed"
  /** Lines must be weighed first. */
  | "open lines"
  /** The bank hasn't answered yet whether the card covers it. */
  | "card asked";

export function orderGone(): Refusal<OrderRefusal> {
  return new Refusal("gone", "There is no such order. Nothing was changed.");
}

/** A colleague or another tab was first. A pending order was confirmed. */
export function orderSettled(status: OrderStatus): Refusal<OrderRefusal> {
  const how = status === "pending" ? "This order is already confirmed." : alreadyInState(status);
  return new Refusal("not pending", `${how} Nothing was changed.`);
}

export function orderUnconfirmed(): Refusal<OrderRefusal> {
  return new Refusal(
    "new client",
    "This client is new. Confirm the order before you fulfill it. Nothing was changed.",
  );
}

export function orderHeld(): Refusal<OrderRefusal> {
  return new Refusal("held", releaseFirst);
}
