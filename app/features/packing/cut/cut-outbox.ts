import type { StationOrder } from "#app/domain/packages/packing.ts";
import type { StationOp } from "#app/domain/packages/station-ops.ts";
import type { QueueState } from "#app/lib/send-queue.ts";
import { createOpQueue, type Refusal } from "../station/op-queue.ts";

type OpQueue = ReturnType<typeof createOpQueue>;

interface Listeners {
  onOrder: (order: StationOrder) => void;
  onRefused: (refusal: Refusal, orderId: string) => void;
}

/** Unsent operations, by order. */
export interface OutboxState extends QueueState<StationOp> {
  byOrder: ReadonlyMap<string, QueueState<StationOp>["waiting"]>;
}

export const nothingWaits: OutboxState = { waiting: [], line: "open", byOrder: new Map() };

/**
 * Combines the outboxes of several orders, so that operations queued here and at an order's own
 * station are sent in the order they were made. Browser only.
 */
export function createCutOutbox(
  { onOrder, onRefused }: Listeners,
  createQueue: typeof createOpQueue = createOpQueue,
) {
  const queues = new Map<string, { queue: OpQueue; stop: (() => void) | null }>();
  const listeners = new Set<() => void>();
  let isOpen = false;
  let state = nothingWaits;

  function add(orderId: string) {
    const queue = createQueue(orderId, {
      onOrder,
      onRefused: (refusal) => onRefused(refusal, orderId),
    });
    queue.subscribe(tell);
    const entry = { queue, stop: isOpen ? queue.start() : null };
    queues.set(orderId, entry);
    return entry;
  }

  function tell() {
    const states = [...queues].map(([orderId, { queue }]) => ({ orderId, ...queue.getState() }));
    const isAt = (line: OutboxState["line"]) => states.some((one) => one.line === line);
    state = {
      waiting: states.flatMap(({ waiting }) => waiting),
      line: isAt("signed out") ? "signed out" : isAt("lost") ? "lost" : "open",
      byOrder: new Map(states.map(({ orderId, waiting }) => [orderId, waiting])),
    };
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    getState: () => state,

    /** Sends what an earlier page left unsent for these orders, then what is added. */
    open(orderIds: readonly string[]) {
      isOpen = true;
      for (const id of orderIds) {
        const entry = queues.get(id) ?? add(id);
        entry.stop ??= entry.queue.start();
      }
      tell();
    },

    close() {
      isOpen = false;
      for (const entry of queues.values()) {
        entry.stop?.();
        entry.stop = null;
      }
    },

    add(orderId: string, op: StationOp) {
      (queues.get(orderId) ?? add(orderId)).queue.add(op);
    },

    retryNow() {
      for (const { queue } of queues.values()) queue.retryNow();
    },
  };
}
