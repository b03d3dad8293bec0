import type { OrderStatus } from "#app/features/orders/order.ts";
import type { DayRange } from "#app/lib/day-range.ts";

/** The statuses that one can filter by (specification, section 2). */
const labels = { pending: "Pending", fulfilled: "Fulfilled", cancelled: "Cancelled" } as const;

type FilterStatus = keyof typeof labels & OrderStatus;

const statuses = Object.keys(labels) as FilterStatus[];

/** The status that an address asks for, `?status=…`; none for all of them and for what is none. */
export function statusWanted({ searchParams }: URL): FilterStatus | undefined {
  return statuses.find((status) => status === searchParams.get("status"));
}

interface Searched {
  search?: string;
  days?: DayRange;
}

/** The filters as tabs; each keeps what is searched for, and begins at the newest. */
export function statusTabs(searched: Searched) {
  return [
    { id: "all", label: "All Orders", to: ordersAddress(searched) },
    ...statuses.map((status) => ({
      id: status,
      label: labels[status],
      to: ordersAddress({ status, ...searched }),
    })),
  ];
}

/** The address of the newest orders of a filter. */
export function ordersAddress(filter: Searched & { status?: FilterStatus | undefined }) {
  const query = new URLSearchParams();
  if (filter.status) query.set("status", filter.status);
  if (filter.search?.trim()) query.set("q", filter.search);
  for (const [name, day] of Object.entries(filter.days ?? {})) if (day) query.set(name, day);
  return query.size > 0 ? `/admin/orders?${query}` : "/admin/orders";
}
