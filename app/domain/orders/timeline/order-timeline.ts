import { formatLb, sumLb } from "#app/lib/amounts/weight.ts";
import type { Order } from "../order.ts";

/** How far a step is: behind the order, where it is now, still to come, or not reached as planned. */
export type StepState = "done" | "now" | "next" | "missed";

/** One step of an order's way from the button to the door. */
export interface TimelineStep {
  title: string;
  state: StepState;
  /** When it happened; null for what is to come, and where no time was noted. */
  at: Date | null;
  /** A detail: what was weighed, or when it is planned. */
  text: string;
}

/** What of an order its way is told from. */
export type Travelled = Pick<
  Order,
  "status" | "placedAt" | "departedAt" | "missedAt" | "deliveredAt" | "items" | "deliveryKind"
>;

/** Whether an order is still to be brought or picked up, so that its day is worth noting. */
export function isAhead({ status }: Pick<Order, "status">): boolean {
  return status === "pending" || status === "fulfilled";
}

/**
 * An order's way, step by step, for whoever ordered it: received, cut and weighed, packed, on the way
 * or ready, handed over. Empty for an order that isn't one yet, or no longer.
 *
 * @param planned its day and window in words; empty without a day
 */
export function orderTimeline(order: Travelled, planned: string): TimelineStep[] {
  const { status, placedAt, items } = order;
  if (status === "cancelled" || status === "awaiting_payment") return [];
  const packages = items.flatMap((item) => item.packages);
  const isPacked = status !== "pending";
  const isCutting = !isPacked && packages.length > 0;
  const times = packages.map(({ packedAt }) => packedAt.getTime());
  const step = (title: string, state: StepState, at: Date | null, text = ""): TimelineStep => ({
    title,
    state,
    at,
    text,
  });
  return [
    step("Received", isPacked || isCutting ? "done" : "now", placedAt),
    isPacked
      ? step(
          "Cut, weighed and packed",
          "done",
          times.length > 0 ? new Date(Math.max(...times)) : null,
          packages.length > 0 ? formatLb(sumLb(packages.map(({ netLb }) => netLb)) / 100) : "",
        )
      : step("Cut, weighed and packed", isCutting ? "now" : "next", null),
    ...lastSteps(order, planned).map(({ title, state, at, text }) =>
      // What happens after packing can't be under way before.
      step(title, isPacked || state === "done" ? state : "next", at, text),
    ),
  ];
}

/** From the cooler to the hands that take it. */
function lastSteps(
  { status, deliveryKind, departedAt, missedAt, deliveredAt }: Travelled,
  planned: string,
): TimelineStep[] {
  const isDelivered = status === "delivered";
  const arrived = { state: isDelivered ? "done" : "next", at: deliveredAt } as const;
  if (deliveryKind === "pickup") {
    return [
      {
        title: "Ready for pickup",
        at: null,
        state: isDelivered ? "done" : "now",
        text: isDelivered ? "" : planned,
      },
      { title: "Picked up", text: "", ...arrived },
    ];
  }
  if (missedAt && !isDelivered) {
    return [
      { title: "On the way", state: "done", at: departedAt, text: "" },
      {
        title: "No one there",
        state: "missed",
        at: missedAt,
        text: "We’ll be in touch about another delivery.",
      },
    ];
  }
  const way =
    deliveryKind === "delivery"
      ? [
          {
            title: "On the way",
            state: isDelivered ? "done" : departedAt ? "now" : "next",
            at: departedAt,
            text: isDelivered || departedAt ? "" : planned,
          } as const,
        ]
      : [];
  return [...way, { title: "Delivered", text: "", ...arrived }];
}
