import type { OrderTransition } from "#app/domain/ordering/transition/order-transition.ts";
import type { AdminOrderSummary } from "#app/domain/orders/order.ts";

export interface SentChange {
  change: OrderTransition;
  order: string;
}

type Shown = Pick<AdminOrderSummary, "id" | "status" | "isNewClient" | "holds">;

/**
 * Returns an order as it will be after the change in flight, unless that is about another order. A
 * refusal reverts it, because nothing is in flight then.
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
