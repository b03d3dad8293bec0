import type { OrderStatus } from "#app/features/orders/order.ts";
import { type DayRange, dayIn, dayRangeIn } from "#app/lib/day-range.ts";

/** Statuses to filter by (specification, section 2). */
const labels = { pending: "Pending", fulfilled: "Fulfilled", cancelled: "Cancelled" } as const;

type FilterStatus = keyof typeof labels & OrderStatus;

const statuses = Object.keys(labels) as FilterStatus[];

/** Parses `?status=…`; undefined for all orders or an unknown status. */
export function statusWanted({ searchParams }: URL): FilterStatus | undefined {
  return statuses.find((status) => status === searchParams.get("status"));
}

/** The filters beside the status. */
export interface Searched {
  search?: string;
  /** When it was placed. */
  days?: DayRange;
  /** The day of delivery or pick-up. */
  deliveryDay?: string | undefined;
  /** A zone's id, either kind, or "none" for no day. */
  delivery?: string | undefined;
  isHeld?: boolean;
}

/** Parses `?q=&from=&to=&day=&delivery=&held=`; ignores what isn't a day. */
export function searchWanted({ searchParams: query }: URL) {
  return {
    search: query.get("q") ?? "",
    days: dayRangeIn(query),
    deliveryDay: dayIn(query.get("day")),
    delivery: query.get("delivery")?.trim() || undefined,
    isHeld: query.has("held"),
  };
}

/** Whether anything but the status is asked for. */
export function isSearch({ search, days, deliveryDay, delivery, isHeld }: Searched): boolean {
  return Boolean(search?.trim() || days?.from || days?.to || deliveryDay || delivery || isHeld);
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
  if (filter.deliveryDay) query.set("day", filter.deliveryDay);
  if (filter.delivery) query.set("delivery", filter.delivery);
  if (filter.isHeld) query.set("held", "yes");
  return query.size > 0 ? `/admin/orders?${query}` : "/admin/orders";
}
