import { describe, expect, test } from "vitest";
import { orderTimeline, type Travelled } from "./order-timeline.ts";

const placedAt = new Date("2026-11-23T18:00:00Z");
const planned = "Thu, Nov 26, 8 a.m. to noon";

const packed = (netLb: string, packedAt: string) => ({ netLb, packedAt: new Date(packedAt) });

function travelled(facts: Partial<Omit<Travelled, "items">>, packages = [] as object[]): Travelled {
  return {
    isRefused: false,
    status: "pending",
    placedAt,
    departedAt: null,
    missedAt: null,
    deliveredAt: null,
    deliveryKind: "delivery",
    ...facts,
    items: [{ packages }] as unknown as Travelled["items"],
  };
}

const states = (order: Travelled) =>
  orderTimeline(order, planned).map(({ title, state }) => `${title}: ${state}`);

const two = [packed("2.50", "2026-11-25T17:00:00Z"), packed("1.29", "2026-11-25T18:00:00Z")];

describe("an order's timeline", () => {
  test("starts when the order is received, and shows the planned day", () => {
    expect(states(travelled({}))).toEqual([
      "Received: now",
      "Cut, weighed and packed: next",
      "On the way: next",
      "Delivered: next",
    ]);
    expect(orderTimeline(travelled({}), planned)[2]?.text).toBe(planned);
  });

  test("is at cutting from the first package on", () => {
    expect(states(travelled({}, two)).slice(0, 2)).toEqual([
      "Received: done",
      "Cut, weighed and packed: now",
    ]);
  });

  test("a run that left with others doesn't put an unpacked order on the way", () => {
    expect(states(travelled({ departedAt: placedAt })).at(2)).toBe("On the way: next");
  });

  test("shows what was packed, and the time of the last package", () => {
    const [, step, way] = orderTimeline(travelled({ status: "fulfilled" }, two), planned);
    expect(step).toMatchObject({ state: "done", text: "3.79 lb" });
    expect(step?.at).toEqual(new Date("2026-11-25T18:00:00Z"));
    expect(way).toMatchObject({ state: "next", text: planned });
  });

  test("is on the way when its run has left, and ends at the door", () => {
    const left = { status: "fulfilled", departedAt: placedAt } as const;
    expect(states(travelled(left, two)).at(2)).toBe("On the way: now");
    const there = { ...left, status: "delivered", deliveredAt: placedAt } as const;
    expect(states(travelled(there, two))).toEqual([
      "Received: done",
      "Cut, weighed and packed: done",
      "On the way: done",
      "Delivered: done",
    ]);
  });

  test("says that nobody was there until it is delivered after all", () => {
    const missed = { status: "fulfilled", departedAt: placedAt, missedAt: placedAt } as const;
    expect(states(travelled(missed, two)).slice(2)).toEqual([
      "On the way: done",
      "No one there: missed",
    ]);
    const brought = { ...missed, status: "delivered", deliveredAt: placedAt } as const;
    expect(states(travelled(brought, two)).slice(2)).toEqual([
      "On the way: done",
      "Delivered: done",
    ]);
  });

  test("says that everything was refused instead of delivered", () => {
    const refused = { status: "delivered", isRefused: true, deliveredAt: placedAt } as const;
    expect(states(travelled(refused, two)).slice(2)).toEqual([
      "On the way: done",
      "Refused at the door: missed",
    ]);
    expect(states(travelled({ ...refused, deliveryKind: "pickup" }, two)).at(-1)).toBe(
      "Refused at pickup: missed",
    );
  });

  test("ends at the counter for a pickup", () => {
    const pickup = { deliveryKind: "pickup" } as const;
    expect(states(travelled(pickup)).slice(2)).toEqual([
      "Ready for pickup: next",
      "Picked up: next",
    ]);
    expect(states(travelled({ ...pickup, status: "fulfilled" }, two)).slice(2)).toEqual([
      "Ready for pickup: now",
      "Picked up: next",
    ]);
  });

  test("has no travel step without a day, and no steps before payment or after cancelling", () => {
    expect(states(travelled({ deliveryKind: null })).slice(2)).toEqual(["Delivered: next"]);
    expect(states(travelled({ status: "awaiting_payment" }))).toEqual([]);
    expect(states(travelled({ status: "cancelled" }, two))).toEqual([]);
  });
});
