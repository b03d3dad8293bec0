import { and, asc, eq, ne, sql } from "drizzle-orm";
import { nameAtStop } from "#app/domain/orders/order-delivery.server.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { runStops, runs, zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { isStandingEvent, ordersOffRuns, stopEvents } from "#db/schema/stop-events.ts";
import { handedOverTo } from "./reports/unrecorded.server.ts";
import type { MissedStop, RunStop } from "./run.ts";
import { boxesOf, packedLbOf } from "./run-lists.server.ts";

// Reports of a run's stops, and orders that left it. For runs.server.ts, which checks access.

interface FoundStop extends Pick<RunStop, "id" | "customerId" | "state" | "visitedAt" | "phone"> {
  shipToId: string | null;
  client: string;
  siteAddress: string | null;
  sitePostalCode: string | null;
}

/** Returns the stops where nothing was taken, and which their orders have left since. */
export function missedStops(
  stops: readonly FoundStop[],
  {
    booked,
    events,
    off,
  }: {
    booked: readonly { stopId: string | null }[];
    events: Awaited<ReturnType<typeof standingEvents>>;
    off: Awaited<ReturnType<typeof movedFrom>>;
  },
): MissedStop[] {
  return stops.flatMap((stop): MissedStop[] => {
    const { id, customerId, shipToId, state, visitedAt } = stop;
    const isMissed = state === "not_home" || state === "kept";
    if (!isMissed || booked.some(({ stopId }) => stopId === id)) return [];
    // A client's only stop is theirs, even if the order goes to another site now.
    const isAlone = stops.filter((one) => one.customerId === customerId).length === 1;
    const left = off.filter(
      ({ at }) => at.customerId === customerId && (isAlone || at.shipToId === shipToId),
    );
    const visit = events.findLast((one) => one.stopId === id && one.kind === state);
    return [
      {
        id,
        state,
        visitedAt,
        phone: stop.phone,
        note: visit?.note ?? "",
        name: left[0]?.name ?? stop.client,
        address: stop.siteAddress ?? "",
        postalCode: stop.sitePostalCode ?? "",
        notes: "",
        from: "",
        to: "",
        receivedBy: "",
        leftWith: null,
        temperatureC: null,
        toCollect: null,
        orders: [],
        left: left.map(({ id, number, to, boxes, packedLb }) => ({
          id,
          number,
          to,
          boxes,
          packedLb,
        })),
      },
    ];
  });
}

/** Returns orders that left a run while it was out, or after a report, and didn't come back to it. */
export async function movedFrom(db: Database, runId: string) {
  const found = await db
    .select({
      id: orders.id,
      number: orders.number,
      name: nameAtStop,
      kind: orders.deliveryKind,
      day: orders.deliveryDay,
      customerId: orders.customerId,
      shipToId: orders.shipToId,
      // If a run did not leave, or was called back, a move that a report explains does not count.
      isWhileOut: sql<boolean>`(${zones.kind} = 'delivery'
        and ${ordersOffRuns.takenOffAt} <= coalesce(${runs.doneAt}, 'infinity')
        and coalesce(${ordersOffRuns.takenOffAt} >= ${runs.departedAt}, not exists (
          select from stop_events join run_stops on run_stops.id = stop_events.stop_id
          where run_stops.run_id = ${runs.id} and run_stops.customer_id = ${orders.customerId}
            and stop_events.kind in ('not_home', 'kept'))))`,
      // A driver's report takes the order off a moment before the report is written.
      isByDriver: sql<boolean>`exists (select from stop_events
        join run_stops on run_stops.id = stop_events.stop_id
        where run_stops.run_id = ${ordersOffRuns.runId}
          and run_stops.customer_id = ${orders.customerId}
          and stop_events.kind = 'moved' and stop_events.link_id is not null
          and stop_events.recorded_at >= ${ordersOffRuns.takenOffAt}
          and stop_events.recorded_at < ${ordersOffRuns.takenOffAt} + interval '10 seconds')`,
      wasOnBoard: ordersOffRuns.wasOnBoard,
      handedOverTo,
      boxes: sql<number>`case when ${ordersOffRuns.wasOnBoard} then ${boxesOf} else 0 end`.mapWith(
        Number,
      ),
      packedLb: sql<string>`case when ${ordersOffRuns.wasOnBoard} then coalesce(${packedLbOf}, 0.00) else 0.00 end`,
      isOut: sql<boolean>`(${orders.status} not in ('pending', 'fulfilled') or exists (
        select from runs as next where next.id = ${orders.runId} and next.state <> 'planned'))`,
    })
    .from(ordersOffRuns)
    .innerJoin(runs, eq(runs.id, ordersOffRuns.runId))
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .innerJoin(orders, eq(orders.id, ordersOffRuns.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(ordersOffRuns.runId, runId), sql`${orders.runId} is distinct from ${runId}`))
    .orderBy(asc(ordersOffRuns.takenOffAt), asc(orders.id));
  return found.map(({ kind, day, customerId, shipToId, ...order }) => ({
    ...order,
    /** The client and the site that it was for. */
    at: { customerId, shipToId },
    to: kind && day ? { kind, day } : null,
  }));
}

/** Returns reports of a run's stops that weren't taken back, oldest first. */
export function standingEvents(db: Database, runId: string) {
  return db
    .select({
      stopId: stopEvents.stopId,
      kind: stopEvents.kind,
      happenedAt: stopEvents.happenedAt,
      receivedBy: stopEvents.receivedBy,
      leftWith: stopEvents.leftWith,
      note: stopEvents.note,
      temperatureC: stopEvents.temperatureC,
      orderItemId: stopEvents.orderItemId,
      refusedLb: stopEvents.refusedLb,
      signatureId: stopEvents.signatureId,
      photoId: stopEvents.photoId,
    })
    .from(stopEvents)
    .innerJoin(runStops, eq(runStops.id, stopEvents.stopId))
    .where(and(eq(runStops.runId, runId), ne(stopEvents.kind, "undone"), isStandingEvent))
    .orderBy(asc(stopEvents.recordedAt), asc(stopEvents.id));
}
