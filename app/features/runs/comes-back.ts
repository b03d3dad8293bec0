import { orderName } from "#app/domain/orders/order.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { loadInWords } from "./papers/run-sheet-job.ts";
import { loadOf, movedInWords, type Run, type RunOrder, type RunStop } from "./run.ts";

/** Goods that are on the truck when it comes back, by the reports so far. */
export interface ComingBack {
  key: string;
  /** "Sample Grill, order 1042: no one there" */
  whose: string;
  /** "2 boxes, 24.5 lb, the whole order", or the pounds of each line. */
  what: string[];
}

/**
 * Returns what comes back with a run, in driving order: whole orders that nobody took, what was
 * refused or kept back of the others, and orders that the driver moved to another day at the door.
 */
export function comesBack(run: Pick<Run, "kind" | "stops" | "moved">): ComingBack[] {
  if (run.kind === "pickup") return [];
  const ofStops = run.stops.flatMap((stop) =>
    stop.orders.flatMap((order) => {
      const back = backOf(order);
      if (back.length === 0) return [];
      const name = `${stop.name}, ${orderName(order.number).toLowerCase()}`;
      return [{ key: order.id, whose: `${name}: ${whyOf(stop, order)}`, what: back }];
    }),
  );
  const moved = run.moved.filter(({ isByDriver }) => isByDriver);
  return [
    ...ofStops,
    ...moved.map((one) => ({ key: one.id, whose: movedInWords(one), what: ["the whole order"] })),
  ];
}

function backOf(order: RunOrder): string[] {
  if (order.status === "fulfilled") return [`${loadInWords(loadOf([order]))}, the whole order`];
  if (order.status === "pending") return [];
  return order.lines.flatMap((line) => {
    const lb = toPounds(sumLb([line.refusedLb, line.keptLb]));
    return Number(lb) > 0
      ? [`${loadInWords({ boxes: 0, packedLb: lb })} of ${line.productName}`]
      : [];
  });
}

function whyOf({ state }: Pick<RunStop, "state">, order: RunOrder): string {
  if (order.status !== "fulfilled") {
    return order.lines.some(({ refusedLb }) => Number(refusedLb) > 0) ? "refused" : "kept back";
  }
  if (state === "not_home") return "no one there";
  return state === "kept" ? "kept back, meat on hold" : "not reported";
}
