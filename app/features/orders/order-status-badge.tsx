import { Badge, type BadgeTone } from "#app/components/badge.tsx";

// Specification, section 4. A value that is not among them is shown as it is, plain.
const known: Record<string, { label: string; tone: BadgeTone }> = {
  pending: { label: "Pending", tone: "pending" },
  fulfilled: { label: "Fulfilled", tone: "fulfilled" },
  delivered: { label: "Delivered", tone: "delivered" },
  cancelled: { label: "Cancelled", tone: "cancelled" },
};

/** Where an order stands: pending yellow, fulfilled blue, delivered green, cancelled red. */
export function OrderStatusBadge({ status }: { status: string }) {
  const { label, tone } = known[status] ?? { label: status, tone: "plain" };
  return <Badge tone={tone}>{label}</Badge>;
}
