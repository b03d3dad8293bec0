import type { Admin, Client } from "#app/features/auth/capability.ts";
import { networksOf } from "#app/features/limits/network.ts";
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
   * `close`, and when a heartbeat finds that the session has ended or may see other orders now. Where
   * there is no room, the oldest stream of whoever has most of it ends, and is told why.
   *
   * @param clientAddress where it is read
   * @throws StreamsClosedError after `close`
   */
  open(watcher: Watcher, clientAddress: string, whoNow: WhoNow): ReadableStream<Uint8Array>;
  /** Tells whom it concerns. Takes the payloads of the channel `orders_changed`. */
  publishOrder(payload: string): void;
  /** Tells the administrators; for the channel `inbox_changed`. */
  publishInbox(): void;
  /** Ends all streams and lets no more begin. */
  close(): void;
}

/** The process is about to end; for a 503. */
export class StreamsClosedError extends Error {
  override readonly name = "StreamsClosedError";

  constructor() {
    super("The event streams are closed");
  }
}

const defaultLimits = {
  /** Streams of one account: a browser keeps one for each window that is looked at. */
  perAccount: 20,
  /** Streams of an IPv4 address or an IPv6 /64: a whole office. Twice and three times as many of a /56 and a /48. */
  perNetwork: 200,
  /** Streams of the process. */
  total: 1_000,
};

/** Events that may wait for a reader who has stopped reading, before it is given up. */
const maxWaiting = 100;

interface OpenStream {
  watcher: Watcher;
  networks: readonly string[];
  send(event: string): void;
  end(): void;
}

/** Spreads what the process's one LISTEN hears over any number of event streams. */
export function createLiveEvents(limits = defaultLimits): LiveEvents {
  const streams = new Set<OpenStream>();
  let isClosed = false;

  /** Ends streams until one more fits among those for which `isCounted` holds. */
  function makeRoom(most: number, isCounted: (stream: OpenStream) => boolean) {
    for (;;) {
      const counted = [...streams].filter(isCounted);
      if (counted.length < most) return;
      const evicted = oldestOfLargest(counted);
      evicted?.send(streamEvents.replaced);
      evicted?.end();
    }
  }

  return {
    open(watcher, clientAddress, whoNow) {
      if (isClosed) throw new StreamsClosedError();
      const networks = networksOf(clientAddress);
      const { userId } = watcher.client;
      makeRoom(limits.perAccount, ({ watcher }) => watcher.client.userId === userId);
      networks.forEach((network, width) => {
        makeRoom(limits.perNetwork * (width + 1), ({ networks }) => networks[width] === network);
      });
      makeRoom(limits.total, () => true);
      return openStream(streams, watcher, networks, whoNow);
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

/** The oldest stream of the account that has most of them; of several, of the one that came first. */
function oldestOfLargest(streams: OpenStream[]): OpenStream | undefined {
  const byAccount = Map.groupBy(streams, ({ watcher }) => watcher.client.userId);
  const [largest] = [...byAccount.values()].sort((a, b) => b.length - a.length);
  return largest?.[0];
}

function openStream(
  streams: Set<OpenStream>,
  watcher: Watcher,
  networks: readonly string[],
  whoNow: WhoNow,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let letGo = () => {};

  function start(controller: ReadableStreamDefaultController<Uint8Array>) {
    const stream: OpenStream = {
      watcher,
      networks,
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
