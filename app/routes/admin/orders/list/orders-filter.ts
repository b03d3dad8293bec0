import {
  type HeldFor,
  type OrderWork,
  orderWorks,
  type WorkCounts,
} from "#app/domain/orders/order.ts";
import { orderLifecycle } from "#app/domain/orders/order-lifecycle.ts";
import { type DayRange, dayIn, dayRangeIn } from "#app/lib/day-range.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";

const statuses = ["pending", "fulfilled", "cancelled"] as const satisfies readonly OrderStatus[];

type TabStatus = (typeof statuses)[number];

/** The status filter above the list; "" for all. */
export const statusOptions = [
  { value: "", label: "All Orders" },
  ...statuses.map((value) => ({ value, label: orderLifecycle.states[value].label })),
];

/** The dashboard links to packed orders, delivered or not. */
type FilterStatus = TabStatus | "packed";

/** Parses `?status=…`; undefined for all orders or an unknown status. */
export function statusWanted({ searchParams }: URL): FilterStatus | undefined {
  const wanted = searchParams.get("status");
  return wanted === "packed" ? wanted : statuses.find((status) => status === wanted);
}

/** Parses `?work=…`; undefined if there is a status, which takes precedence. */
export function workWanted(url: URL): OrderWork | undefined {
  if (statusWanted(url)) return undefined;
  return orderWorks.find((work) => work === url.searchParams.get("work"));
}

/** The filters besides status and work. */
export interface Searched {
  search?: string;
  days?: DayRange;
  /** The day of delivery or pickup. */
  deliveryDay?: string | undefined;
  /**
   * A zone's id, a kind, "counter" for counter sales, "placed" for others, or "none" for no day.
   */
  delivery?: string | undefined;
  /** Only orders whose day is before this one. */
  dayBefore?: string | undefined;
  held?: HeldFor | undefined;
}

/** Parses `?q=&from=&to=&day=&delivery=&earlier=&held=`; ignores invalid days. */
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

/** True if there is any filter besides status and work. */
export function isSearch(searched: Searched): boolean {
  return Boolean(searched.search?.trim()) || hasFilter(searched);
}

/** True if there is any filter besides search, status and work. */
export function hasFilter({ search: _, days, ...delivered }: Searched): boolean {
  return Boolean(days?.from || days?.to) || Object.values(delivered).some(Boolean);
}

const workLabels: Record<OrderWork, string> = {
  pack: "To pack",
  held: "Held",
  packed: "Packed",
  delivered: "Delivered",
  refused: "Refused",
};

/**
 * The next steps as tabs, with the number of orders in each; null if they couldn't be counted. Each
 * keeps the search and starts at the first page. Refused orders are rare, so their tab only shows
 * with some, or while it is chosen.
 */
export function workTabs(
  searched: Searched,
  counts: WorkCounts | null,
  chosen: OrderWork | undefined,
) {
  const works = orderWorks.filter(
    (work) => work !== "refused" || work === chosen || (counts?.refused ?? 0) > 0,
  );
  const rest = { ...searched, held: undefined };
  return [
    { id: "all", label: "All", count: undefined, to: ordersAddress(rest) },
    ...works.map((work) => ({
      id: work,
      label: workLabels[work],
      count: work === "delivered" ? undefined : counts?.[work],
      to: ordersAddress({ ...rest, work }),
    })),
  ];
}

/** Returns the URL of a filter's first page. */
export function ordersAddress(
  filter: Searched & { status?: FilterStatus | undefined; work?: OrderWork | undefined },
) {
  const query = new URLSearchParams();
  if (filter.work) query.set("work", filter.work);
  if (filter.status) query.set("status", filter.status);
  if (filter.search?.trim()) query.set("q", filter.search);
  for (const [name, day] of Object.entries(filter.days ?? {})) if (day) query.set(name, day);
  if (filter.deliveryDay) query.set("day", filter.deliveryDay);
  if (filter.delivery) query.set("delivery", filter.delivery);
  if (filter.dayBefore) query.set("earlier", filter.dayBefore);
  if (filter.held) query.set("held", filter.held);
  return query.size > 0 ? `/admin/orders?${query}` : "/admin/orders";
}
