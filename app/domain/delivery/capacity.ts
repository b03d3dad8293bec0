import { formatLb, lbLess } from "#app/lib/amounts/weight.ts";

/** A run's bookings and its limits; null for no limit. Pounds as stored. */
export interface RunLoad {
  bookedStops: number;
  capStops: number | null;
  bookedLb: string;
  capLb: string | null;
  /** Expected boxes of unpacked orders, actual ones of packed orders. */
  bookedBoxes: number;
  capBoxes: number | null;
}

/**
 * Returns the limits that a run exceeds, e.g. "23.1 of 22 lb, 5 of 4 stops"; null if none. Only
 * staff can exceed them: with a reason, or by packing an order or adding to it.
 */
export function overCapacity(load: RunLoad | null): string | null {
  return load && limitsInWords(load, ({ isOver }) => isOver);
}

/** Returns e.g. "12 of 22 lb, 3 of 4 stops", how much of a run is booked; null if unlimited. */
export function bookedInWords(load: RunLoad): string | null {
  return limitsInWords(load, () => true);
}

function limitsInWords(
  { bookedStops, capStops, bookedLb, capLb, bookedBoxes, capBoxes }: RunLoad,
  isSaid: (limit: { isOver: boolean }) => boolean,
): string | null {
  const limits = [
    capLb !== null && {
      isOver: lbLess(bookedLb, capLb) > 0,
      words: `${formatLb(Number(bookedLb)).replace(" lb", "")} of ${formatLb(Number(capLb))}`,
    },
    capBoxes !== null && {
      isOver: bookedBoxes > capBoxes,
      words: `${bookedBoxes} of ${capBoxes} ${capBoxes === 1 ? "box" : "boxes"}`,
    },
    capStops !== null && {
      isOver: bookedStops > capStops,
      words: `${bookedStops} of ${capStops} ${capStops === 1 ? "stop" : "stops"}`,
    },
  ];
  const said = limits.flatMap((limit) => (limit && isSaid(limit) ? [limit.words] : []));
  return said.length > 0 ? said.join(", ") : null;
}
