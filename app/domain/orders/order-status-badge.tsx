import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import type { HoldReason, OrderStatus } from "#db/schema/values/orders.ts";
import { orderLifecycle } from "./order-lifecycle.ts";

/** The badge colours of the states: yellow, blue, green and red. */
const tones: Record<OrderStatus, BadgeTone> = {
  awaiting_payment: "plain",
  pending: "pending",
  fulfilled: "fulfilled",
  delivered: "delivered",
  cancelled: "cancelled",
};

/** Customers' words for states that staff know by trade terms. */
const customersWords: Partial<Record<OrderStatus, string>> = {
  pending: "Received",
  fulfilled: "Packed",
};

interface OrderStatusBadgeProps {
  status: OrderStatus;
  isForCustomer?: boolean;
  /** Marks an order of a new client whom the owner hasn't confirmed yet. */
  isNewClient?: boolean;
  /** Marks an order that waits for staff, or for payment. */
  holds?: readonly HoldReason[];
}

/** Shows an order's status: pending yellow, fulfilled blue, delivered green, cancelled red. */
export function OrderStatusBadge({
  status,
  isForCustomer = false,
  isNewClient = false,
  holds = [],
}: OrderStatusBadgeProps) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      <Badge tone={tones[status]}>
        {(isForCustomer && customersWords[status]) || orderLifecycle.states[status].label}
      </Badge>
      {isNewClient && status === "pending" && <Badge>New client</Badge>}
      {holds.length > 0 && status === "pending" && <Badge>On hold</Badge>}
    </span>
  );
}
