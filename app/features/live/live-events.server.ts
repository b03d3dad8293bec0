import type { Admin, Client } from "#app/features/auth/capability.ts";
import { streamEvents, streamTimes } from "./live-events.ts";

/** Whose orders a stream tells of: the client's own; everyone's, and the inbox, to an administrator. */
export interface Watcher {
  client: Client;
  admin: Admin | null;
}

/** Asks again what the session may do; no client once it has ended. */
type WhoNow = () => Promise<{ client: Client | null; admin: Admin | null }>;

export interface LiveEvents {
  /**
   * A stream of what happens to what the watcher sees. It ends when whoever reads it goes away, at
   * `close`, and when a heartbeat finds that the session has ended or may see other orders now.
   *
   * @throws TooManyStreamsError
   */
  open(watcher: Watcher, whoNow: WhoNow): ReadableStream<Uint8Array>;
  /** Tells whom it concerns. Takes the payloads of the channel `orders_changed`. */
  publishOrder(payload: string): void;
  /** Tells the administrators; for the channel `inbox_changed`. */
  publishInbox(): void;
  /** Ends all streams and lets no more begin. */
  close(): void;
}

/** There is no room for one more stream; for a 503. */
export class TooManyStreamsError extends Error {
  override readonly name = "TooManyStreamsError";

  constructor() {
    super("There is no room for another event stream");
  }
}

const defaultLimits = {
  /** Streams of one account: a browser keeps one for each window that is looked at. */
  perAccount: 20,
  /** Streams of the process. */
  total: 1_000,
};

/** Events that may wait for a reader who has stopped reading, before it is given up. */
const maxWaiting = 100;

interface OpenStream {
  watcher: Watcher;
  send(event: string): void;
  end(): void;
}

/** Spreads what the process's one LISTEN hears over any number of event streams. */
export function createLiveEvents(limits = defaultLimits): LiveEvents {
  const streams = new Set<OpenStream>();
  let isClosed = false;

  function hasRoomFor({ client }: Watcher): boolean {
    if (isClosed || streams.size >= limits.total) return false;
    const own = [...streams].filter(({ watcher }) => watcher.client.userId === client.userId);
    return own.length < limits.perAccount;
  }

  return {
    open(watcher, whoNow) {
      if (!hasRoomFor(watcher)) throw new TooManyStreamsError();
      return openStream(streams, watcher, whoNow);
    },
    publishOrder(payload) {
      // Empty: something may have been missed, so it may concern anyone.
      const change = payload === "" ? null : JSON.parse(payload);
      for (const { watcher, send } of [...streams]) {
        if (!change || watcher.admin || watcher.client.userId === change.user_id) {
          send(streamEvents.orders(change?.order_id ?? null));
        }
      }
    },
    publishInbox() {
      for (const { watcher, send } of [...streams]) if (watcher.admin) send(streamEvents.inbox);
    },
    close() {
      isClosed = true;
      for (const stream of [...streams]) stream.end();
    },
  };
}

function openStream(
  streams: Set<OpenStream>,
  watcher: Watcher,
  whoNow: WhoNow,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let letGo = () => {};

  function start(controller: ReadableStreamDefaultController<Uint8Array>) {
    const stream: OpenStream = {
      watcher,
      send(event) {
        controller.enqueue(encoder.encode(event));
        if ((controller.desiredSize ?? 0) < -maxWaiting) stream.end();
      },
      end() {
        letGo();
        controller.close();
      },
    };
    const heartbeat = setInterval(async () => {
      const isSame = await whoNow().then(
        ({ client, admin }) =>
          client?.userId === watcher.client.userId && !admin === !watcher.admin,
        // Whoever cannot be asked about is told nothing more.
        () => false,
      );
      if (!streams.has(stream)) return;
      if (isSame) stream.send(streamEvents.heartbeat);
      else stream.end();
    }, streamTimes.heartbeat);
    heartbeat.unref();
    letGo = () => {
      clearInterval(heartbeat);
      streams.delete(stream);
    };
    streams.add(stream);
    // At once: whoever reads knows now that it is connected.
    stream.send(streamEvents.heartbeat);
  }
  return new ReadableStream({ start, cancel: () => letGo() });
}
