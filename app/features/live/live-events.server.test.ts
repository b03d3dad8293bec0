import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { capabilitiesOf } from "#app/features/auth/capability.server.ts";
import {
  createLiveEvents,
  type LiveEvents,
  TooManyStreamsError,
  type Watcher,
} from "./live-events.server.ts";
import { streamTimes } from "./live-events.ts";

const heartbeat = "event: heartbeat\ndata: {}\n\n";

function watcher(userId: string, isAdmin = false): Watcher {
  const account = { userId, email: `${userId}@example.com`, isAdmin };
  const { client, admin } = capabilitiesOf(account, "");
  if (!client) throw new Error("The account is no client");
  return { client, admin };
}

const ann = watcher("ann");
const bob = watcher("bob");
const boss = watcher("boss", true);

const changeOf = (user: string, order: string) =>
  JSON.stringify({ order_id: order, user_id: user });

function told(orderId: string | null) {
  return `event: orders\ndata: ${JSON.stringify({ orderId })}\n\n`;
}

let events: LiveEvents;
beforeEach(() => {
  vi.useFakeTimers();
  events = createLiveEvents({ perAccount: 3, total: 5 });
});
afterEach(() => {
  events.close();
  vi.useRealTimers();
});

/** Opens a stream and keeps what it says. */
function listenAs(who: Watcher, whoNow: Parameters<LiveEvents["open"]>[1] = async () => who) {
  const reader = events.open(who, whoNow).getReader();
  const heard: string[] = [];
  let isOver = false;
  (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      heard.push(new TextDecoder().decode(value));
    }
    isOver = true;
  })();
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return {
    leave: () => reader.cancel(),
    async heard() {
      await settled();
      return heard.splice(0);
    },
    async isOver() {
      await settled();
      return isOver;
    },
  };
}

describe("who is told", () => {
  it("a client of their own orders, an administrator of all", async () => {
    const [toAnn, toBob, toBoss] = [listenAs(ann), listenAs(bob), listenAs(boss)];
    for (const stream of [toAnn, toBob, toBoss]) expect(await stream.heard()).toEqual([heartbeat]);
    events.publishOrder(changeOf("ann", "order-1"));
    events.publishOrder(changeOf("bob", "order-2"));
    expect(await toAnn.heard()).toEqual([told("order-1")]);
    expect(await toBob.heard()).toEqual([told("order-2")]);
    expect(await toBoss.heard()).toEqual([told("order-1"), told("order-2")]);
  });

  it("everyone, when something may have been missed", async () => {
    const streams = [listenAs(ann), listenAs(bob), listenAs(boss)];
    for (const stream of streams) await stream.heard();
    events.publishOrder("");
    for (const stream of streams) expect(await stream.heard()).toEqual([told(null)]);
  });

  it("administrators alone of the inbox", async () => {
    const [toAnn, toBoss] = [listenAs(ann), listenAs(boss)];
    events.publishInbox();
    expect(await toBoss.heard()).toEqual([heartbeat, "event: inbox\ndata: {}\n\n"]);
    expect(await toAnn.heard()).toEqual([heartbeat]);
  });

  it("all windows of an account, but none that was closed", async () => {
    const [first, second] = [listenAs(ann), listenAs(ann)];
    for (const stream of [first, second]) await stream.heard();
    await first.leave();
    events.publishOrder(changeOf("ann", "order-1"));
    expect(await first.heard()).toEqual([]);
    expect(await second.heard()).toEqual([told("order-1")]);
  });
});

describe("a heartbeat", () => {
  it("comes every 30 seconds while the session lasts", async () => {
    const stream = listenAs(ann);
    await stream.heard();
    await vi.advanceTimersByTimeAsync(streamTimes.heartbeat - 1);
    expect(await stream.heard()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await stream.heard()).toEqual([heartbeat]);
    await vi.advanceTimersByTimeAsync(2 * streamTimes.heartbeat);
    expect(await stream.heard()).toEqual([heartbeat, heartbeat]);
  });

  const changes: [string, () => Promise<Watcher | { client: null; admin: null }>][] = [
    ["the session has ended", async () => ({ client: null, admin: null })],
    ["somebody else has signed in", async () => bob],
    ["the rights have changed", async () => watcher("ann", true)],
    ["nobody can say who it is", () => Promise.reject(new Error("the database is away"))],
  ];
  it.each(changes)("ends the stream when %s", async (_, whoNow) => {
    const stream = listenAs(ann, whoNow);
    await stream.heard();
    await vi.advanceTimersByTimeAsync(streamTimes.heartbeat);
    expect(await stream.isOver()).toBe(true);
    events.publishOrder(changeOf("ann", "order-1"));
    expect(await stream.heard()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("says nothing more to a reader who left while it was asking", async () => {
    let answer = (_: Watcher) => {};
    const stream = listenAs(ann, () => new Promise((resolve) => (answer = resolve)));
    await stream.heard();
    await vi.advanceTimersByTimeAsync(streamTimes.heartbeat);
    await stream.leave();
    answer(ann);
    expect(await stream.heard()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("room", () => {
  it("is bounded for an account and for the process, and given back", async () => {
    const own = [listenAs(ann), listenAs(ann), listenAs(ann)];
    expect(() => listenAs(ann)).toThrow(TooManyStreamsError);
    listenAs(bob);
    listenAs(bob);
    expect(() => listenAs(boss)).toThrow(TooManyStreamsError);
    await own[0]?.leave();
    listenAs(boss);
    expect(() => listenAs(ann)).toThrow(TooManyStreamsError);
  });

  it("is taken from a reader who has stopped reading", () => {
    const stream = events.open(ann, async () => ann);
    for (let n = 0; n < 200; n += 1) events.publishOrder(changeOf("ann", `order-${n}`));
    expect(vi.getTimerCount()).toBe(0);
    expect(stream.locked).toBe(false);
  });
});

it("closing ends every stream, stops its clock and opens no more", async () => {
  const streams = [listenAs(ann), listenAs(boss)];
  events.close();
  for (const stream of streams) expect(await stream.isOver()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  expect(() => listenAs(ann)).toThrow(TooManyStreamsError);
  events.publishOrder("");
  events.close();
});
