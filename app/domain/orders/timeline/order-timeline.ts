import { allRefusedInWords } from "#app/domain/delivery/runs/all-refused.ts";
import { formatLb, sumLb } from "#app/lib/amounts/weight.ts";
import type { Order } from "../order.ts";

/** Done, current, still to come, or not reached as planned. */
export type StepState = "done" | "now" | "next" | "missed";

export interface TimelineStep {
  title: string;
  state: StepState;
  /** Null for later steps, and if no time was recorded. */
  at: Date | null;
  text: string;
}

export type Travelled = Pick<
  Order,
  | "status"
  | "isRefused"
  | "placedAt"
  | "departedAt"
  | "missedAt"
  | "deliveredAt"
  | "items"
  | "deliveryKind"
>;

/** True if an order is still to be delivered or picked up, so its day matters. */
export function isAhead({ status }: Pick<Order, "status">): boolean {
  return status === "pending" || status === "fulfilled";
}

/**
 * Returns an order's timeline for whoever ordered it: received, cut and weighed, packed, on the way
 * or ready, handed over. Empty if it awaits payment or is cancelled.
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
      // Steps after packing can't be current before it.
      step(title, isPacked || state === "done" ? state : "next", at, text),
    ),
  ];
}

function lastSteps(
  { status, isRefused, deliveryKind, departedAt, missedAt, deliveredAt }: Travelled,
  planned: string,
): TimelineStep[] {
  const isDelivered = status === "delivered";
  const arrived = isRefused
    ? ({ title: allRefusedInWords(deliveryKind), state: "missed", at: deliveredAt } as const)
    : ({ state: isDelivered ? "done" : "next", at: deliveredAt } as const);
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
