import type { HeldFor } from "#app/domain/orders/order.ts";
import { orderLifecycle } from "#app/domain/orders/order-lifecycle.ts";
import { type DayRange, dayIn, dayRangeIn } from "#app/lib/day-range.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";

/** Statuses to filter by (specification, section 2). */
const statuses = ["pending", "fulfilled", "cancelled"] as const satisfies readonly OrderStatus[];

type TabStatus = (typeof statuses)[number];

/** The dashboard leads to what is packed, whether or not it is delivered. */
type FilterStatus = TabStatus | "packed";

/** Parses `?status=…`; undefined for all orders or an unknown status. */
export function statusWanted({ searchParams }: URL): FilterStatus | undefined {
  const wanted = searchParams.get("status");
  return wanted === "packed" ? wanted : statuses.find((status) => status === wanted);
}

/** The filters beside the status. */
export interface Searched {
  search?: string;
  /** When it was placed. */
  days?: DayRange;
  /** The day of delivery or pickup. */
  deliveryDay?: string | undefined;
  /** A zone's id, either kind, or "none" for no day. */
  delivery?: string | undefined;
  /** Only orders whose day is before this one. */
  dayBefore?: string | undefined;
  held?: HeldFor | undefined;
}

/** Parses `?q=&from=&to=&day=&delivery=&earlier=&held=`; ignores what isn't a day. */
export function searchWanted({ searchParams: query }: URL) {
  return {
    search: query.get("q") ?? "",
    days: dayRangeIn(query),
    deliveryDay: dayIn(query.get("day")),
    delivery: query.get("delivery")?.trim() || undefined,
    dayBefore: dayIn(query.get("earlier")),
    held: (["new", "hold"] as const).find((one) => one === query.get("held")),
  };
}

/** Whether anything but the status is asked for. */
export function isSearch({ search, days, ...delivered }: Searched): boolean {
  return (
    Boolean(search?.trim() || days?.from || days?.to) || Object.values(delivered).some(Boolean)
  );
}

/** The filters as tabs; each keeps the search and starts at the first page. */
export function statusTabs(searched: Searched, chosen: FilterStatus | undefined) {
  const tab = (status: FilterStatus, label: string) => ({
    id: status,
    label,
    to: ordersAddress({ status, ...searched }),
  });
  return [
    { id: "all", label: "All Orders", to: ordersAddress(searched) },
    ...statuses.map((status) => tab(status, orderLifecycle.states[status].label)),
    ...(chosen === "packed" ? [tab(chosen, "Packed")] : []),
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
  if (filter.dayBefore) query.set("earlier", filter.dayBefore);
  if (filter.held) query.set("held", filter.held);
  return query.size > 0 ? `/admin/orders?${query}` : "/admin/orders";
}
