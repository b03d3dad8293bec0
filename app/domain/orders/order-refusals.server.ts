import { Refusal } from "#app/lib/refusal.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { releaseFirst } from "./hold.ts";
import { alreadyInState } from "./order-lifecycle.ts";

/** Why an order is not changed as asked. */
export type OrderRefusal =
  | "gone"
  /** In another state than it was, or confirmed already. */
  | "not pending"
  /** Its client has not been confirmed. */
  | "new client"
  | "held"
  /** Somebody changed it since it was seen. */
  | "changed"
  /** Lines have to be weighed first. */
  | "open lines"
  /** Its bank has not answered yet whether its card covers it. */
  | "card asked";

export function orderGone(): Refusal<OrderRefusal> {
  return new Refusal("gone", "There is no such order. Nothing was changed.");
}

/** A colleague or another tab was first; a pending order can only have been confirmed. */
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
