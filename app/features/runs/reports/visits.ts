import type { StopState } from "#db/schema/values/deliveries.ts";

export interface StopVisit {
  state: Exclude<StopState, "waiting">;
  at: Date;
  /** Numbers of the orders that it decided; empty once the last of them was moved. */
  orders: number[];
  receivedBy: string;
  leftWith: "neighbour" | null;
  note: string;
  temperatureC: string | null;
  signatureId: string | null;
  photoId: string | null;
}

interface Reported extends Omit<StopVisit, "state" | "at" | "orders"> {
  kind: string;
  happenedAt: Date;
  /** Set for reports of a line. */
  orderItemId: string | null;
}

interface OrderAtStop {
  number: number;
  status: string;
  deliveredAt: Date | null;
  /** True if it came there after the last visit. */
  isJoinedSince: boolean;
}

/**
 * Returns the visits that decide the present outcome of a stop's orders, oldest first. A stop has
 * more than one if an order was added after the first: each keeps its own receiver, signature and
 * note. Delivered orders have the time of the report that delivered them; orders that are still
 * packed were decided by the last visit, unless something was handed over on it or they came later.
 */
export function visitsAt(
  reports: readonly Reported[],
  orders: readonly OrderAtStop[],
): StopVisit[] {
  const visits = reports.flatMap(({ kind, happenedAt, orderItemId, ...facts }) => {
    if (orderItemId !== null) return [];
    return kind === "delivered" || kind === "not_home" || kind === "kept"
      ? [{ state: kind, at: happenedAt, ...facts } as const]
      : [];
  });
  const last = visits.at(-1);
  return visits.flatMap((visit): StopVisit[] => {
    const decided = orders.filter(({ status, deliveredAt, isJoinedSince }) =>
      visit.state === "delivered"
        ? status === "delivered" && deliveredAt?.getTime() === visit.at.getTime()
        : status === "fulfilled" && visit === last && !isJoinedSince,
    );
    if (decided.length === 0 && visit !== last) return [];
    const { state, at, receivedBy, leftWith, note, temperatureC, signatureId, photoId } = visit;
    const facts = { receivedBy, leftWith, note, temperatureC, signatureId, photoId };
    return [{ state, at, orders: decided.map(({ number }) => number), ...facts }];
  });
}
