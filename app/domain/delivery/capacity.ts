import { formatLb, lbLess } from "#app/lib/amounts/weight.ts";

/** What is booked on a run, and what it takes; null for no limit. Pounds as the database writes them. */
export interface RunLoad {
  bookedStops: number;
  capStops: number | null;
  bookedLb: string;
  capLb: string | null;
  /** Expected ones, and the real ones of what is packed. */
  bookedBoxes: number;
  capBoxes: number | null;
}

/**
 * By what a run is over its capacity, e.g. "23.1 of 22 lb, 5 of 4 stops"; null within it. Staff get there
 * by a reason, by a packed order or by what they add at packing; for clients the day is full before.
 */
export function overCapacity(load: RunLoad | null): string | null {
  if (!load) return null;
  const { bookedStops, capStops, bookedLb, capLb, bookedBoxes, capBoxes } = load;
  const over = [
    capLb !== null &&
      lbLess(bookedLb, capLb) > 0 &&
      `${formatLb(Number(bookedLb)).replace(" lb", "")} of ${formatLb(Number(capLb))}`,
    capBoxes !== null &&
      bookedBoxes > capBoxes &&
      `${bookedBoxes} of ${capBoxes} ${capBoxes === 1 ? "box" : "boxes"}`,
    capStops !== null &&
      bookedStops > capStops &&
      `${bookedStops} of ${capStops} ${capStops === 1 ? "stop" : "stops"}`,
  ].filter(Boolean);
  return over.length > 0 ? over.join(", ") : null;
}
