import type { OrderDraft } from "../draft/order-draft.ts";
import type { OrderProblem } from "./place-order.ts";

/** What the server says to an order form that did not place an order. */
export interface OrderAnswer {
  /** The step of the form to go on from. */
  step: "pick" | "review";
  /** What was sent. */
  draft: OrderDraft;
  problems: OrderProblem[];
  /** The order that was placed with the same request id, with other contents. */
  placedBefore?: string;
  /** No answer came, so that nobody knows whether the order was placed. */
  isUnknown?: boolean;
}
