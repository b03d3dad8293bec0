import { expect, it } from "vitest";
import { readEvents, streamEvents } from "./live-events.ts";

it("reads what it writes, however it is cut", () => {
  const sent = streamEvents.heartbeat + streamEvents.orders("id") + streamEvents.orders(null);
  for (let cut = 0; cut <= sent.length; cut += 1) {
    const first = readEvents(sent.slice(0, cut));
    const second = readEvents(first.rest + sent.slice(cut));
    expect([...first.events, ...second.events]).toEqual(["heartbeat", "orders", "orders"]);
    expect(second.rest).toBe("");
  }
});
