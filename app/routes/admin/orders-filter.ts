import type { OrderStatus } from "#app/features/orders/order.ts";

/** The statuses that one can filter by (specification, section 2). */
const labels = { pending: "Pending", fulfilled: "Fulfilled", cancelled: "Cancelled" } as const;

type FilterStatus = keyof typeof labels & OrderStatus;

const statuses = Object.keys(labels) as FilterStatus[];

/** The status that an address asks for, `?status=…`; none for all of them and for what is none. */
export function statusWanted({ searchParams }: URL): FilterStatus | undefined {
  return statuses.find((status) => status === searchParams.get("status"));
}

/** The filters as tabs; each keeps what is searched for, and begins at the newest. */
export function statusTabs(search: string) {
  return [
    { id: "all", label: "All Orders", to: ordersAddress({ search }) },
    ...statuses.map((status) => ({
      id: status,
      label: labels[status],
      to: ordersAddress({ status, search }),
    })),
  ];
}

/** The address of the newest orders of a filter. */
export function ordersAddress(filter: { status?: FilterStatus | undefined; search?: string }) {
  const query = new URLSearchParams();
  if (filter.status) query.set("status", filter.status);
  if (filter.search?.trim()) query.set("q", filter.search);
  return query.size > 0 ? `/admin/orders?${query}` : "/admin/orders";
}
