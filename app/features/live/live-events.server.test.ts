import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { ownAccount } from "#tests/setup/signed-in.ts";
import { heartbeatMs } from "./event-stream.ts";
import {
  createLiveEvents,
  type LiveEvents,
  StreamsClosedError,
  type Watcher,
} from "./live-events.server.ts";

const heartbeat = "event: heartbeat\ndata: {}\n\n";

function watcher(userId: string, isAdmin = false): Watcher {
  const account = { ...ownAccount({ id: userId, email: `${userId}@example.com` }), isAdmin };
  const { client, staff } = capabilitiesOf(account, "");
  if (!client) throw new Error("The account is no client");
  return { client, staff };
}

const ann = watcher("ann");
const bob = watcher("bob");
const boss = watcher("boss", true);

const changeOf = (user: string, order: string) =>
  JSON.stringify({ order_id: order, customer_id: user, ship_to_id: null });

function told(orderId: string | null) {
  return `event: orders\ndata: ${JSON.stringify({ orderId })}\n\n`;
}

let events: LiveEvents;
beforeEach(() => {
  vi.useFakeTimers();
  events = createLiveEvents({ perAccount: 3, perNetwork: 4, total: 6 });
});
afterEach(() => {
  events.close();
  vi.useRealTimers();
});

function listenAs(who: Watcher, whoNow?: Parameters<LiveEvents["open"]>[2]) {
  return listenFrom(newNetwork(), who, whoNow);
}

let networks = 0;
const newNetwork = () => `198.51.100.${++networks}`;

