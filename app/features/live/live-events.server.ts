import { type Client, type Staff, staffMay } from "#app/domain/access/capability.ts";
import type { Permission } from "#app/domain/access/staff-roles.ts";
import { networksOf } from "#app/domain/limits/network.ts";
import { heartbeatMs, streamEvents } from "./event-stream.ts";

/**
 * Who watches a stream: clients get events of their customer's orders; staff those of all orders,
 * the inbox and the runs, as their permissions allow.
 */
export interface Watcher {
  client: Client;
  staff: Staff | null;
}

/** Checks the session's capabilities again; no client once it has ended. */
type WhoNow = () => Promise<{ client: Client | null; staff: Staff | null }>;

export interface LiveEvents {
  /**
   * Opens a stream of events visible to the watcher. It ends when the reader disconnects, on
   * `close`, and when a heartbeat finds the session ended or its access changed. At a limit, the
   * oldest stream of the largest account is told that it is replaced, and ends.
   *
   * @param clientAddress the reader's IP address
   * @throws StreamsClosedError after `close`
   */
  open(watcher: Watcher, clientAddress: string, whoNow: WhoNow): ReadableStream<Uint8Array>;
  /** Notifies the affected watchers of a payload of the `orders_changed` channel. */
  publishOrder(payload: string): void;
  /** Notifies staff who answer, on `inbox_changed`. */
  publishInbox(): void;
  /** Notifies staff who deliver, on `runs_changed`. */
  publishRuns(): void;
  /**
   * Ends the streams of an account (a payload of `staff_changed`) whose staff role has changed;
   * those still allowed reconnect.
   */
  endStaff(userId: string): void;
  close(): void;
}

/** The process is shutting down; becomes a 503. */
export class StreamsClosedError extends Error {
  override readonly name = "StreamsClosedError";

  constructor() {
    super("The event streams are closed");
  }
}

const defaultLimits = {
  /** One per visible browser window. */
  perAccount: 20,
  /** Per IPv4 address or IPv6 /64, i.e. an office; doubled for a /56, tripled for a /48. */
  perNetwork: 200,
  total: 1_000,
};

/** Queued events after which a stalled reader's stream is dropped. */
const maxWaiting = 100;

interface OpenStream {
  watcher: Watcher;
  networks: readonly string[];
  send(event: string): void;
  end(): void;
}

/** Fans out the process's single LISTEN connection to any number of event streams. */
export function createLiveEvents(limits = defaultLimits): LiveEvents {
  const streams = new Set<OpenStream>();
  let isClosed = false;

  /** Ends streams until one more fits among those for which `isCounted` is true. */
  function makeRoom(most: number, isCounted: (stream: OpenStream) => boolean) {
    for (;;) {
      const counted = [...streams].filter(isCounted);
      if (counted.length < most) return;
      const evicted = oldestOfLargest(counted);
      evicted?.send(streamEvents.replaced);
      evicted?.end();
    }
  }

  function tellStaff(event: string, ...needed: Permission[]) {
    for (const { watcher, send } of [...streams]) if (works(watcher, needed)) send(event);
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
      // An empty payload means that notifications may have been missed.
      const change: ChangedOrder | null = payload === "" ? null : JSON.parse(payload);
      for (const { watcher, send } of [...streams]) {
        if (!change || works(watcher, withOrders) || isVisible(change, watcher.client)) {
          send(streamEvents.orders(change?.order_id ?? null));
        }
      }
    },
    publishInbox: () => tellStaff(streamEvents.inbox, "inbox"),
    publishRuns: () => tellStaff(streamEvents.runs, "deliver"),
    endStaff(userId) {
      // An empty payload means that notifications may have been missed.
      const isTheirs = ({ watcher: { client, staff } }: OpenStream) =>
        userId === "" ? staff !== null : client.userId === userId;
      for (const stream of [...streams].filter(isTheirs)) stream.end();
    },
    close() {
      isClosed = true;
      for (const stream of [...streams]) stream.end();
    },
  };
}

/** Any of these shows orders. */
const withOrders: readonly Permission[] = ["orders", "pack", "deliver"];

function works({ staff }: Watcher, needed: readonly Permission[]): boolean {
  return staff !== null && needed.some((permission) => staffMay(staff, permission));
}

interface ChangedOrder {
  order_id: string;
  customer_id: string;
  ship_to_id: string | null;
}

/** True for an order of the client's customer, at a site they may see, or of their guest. */
function isVisible(change: ChangedOrder, { records, sites, guests }: Client): boolean {
  if (guests.includes(change.customer_id)) return true;
  if (!records.includes(change.customer_id)) return false;
  return sites === null || (change.ship_to_id !== null && sites.includes(change.ship_to_id));
}

/** Returns the oldest stream of the account with the most; on a tie, the first to connect. */
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
        ({ client, staff }) =>
          JSON.stringify([client, staff]) === JSON.stringify([watcher.client, watcher.staff]),
        // A failed check ends the stream.
        () => false,
      );
      if (!streams.has(stream)) return;
      if (isSame) stream.send(streamEvents.heartbeat);
      else stream.end();
    }, heartbeatMs);
    heartbeat.unref();
    letGo = () => {
      clearInterval(heartbeat);
      streams.delete(stream);
    };
    streams.add(stream);
    // Tells the reader at once that it is connected.
    stream.send(streamEvents.heartbeat);
  }
  return new ReadableStream({ start, cancel: () => letGo() });
}
