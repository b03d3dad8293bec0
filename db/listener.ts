import { setTimeout as wait } from "node:timers/promises";
import { type Client, escapeIdentifier } from "pg";
import type { Channel, JobChannel, Log } from "./database.ts";
import { reasonOf } from "./database-error.ts";

type OnPayload = (payload: string) => void;

/** Delays in ms between attempts to reconnect; the last one repeats. */
const defaultWaits = [1_000, 2_000, 5_000, 10_000];

/** Interval (ms) of the query that detects a silently dead connection. */
const heartbeat = 30_000;

/**
 * LISTEN on a dedicated connection, since pool connections are shared. It connects at the first
 * `listen` and reconnects automatically. Notifications are lost while disconnected, so every
 * listener is called once with an empty payload after a reconnect.
 *
 * @param newClient creates an unconnected client
 */
export function createListener(newClient: () => Client, log: Log, waits = defaultWaits) {
  const listeners = new Map<string, Set<OnPayload>>();
  const closed = new AbortController();
  let client: Client | undefined;
  let connected: Promise<void> | undefined;

  async function connect(): Promise<void> {
    const candidate = newClient();
    candidate.on("error", (error) => lost(candidate, error));
    candidate.on("end", () => lost(candidate, new Error("the connection ended")));
    candidate.on("notification", ({ channel, payload }) => tell(channel, payload ?? ""));
    try {
      await candidate.connect();
      for (const channel of listeners.keys()) await candidate.query(listenTo(channel));
      closed.signal.throwIfAborted();
    } catch (error) {
      abandon(candidate);
      throw error;
    }
    client = candidate;
    watch(candidate);
  }

  async function reconnect(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      await wait(waits[Math.min(attempt, waits.length - 1)], undefined, { signal: closed.signal });
      try {
        await connect();
        break;
      } catch (error) {
        log.warn({ attempt, reason: reasonOf(error) }, "cannot listen to the database yet");
      }
    }
    log.info({}, "listening to the database again");
    for (const channel of listeners.keys()) tell(channel, "");
  }

  function lost(former: Client, error: Error): void {
    if (former !== client) return;
    client = undefined;
    if (closed.signal.aborted) return;
    log.warn({ reason: reasonOf(error) }, "lost the connection that listens to the database");
    connected = reconnect();
    // It only rejects on close; a pending `listen` gets that error itself.
    connected.catch(() => undefined);
    abandon(former);
  }

  // Not awaited: ending a connection that is already dead may never settle.
  function abandon(dead: Client): void {
    dead.end().catch((error: Error) => log.warn({ reason: reasonOf(error) }, "could not hang up"));
  }

  function watch(current: Client): void {
    const timer = setInterval(() => {
      if (current !== client) clearInterval(timer);
      else current.query("select 1").catch((error: Error) => lost(current, error));
    }, heartbeat);
    timer.unref();
  }

  function tell(channel: string, payload: string): void {
    for (const onPayload of listeners.get(channel) ?? []) {
      try {
        onPayload(payload);
      } catch (error) {
        log.error({ err: error, channel }, "a listener failed");
      }
    }
  }

  return {
    async listen(
      channel: Channel | JobChannel,
      onPayload: OnPayload,
    ): Promise<() => Promise<void>> {
      connected ??= connect();
      try {
        await connected;
      } catch (error) {
        connected = undefined;
        throw error;
      }
      if (!listeners.has(channel)) {
        listeners.set(channel, new Set());
        // If the connection is lost in the meantime, the reconnect listens on the channel.
        await client?.query(listenTo(channel));
      }
      listeners.get(channel)?.add(onPayload);
      return async () => {
        listeners.get(channel)?.delete(onPayload);
      };
    },
    async close(): Promise<void> {
      closed.abort();
      // Lets a connection attempt in progress notice the abort.
      await Promise.allSettled([connected]);
      await client?.end();
    },
  };
}

function listenTo(channel: string): string {
  return `listen ${escapeIdentifier(channel)}`;
}
