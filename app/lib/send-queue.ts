import { newUuid } from "./uuid.ts";

/** An operation that the server has not answered yet. */
export interface Waiting<Op> {
  id: string;
  op: Op;
}

type Line = "open" | "lost" | "signed out";

export interface QueueState<Op> {
  waiting: readonly Waiting<Op>[];
  line: Line;
}

/** In ms, like the event stream's; the last one repeats. */
const retryMs = [1_000, 2_000, 5_000, 10_000];

interface QueueParts<Op, Answer> {
  read: () => string | null;
  write: (text: string | null) => void;
  /** Stored text is untrusted: returns undefined for anything that is not an operation. */
  parse: (stored: unknown) => Op | undefined;
  /** Sends one; null if no answer came, or only one that may be retried. */
  send: (op: Op) => Promise<Answer | null>;
  /** Called with every answer except "signed out", after which all of them wait. */
  onAnswer: (op: Op, answer: Answer) => void;
}

/**
 * Sends operations one at a time, in order, and keeps unanswered ones in the browser, across lost
 * connections and closed pages. Each must be idempotent, by its request id or by the state it was
 * based on. Browser only.
 */
export function createSendQueue<Op, Answer extends { kind: "done" | "refused" | "signed out" }>({
  read,
  write,
  parse,
  send,
  onAnswer,
}: QueueParts<Op, Answer>) {
  let state: QueueState<Op> = { waiting: [], line: "open" };
  let isSending = false;
  let isStopped = false;
  let attempt = 0;
  /** True if the network came back during a send that may have been lost before. */
  let isBack = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function become(change: Partial<QueueState<Op>>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** Another tab may have added or sent some, so the stored ones count. */
  function change(how: (waiting: Waiting<Op>[]) => Waiting<Op>[]) {
    const stored = read();
    const waiting = how(stored === null ? [...state.waiting] : parseWaiting(stored, parse));
    write(waiting.length > 0 ? JSON.stringify(waiting) : null);
    become({ waiting });
  }

  async function sendAll() {
    if (isSending || isStopped) return;
    isSending = true;
    clearTimeout(retry);
    for (let [head] = state.waiting; head && !isStopped; [head] = state.waiting) {
      const { id, op } = head;
      const answer = await send(op);
      if (!answer || answer.kind === "signed out") {
        become({ line: answer ? "signed out" : "lost" });
        const delay = isBack ? 0 : retryMs[Math.min(attempt++, retryMs.length - 1)];
        isBack = false;
        if (!isStopped) retry = setTimeout(sendAll, delay);
        break;
      }
      attempt = 0;
      isBack = false;
      change((waiting) => waiting.filter((other) => other.id !== id));
      if (state.line !== "open") become({ line: "open" });
      onAnswer(op, answer);
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
        isBack = isSending;
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

    add(op: Op) {
      change((waiting) => [...waiting, { id: newUuid(), op }]);
      void sendAll();
    },

    /** Resolves to true once all is sent, or to false as soon as the connection is lost. */
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

    /** Retries operations that wait for a lost connection. */
    retryNow: () => void sendAll(),
  };
}

/** Parses the stored operations; skips whatever is truncated or not ours. */
export function parseWaiting<Op>(
  text: string,
  parse: (stored: unknown) => Op | undefined,
): Waiting<Op>[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    // Truncated, or not ours.
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return [];
    const { id, op } = entry as { id?: unknown; op?: unknown };
    const parsed = parse(op);
    return typeof id === "string" && parsed !== undefined ? [{ id, op: parsed }] : [];
  });
}
