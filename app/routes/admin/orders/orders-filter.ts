import type { OrderStatus } from "#app/features/orders/order.ts";
import type { DayRange } from "#app/lib/day-range.ts";

/** Statuses to filter by (specification, section 2). */
const labels = { pending: "Pending", fulfilled: "Fulfilled", cancelled: "Cancelled" } as const;

type FilterStatus = keyof typeof labels & OrderStatus;

const statuses = Object.keys(labels) as FilterStatus[];

/** Parses `?status=…`; undefined for all orders or an unknown status. */
export function statusWanted({ searchParams }: URL): FilterStatus | undefined {
  return statuses.find((status) => status === searchParams.get("status"));
}

interface Searched {
  search?: string;
  days?: DayRange;
}

/** The filters as tabs; each keeps the search and starts at the first page. */
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

/** URL of a filter's first page. */
export function ordersAddress(filter: Searched & { status?: FilterStatus | undefined }) {
  const query = new URLSearchParams();
  if (filter.status) query.set("status", filter.status);
  if (filter.search?.trim()) query.set("q", filter.search);
  for (const [name, day] of Object.entries(filter.days ?? {})) if (day) query.set(name, day);
  return query.size > 0 ? `/admin/orders?${query}` : "/admin/orders";
}
