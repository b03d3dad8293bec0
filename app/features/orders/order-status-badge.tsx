import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import type { HoldReason } from "./holding/hold.ts";

// Specification, section 4. Unknown values are shown as is, without a colour.
const known: Record<string, { label: string; tone: BadgeTone }> = {
  awaiting_payment: { label: "Awaiting payment", tone: "plain" },
  pending: { label: "Pending", tone: "pending" },
  fulfilled: { label: "Fulfilled", tone: "fulfilled" },
  delivered: { label: "Delivered", tone: "delivered" },
  cancelled: { label: "Cancelled", tone: "cancelled" },
};

interface OrderStatusBadgeProps {
  status: string;
  /** Marks an order that the owner hasn't confirmed yet. */
  isNewClient?: boolean;
  /** Marks an order that waits for the staff. */
  holdReason?: HoldReason | null;
}

/** An order's status: pending yellow, fulfilled blue, delivered green, cancelled red. */
export function OrderStatusBadge({
  status,
  isNewClient = false,
  holdReason = null,
}: OrderStatusBadgeProps) {
  const { label, tone } = known[status] ?? { label: status, tone: "plain" };
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      <Badge tone={tone}>{label}</Badge>
      {isNewClient && status === "pending" && <Badge>New client</Badge>}
      {holdReason && status === "pending" && <Badge>On hold</Badge>}
    </span>
  );
}
