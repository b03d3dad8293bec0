import type { OrderDraft } from "../draft/order-draft.ts";
import type { OrderProblem } from "./place-order.ts";

/** The server's answer to an order form that didn't place an order. */
export interface OrderAnswer {
  /** The step to continue from. */
  step: "pick" | "review";
  /** The submitted draft. */
  draft: OrderDraft;
  problems: OrderProblem[];
  /** An order already placed with the same request id but different contents. */
  placedBefore?: string;
  /** No answer came, so it's unknown whether the order was placed. */
  isUnknown?: boolean;
}
