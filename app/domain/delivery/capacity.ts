import { formatLb, lbLess } from "#app/lib/amounts/weight.ts";

/** What is booked on a run, and what it takes; null for no limit. Pounds as the database writes them. */
export interface RunLoad {
  bookedStops: number;
  capStops: number | null;
  bookedLb: string;
  capLb: string | null;
}

/**
 * By what a run is over its capacity, e.g. "23.1 of 22 lb, 5 of 4 stops"; null within it. Staff get there
 * by a reason, by a packed order or by what they add at packing; for clients the day is full before.
 */
export function overCapacity(load: RunLoad | null): string | null {
  if (!load) return null;
  const { bookedStops, capStops, bookedLb, capLb } = load;
  const over = [
    capLb !== null &&
      lbLess(bookedLb, capLb) > 0 &&
      `${formatLb(Number(bookedLb)).replace(" lb", "")} of ${formatLb(Number(capLb))}`,
    capStops !== null &&
      bookedStops > capStops &&
      `${bookedStops} of ${capStops} ${capStops === 1 ? "stop" : "stops"}`,
  ].filter(Boolean);
  return over.length > 0 ? over.join(", ") : null;
}
