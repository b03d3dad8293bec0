import { awaitedOf } from "#app/domain/lots/refused-at-door.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { hundredthsLb, sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { loadInWords } from "./papers/load-words.ts";
import {
  boxElsewhereInWords,
  loadOf,
  movedInWords,
  type Run,
  type RunOrder,
  type RunStop,
} from "./run.ts";

/** Goods on the truck when it comes back, by the reports so far, that are not weighed yet. */
export interface ComingBack {
  key: string;
  /** "Sample Grill, order 1042: no one there" */
  whose: string;
  /** "2 boxes, 24.5 lb, the whole order", or the pounds of each line. */
  what: string[];
  /** True if it is weighed as a return; false if it goes with another run. */
  isWeighed: boolean;
}

const wholeOrder = "the whole order";

/**
 * Returns the goods that come back with a run and are not weighed yet, in driving order: whole
 * undelivered orders, lines of others that were refused or kept back, and, until they are unloaded
 * or on that run, boxes for a later run and orders that the driver moved to another day at the
 * door. The last two are not weighed, because they will be delivered.
 */
export function comesBack(
  run: Pick<Run, "id" | "date" | "kind" | "state" | "endedAt" | "stops" | "moved" | "boxMoves">,
): ComingBack[] {
  if (run.kind === "pickup") return [];
  const ofStops = run.stops.flatMap((stop) =>
    stop.orders.flatMap((order) => {
      const back = backOf(run, order);
      if (back.length === 0) return [];
      const name = `${stop.name}, ${orderName(order.number).toLowerCase()}`;
      return [
        { key: order.id, whose: `${name}: ${whyOf(stop, order)}`, what: back, isWeighed: true },
      ];
    }),
  );
  // A run that ended by itself says nothing of its boxes.
  const moved =
    run.endedAt !== null ? [] : run.moved.filter(({ isByDriver, isOut }) => isByDriver && !isOut);
  const boxes = leftForNextRun(run).filter(({ orderId }) => !ofStops.some(isWhole(orderId)));
  return [
    ...ofStops,
    ...boxes.map((move) => ({
      key: `${move.orderId} ${move.box}`,
      whose: boxElsewhereInWords(move, run.date),
      what: [`Box ${move.box} of ${orderName(move.number).toLowerCase()}, for another run`],
      isWeighed: false,
    })),
    ...moved.map((one) => ({
      key: one.id,
      whose: movedInWords(one),
      what: [`${loadInWords(one)}, ${wholeOrder}`],
      isWeighed: false,
    })),
  ];
}

const isWhole =
  (orderId: string) =>
  ({ key, what }: ComingBack) =>
    key === orderId && what.some((one) => one.endsWith(wholeOrder));

/** Returns boxes for a later run of their client, until they are unloaded or on that run. */
function leftForNextRun({
  id,
  endedAt,
  stops,
  boxMoves,
}: Pick<Run, "id" | "endedAt" | "stops" | "boxMoves">) {
  if (endedAt !== null) return [];
  const here = new Set(stops.map((stop) => stop.id));
  return boxMoves.filter(
    ({ fromStopId, toRunId, isOut }) => here.has(fromStopId) && toRunId !== id && !isOut,
  );
}

/**
 * Returns the goods that a run brought back and nobody weighs, a line each, once the office has
 * ended it: packed orders that were given another day while it was out, and boxes of a later run.
 */
export function goesOnUnweighed(
  run: Pick<Run, "id" | "date" | "kind" | "endedAt" | "stops" | "moved" | "boxMoves">,
): string[] {
  if (run.kind === "pickup" || run.endedAt === null) return [];
  const here = new Set(run.stops.map((stop) => stop.id));
  return [
    ...run.moved
      .filter(
        ({ to, packedLb, handedOverTo }) =>
          to !== null && Number(packedLb) > 0 && handedOverTo === null,
      )
      .map((one) => `${movedInWords(one)}, ${loadInWords(one)}`),
    ...run.boxMoves
      .filter(({ fromStopId, toRunId }) => here.has(fromStopId) && toRunId !== run.id)
      .map((move) => boxElsewhereInWords(move, run.date)),
  ];
}

/** True if something came back with a run, and all of it was weighed. */
export function isAllWeighed(run: Parameters<typeof comesBack>[0]): boolean {
  const lines = run.stops.flatMap(({ orders }) => orders.flatMap((order) => order.lines));
  return lines.some(({ weighedLb }) => Number(weighedLb) > 0) && comesBack(run).length === 0;
}

function backOf({ state }: Pick<Run, "state">, order: RunOrder): string[] {
  if (order.status === "pending") return [];
  // A refused line shows that somebody was there. Once the run has ended, the rest of the order
  // does not wait to be weighed, though nobody reported it (`awaitedReturns`).
  const isWhole =
    order.status === "fulfilled" &&
    !(state === "done" && order.lines.some(({ refusedLb }) => Number(refusedLb) > 0));
  if (isWhole && order.lines.every(({ weighedLb }) => Number(weighedLb) === 0)) {
    return [`${loadInWords(loadOf([order]))}, ${wholeOrder}`];
  }
  return order.lines.flatMap(({ productName, packedLb, refusedLb, keptLb, weighedLb }) => {
    const back = isWhole ? packedLb : toPounds(sumLb([refusedLb, keptLb]));
    const left = awaitedOf({ refusedLb: back, truckLb: weighedLb });
    if (left === 0) return [];
    const lb = toPounds(hundredthsLb(left));
    return [`${loadInWords({ boxes: 0, packedLb: lb })} of ${productName}`];
  });
}

function whyOf(
  { state: last, earlier = [] }: Pick<RunStop, "state"> & Partial<Pick<RunStop, "earlier">>,
  order: RunOrder,
): string {
  if (order.status !== "fulfilled") {
    return order.lines.some(({ refusedLb }) => Number(refusedLb) > 0) ? "refused" : "kept back";
  }
  // A stop that waits for an added order was visited for the others.
  const visit = earlier.findLast(({ orders }) => orders.includes(order.number));
  const state = last === "waiting" ? visit?.state : last;
  if (state === "not_home") return "no one there";
  return state === "kept" ? "kept back, meat on hold" : "not reported";
}
