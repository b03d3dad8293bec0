export const deliveryKinds = ["delivery", "pickup"] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

export const exceptionKinds = ["closed", "moved", "extra"] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** `planned` while it is booked and packed, `out` on the road, `done` when back. */
export const runStates = ["planned", "out", "done"] as const;
export type RunState = (typeof runStates)[number];

/**
 * A driver's reports of a stop. `kept` keeps meat on hold back: a line, or without one all that is
 * there; `moved` gives its orders another day; `undone` undoes the earlier reports of its day.
 */
export const stopEventKinds = [
  "delivered",
  "not_home",
  "refused",
  "kept",
  "moved",
  "undone",
] as const;

/** Who a delivery may be left with instead of the addressee. */
export const leftWithKinds = ["neighbour"] as const;

/** What happened at a stop so far; `kept` if nothing was handed over because of a hold. */
export const stopStates = ["waiting", "delivered", "not_home", "kept"] as const;
export type StopState = (typeof stopStates)[number];

export const arrivalChannels = ["sms", "email"] as const;
export type ArrivalChannel = (typeof arrivalChannels)[number];
