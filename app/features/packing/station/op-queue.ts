import type { StationOrder } from "#app/domain/packages/packing.ts";
import { type StationOp, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { createSendQueue } from "#app/lib/send-queue.ts";

export interface Refusal {
  op: StationOp;
  reason: string;
  message: string;
}

/** The server's answer; null without one, or if the operation may be sent again. */
export type OpAnswer =
  | { kind: "done"; order: StationOrder }
  | { kind: "refused"; reason: string; message: string; order: StationOrder | null }
  | { kind: "signed out" };

const timeoutMs = 10_000;

const browser = {
  send: sendOp,
  read: (orderId: string) => withStorage((storage) => storage.getItem(keyOf(orderId))) ?? null,
  write: (orderId: string, text: string | null) =>
    withStorage((storage) =>
      text === null ? storage.removeItem(keyOf(orderId)) : storage.setItem(keyOf(orderId), text),
    ),
};

interface Listeners {
  onOrder: (order: StationOrder) => void;
  onRefused: (refusal: Refusal) => void;
}

/** Sends the station's operations for an order in the order they were made (lib/send-queue.ts). */
export function createOpQueue(
  orderId: string,
  { onOrder, onRefused }: Listeners,
  { send, read, write }: typeof browser = browser,
) {
  return createSendQueue<StationOp, OpAnswer>({
    read: () => read(orderId),
    write: (text) => write(orderId, text),
    parse: (stored) => stationOpSchema.safeParse(stored).data,
    send: (op) => send(orderId, op),
    onAnswer(op, answer) {
      if (answer.kind === "signed out") return;
      if (answer.order) onOrder(answer.order);
      if (answer.kind === "refused") onRefused({ op, ...answer });
    },
  });
}

/** Sends one operation; null without an answer or for a server error. */
export async function sendOp(orderId: string, op: StationOp): Promise<OpAnswer | null> {
  try {
    const response = await fetch(`/api/packing/${orderId}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(op),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 401 || response.status === 403) return { kind: "signed out" };
    if (response.status >= 500 || response.status === 429) return null;
    const { order, reason = "", message = "" } = await response.json();
    const revived = order ? revive(order) : null;
    if (response.ok && revived) return { kind: "done", order: revived };
    return { kind: "refused", reason, message, order: revived };
  } catch {
    // The outcome is unknown, but sending it again is idempotent.
    return null;
  }
}

function revive(order: StationOrder): StationOrder {
  return {
    ...order,
    placedAt: new Date(order.placedAt),
    firstFinishedAt: order.firstFinishedAt && new Date(order.firstFinishedAt),
    lines: order.lines.map((line) => ({
      ...line,
      packages: line.packages.map((one) => ({ ...one, packedAt: new Date(one.packedAt) })),
      voided: line.voided.map((one) => ({
        ...one,
        packedAt: new Date(one.packedAt),
        voidedAt: new Date(one.voidedAt),
      })),
    })),
  };
}

function keyOf(orderId: string): string {
  return `packing:${orderId}`;
}