function listenFrom(
  address: string,
  who: Watcher,
  whoNow: Parameters<LiveEvents["open"]>[2] = async () => who,
) {
  const reader = events.open(who, address, whoNow).getReader();
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

describe("the recipients of a notification", () => {
  it("are a client for their own orders, and an administrator for all orders", async () => {
    const [toAnn, toBob, toBoss] = [listenAs(ann), listenAs(bob), listenAs(boss)];
    for (const stream of [toAnn, toBob, toBoss]) expect(await stream.heard()).toEqual([heartbeat]);
    events.publishOrder(changeOf("ann", "order-1"));
    events.publishOrder(changeOf("bob", "order-2"));
    expect(await toAnn.heard()).toEqual([told("order-1")]);
    expect(await toBob.heard()).toEqual([told("order-2")]);
    expect(await toBoss.heard()).toEqual([told("order-1"), told("order-2")]);
  });

  it("are members of the same customer, but only for sites that they may see", async () => {
    const at = (site: string | null) =>
      JSON.stringify({ order_id: `order-${site}`, customer_id: "ann", ship_to_id: site });
    const account = ownAccount({ id: "cook", email: "cook@example.com" });
    const membership = { customerId: "ann", role: "buyer", siteIds: ["kitchen"] } as const;
    const { client } = capabilitiesOf(
      { ...account, membership: { ...membership, siteIds: [...membership.siteIds] } },
      "",
    );
    if (!client) throw new Error("The account is no client");
    const [toAnn, toCook] = [listenAs(ann), listenAs({ client, staff: null })];
    for (const stream of [toAnn, toCook]) expect(await stream.heard()).toEqual([heartbeat]);
    for (const site of ["kitchen", "branch", null]) events.publishOrder(at(site));
    expect(await toAnn.heard()).toEqual([
      told("order-kitchen"),
      told("order-branch"),
      told("order-null"),
    ]);
    expect(await toCook.heard()).toEqual([told("order-kitchen")]);
  });

  it("are everyone, if notifications may have been missed", async () => {
    const streams = [listenAs(ann), listenAs(bob), listenAs(boss)];
    for (const stream of streams) await stream.heard();
    events.publishOrder("");
    for (const stream of streams) expect(await stream.heard()).toEqual([told(null)]);
  });

  it("are staff for their own work", async () => {
    const staffAs = (staffRole: "packer" | "driver" | "bookkeeper" | "catalogue") => {
      const account = ownAccount({ id: staffRole, email: `${staffRole}@example.com` });
      const { client, staff } = capabilitiesOf({ ...account, staffRole }, "");
      if (!client) throw new Error("The account is no client");
      return listenAs({ client, staff });
    };
    const [packer, driver] = [staffAs("packer"), staffAs("driver")];
    const [bookkeeper, keeper] = [staffAs("bookkeeper"), staffAs("catalogue")];
    for (const one of [packer, driver, bookkeeper, keeper]) await one.heard();
    events.publishOrder(changeOf("ann", "order"));
    events.publishRuns();
    events.publishInbox();
    const runs = "event: runs\ndata: {}\n\n";
    expect(await packer.heard()).toEqual([told("order")]);
    expect(await driver.heard()).toEqual([told("order"), runs]);
    expect(await bookkeeper.heard()).toEqual([told("order")]);
    expect(await keeper.heard()).toEqual([]);
  });

  it("exclude people who were removed from the staff, whose streams end", async () => {
    const [toAnn, toBoss] = [listenAs(ann), listenAs(boss)];
    events.endStaff("boss");
    expect([await toAnn.isOver(), await toBoss.isOver()]).toEqual([false, true]);
    const again = listenAs(boss);
    // A missed notification may have been for anyone.
    events.endStaff("");
    expect([await toAnn.isOver(), await again.isOver()]).toEqual([false, true]);
  });

  it("are administrators, but not clients, for the inbox", async () => {
    const [toAnn, toBoss] = [listenAs(ann), listenAs(boss)];
    events.publishInbox();
    expect(await toBoss.heard()).toEqual([heartbeat, "event: inbox\ndata: {}\n\n"]);
    expect(await toAnn.heard()).toEqual([heartbeat]);
  });

  it("are administrators, but not clients, for runs", async () => {
    const [toAnn, toBoss] = [listenAs(ann), listenAs(boss)];
    events.publishRuns();
    expect(await toBoss.heard()).toEqual([heartbeat, "event: runs\ndata: {}\n\n"]);
    expect(await toAnn.heard()).toEqual([heartbeat]);
  });

  it("are all windows of an account, except closed ones", async () => {
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
    await vi.advanceTimersByTimeAsync(heartbeatMs - 1);
    expect(await stream.heard()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await stream.heard()).toEqual([heartbeat]);
    await vi.advanceTimersByTimeAsync(2 * heartbeatMs);
    expect(await stream.heard()).toEqual([heartbeat, heartbeat]);
  });

  const changes: [string, () => Promise<Watcher | { client: null; staff: null }>][] = [
    ["the session has ended", async () => ({ client: null, staff: null })],
    ["somebody else has signed in", async () => bob],
    ["the rights have changed", async () => watcher("ann", true)],
    ["nobody can say who it is", () => Promise.reject(new Error("the database is away"))],
  ];
  it.each(changes)("ends the stream when %s", async (_, whoNow) => {
    const stream = listenAs(ann, whoNow);
    await stream.heard();
    await vi.advanceTimersByTimeAsync(heartbeatMs);
    expect(await stream.isOver()).toBe(true);
    events.publishOrder(changeOf("ann", "order-1"));
    expect(await stream.heard()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("sends nothing to a reader who left during the check", async () => {
    let answer = (_: Watcher) => {};
    const stream = listenAs(ann, () => new Promise((resolve) => (answer = resolve)));
    await stream.heard();
    await vi.advanceTimersByTimeAsync(heartbeatMs);
    await stream.leave();
    answer(ann);
    expect(await stream.heard()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the number of streams", () => {
  const replaced = "event: replaced\ndata: {}\n\n";

  it("is limited per account, whose oldest stream is replaced", async () => {
    const own = [listenAs(ann), listenAs(ann), listenAs(ann), listenAs(ann)];
    const [oldest, ...others] = own;
    expect(await oldest?.heard()).toEqual([heartbeat, replaced]);
    expect(await oldest?.isOver()).toBe(true);
    for (const stream of others) expect(await stream.isOver()).toBe(false);
    expect(vi.getTimerCount()).toBe(3);
  });

  it("decreases when a reader leaves", async () => {
    const own = [listenAs(ann), listenAs(ann), listenAs(ann)];
    await own[1]?.leave();
    own.push(listenAs(ann));
    expect(await own[0]?.isOver()).toBe(false);
  });

  it("is limited per network by closing a stream of the account that has the most", async () => {
    const [one] = [listenFrom("203.0.113.7", bob)];
    const many = Array.from({ length: 3 }, () => listenFrom("203.0.113.7", ann));
    const boss1 = listenFrom("203.0.113.7", boss);
    expect(await many[0]?.isOver()).toBe(true);
    for (const stream of [one, many[1], many[2], boss1]) expect(await stream?.isOver()).toBe(false);
  });

  it("is limited for a /48 too, not only for its /64s", async () => {
    events = createLiveEvents({ perAccount: 100, perNetwork: 2, total: 100 });
    const streams = Array.from({ length: 20 }, (_, index) =>
      listenFrom(`2001:db8:1:${index.toString(16)}00::1`, watcher(`user-${index}`)),
    );
    const open = await Promise.all(streams.map(async (stream) => !(await stream.isOver())));
    expect(open.filter(Boolean)).toHaveLength(6);
    expect(open.slice(-6)).toEqual(Array(6).fill(true));
  });

  it("is limited per process by closing a stream of an account that has several", async () => {
    const toBoss = listenAs(boss);
    const many = ["ann", "bob", "cleo"].flatMap((name) => [
      listenAs(watcher(name)),
      listenAs(watcher(name)),
    ]);
    expect(await toBoss.isOver()).toBe(false);
    expect(await many[0]?.isOver()).toBe(true);
    expect(vi.getTimerCount()).toBe(6);
  });

  it("excludes readers who have stopped reading", () => {
    const stream = events.open(ann, newNetwork(), async () => ann);
    for (let n = 0; n < 200; n += 1) events.publishOrder(changeOf("ann", `order-${n}`));
    expect(vi.getTimerCount()).toBe(0);
    expect(stream.locked).toBe(false);
  });
});

it("close ends all streams, stops the timer and refuses new streams", async () => {
  const streams = [listenAs(ann), listenAs(boss)];
  events.close();
  for (const stream of streams) expect(await stream.isOver()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  expect(() => listenAs(ann)).toThrow(StreamsClosedError);
  events.publishOrder("");
  events.close();
});
