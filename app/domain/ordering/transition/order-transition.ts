import type { NamedOrder } from "#app/domain/orders/order.ts";

/** What staff can do with an order. `confirm` is for new clients, `undeliver` for the same day. */
export type OrderTransition = (typeof orderTransitions)[number];

const orderTransitions = ["confirm", "fulfill", "cancel", "deliver", "undeliver"] as const;

export interface OrderInQuestion extends NamedOrder {
  companyName: string | null;
  totalPrice: string;
  deliveryDay: string | null;
  /** True if the client refused all of it; `undeliver` then undoes the refusal. */
  isRefused?: boolean;
  /** What is left of its paid deposit, in cents. */
  paidAheadCents?: number;
}

export type ChangeAnswer =
  /** Not confirmed yet; without JavaScript the page has to ask. */
  | { kind: "question"; change: OrderTransition; order: OrderInQuestion }
  | {
      kind: "done";
      change: OrderTransition;
      /** True if the client is emailed; null for a change without one. */
      isTold: boolean | null;
    }
  /** Nothing was changed; the message is for the administrator. */
  | { kind: "refused"; message: string };

/** Parses the change that a form requests; null if unknown. */
export function changeNamed(value: string | undefined): OrderTransition | null {
  return orderTransitions.find((change) => change === value) ?? null;
}
