import { Badge, type BadgeTone } from "#app/components/badge.tsx";

// Specification, section 4. A value that is not among them is shown as it is, plain.
const known: Record<string, { label: string; tone: BadgeTone }> = {
  pending: { label: "Pending", tone: "pending" },
  fulfilled: { label: "Fulfilled", tone: "fulfilled" },
  delivered: { label: "Delivered", tone: "delivered" },
  cancelled: { label: "Cancelled", tone: "cancelled" },
};

interface OrderStatusBadgeProps {
  status: string;
  /** Says so of an order that is still to be confirmed. */
  isNewClient?: boolean;
}

/** Where an order stands: pending yellow, fulfilled blue, delivered green, cancelled red. */
export function OrderStatusBadge({ status, isNewClient = false }: OrderStatusBadgeProps) {
  const { label, tone } = known[status] ?? { label: status, tone: "plain" };
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      <Badge tone={tone}>{label}</Badge>
      {isNewClient && status === "pending" && <Badge>New client</Badge>}
    </span>
  );
}
