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
  return load && limitsInWords(load, ({ isOver }) => isOver);
}

/** What is booked of what a run takes, e.g. "12 of 22 lb, 3 of 4 stops"; null for one without limits. */
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
