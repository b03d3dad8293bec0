import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import { allRefusedInWords } from "#app/domain/delivery/runs/all-refused.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";
import type { HoldReason, OrderStatus } from "#db/schema/values/orders.ts";
import { orderLifecycle } from "./order-lifecycle.ts";

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
  isNewClient?: boolean;
  /** Marks an order that waits for staff, or for payment. */
  holds?: readonly HoldReason[];
  /** Marks a delivered order of which the client refused everything. */
  isRefused?: boolean;
  deliveryKind?: DeliveryKind | null;
}

/**
 * Shows an order's status: pending yellow, fulfilled blue, delivered green, cancelled or wholly
 * refused red.
 */
export function OrderStatusBadge({
  status,
  isForCustomer = false,
  isNewClient = false,
  holds = [],
  isRefused = false,
  deliveryKind = null,
}: OrderStatusBadgeProps) {
  if (isRefused) return <Badge tone="cancelled">{allRefusedInWords(deliveryKind)}</Badge>;
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
