import type { OrderTransition } from "#app/domain/ordering/transition/order-transition.ts";
import type { AdminOrderSummary } from "#app/domain/orders/order.ts";

/** A change of an order that is being sent. */
export interface SentChange {
  change: OrderTransition;
  /** Its id. */
  order: string;
}

type Shown = Pick<AdminOrderSummary, "id" | "status" | "isNewClient" | "holds">;

/**
 * An order as it is once the change that is being sent is done, so that the page shows it at once; as it
 * is if none is of this order. A refusal takes it back by itself: nothing is being sent then.
 */
export function shownOrder<Order extends Shown>(order: Order, sent: SentChange | null): Order {
  return sent?.order === order.id ? { ...order, ...after[sent.change] } : order;
}

const after: Record<OrderTransition, Partial<Shown>> = {
  confirm: { isNewClient: false },
  fulfill: { status: "fulfilled" },
  cancel: { status: "cancelled", holds: [] },
  deliver: { status: "delivered" },
  undeliver: { status: "fulfilled" },
};
