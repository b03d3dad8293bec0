import { withStorage } from "#app/lib/browser-storage.ts";
import { newUuid } from "#app/lib/uuid.ts";
import type { StationOrder } from "../packing.ts";
import { type StationOp, stationOpSchema } from "../station-ops.ts";

/** An operation that the server has not answered yet. */
export interface WaitingOp {
  id: string;
  op: StationOp;
}

/** Why the server did not do an operation. */
export interface Refusal {
  op: StationOp;
  reason: string;
  message: string;
}

/** The server's answer to an operation; null when none came, or one that may be tried again. */
export type OpAnswer =
  | { kind: "done"; order: StationOrder }
  | { kind: "refused"; reason: string; message: string; order: StationOrder | null }
  | { kind: "signed out" };

/** How the connection to the shop is. */
type Line = "open" | "lost" | "signed out";

export interface QueueState {
  waiting: readonly WaitingOp[];
  line: Line;
}

/** Delays before trying again, in ms, as of the event stream; the last one repeats. */
const retryMs = [1_000, 2_000, 5_000, 10_000];

const timeoutMs = 10_000;

/** Browser dependencies, replaceable in tests. */
const browser = {
  send: sendOp,
  read: (orderId: string) => withStorage((storage) => storage.getItem(keyOf(orderId))) ?? null,
  write: (orderId: string, text: string | null) =>
    withStorage((storage) =>
      text === null ? storage.removeItem(keyOf(orderId)) : storage.setItem(keyOf(orderId), text),
    ),
};

interface Listeners {
  /** The order as the server has it after an operation. */
  onOrder: (order: StationOrder) => void;
  onRefused: (refusal: Refusal) => void;
}

/**
 * Sends the station's operations on an order one after the other, in the order they were made, and
 * keeps those that were not answered in the browser, over a lost network and a closed page. Each has
 * its effect once, however often it is sent: its request id, or what it says to have seen, tells.
 */
export function createOpQueue(
  orderId: string,
  { onOrder, onRefused }: Listeners,
  { send, read, write }: typeof browser = browser,
) {
  let state: QueueState = { waiting: [], line: "open" };
  let isSending = false;
  let isStopped = false;
  let attempt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function become(change: Partial<QueueState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** Another tab may have added or sent some: what is stored counts. */
  function change(how: (waiting: WaitingOp[]) => WaitingOp[]) {
    const stored = read(orderId);
    const waiting = how(stored === null ? [...state.waiting] : parseWaiting(stored));
    write(orderId, waiting.length > 0 ? JSON.stringify(waiting) : null);
    become({ waiting });
  }

  async function sendAll() {
    if (isSending || isStopped) return;
    isSending = true;
    clearTimeout(retry);
    for (let [head] = state.waiting; head && !isStopped; [head] = state.waiting) {
      const { id, op } = head;
      const answer = await send(orderId, op);
      if (!answer || answer.kind === "signed out") {
        become({ line: answer ? "signed out" : "lost" });
        const delay = retryMs[Math.min(attempt++, retryMs.length - 1)];
        if (!isStopped) retry = setTimeout(sendAll, delay);
        break;
      }
      attempt = 0;
      change((waiting) => waiting.filter((other) => other.id !== id));
      if (state.line !== "open") become({ line: "open" });
      if (answer.order) onOrder(answer.order);
      if (answer.kind === "refused") onRefused({ op, ...answer });
    }
    isSending = false;
    become({});
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    getState: () => state,

    /** Sends what an earlier page left; returns a function that stops. */
    start() {
      isStopped = false;
      change((waiting) => waiting);
      const onOnline = () => {
        attempt = 0;
        void sendAll();
      };
      window.addEventListener("online", onOnline);
      void sendAll();
      return () => {
        isStopped = true;
        clearTimeout(retry);
        window.removeEventListener("online", onOnline);
      };
    },

    add(op: StationOp) {
      change((waiting) => [...waiting, { id: newUuid(), op }]);
      void sendAll();
    },

    /** Whether all was sent: once it is, or as soon as the line is lost. */
    whenSent() {
      return new Promise<boolean>((resolve) => {
        const look = () => {
          const isSent = state.waiting.length === 0 && !isSending;
          if (!isSent && state.line === "open") return;
          listeners.delete(look);
          resolve(isSent);
        };
        listeners.add(look);
        look();
      });
    },

    /** Tries now what waits for a lost line. */
    retryNow: () => void sendAll(),
  };
}

/** Sends one operation; null when no answer came, or only that the shop failed. */
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
    // Lost, or cut short: the answer is unknown, and sending it again is safe.
    return null;
  }
}

/** JSON has no dates. */
function revive(order: StationOrder): StationOrder {
  return {
    ...order,
    placedAt: new Date(order.placedAt),
    lines: order.lines.map((line) => ({
      ...line,
      packages: line.packages.map((one) => ({ ...one, packedAt: new Date(one.packedAt) })),
    })),
  };
}

/** What was stored is untrusted: anything that is not an operation is dropped. */
function parseWaiting(text: string): WaitingOp[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    // Cut short, or not ours.
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return [];
    const { id, op } = entry as { id?: unknown; op?: unknown };
    const parsed = stationOpSchema.safeParse(op);
    return typeof id === "string" && parsed.success ? [{ id, op: parsed.data }] : [];
  });
}

function keyOf(orderId: string): string {
  return `packing:${orderId}`;
}
