import { allRefusedInWords, isAllRefused } from "#app/domain/delivery/runs/all-refused.ts";
import { takenInWords } from "#app/domain/door/door-receipt.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { loadInWords } from "./papers/load-words.ts";
import type { StopVisit } from "./reports/visits.ts";
import {
  boxElsewhereInWords,
  isRefusedStop,
  leftInWords,
  type MissedStop,
  type Run,
  type RunStop,
  takenAt,
} from "./run.ts";

/** What became of a stop; empty words for nothing. */
export interface Outcome {
  /** "Delivered", "No one there", "Not reported". */
  result: string;
  /** "Received by Kim Sample", "Left with a neighbour, Kim Sample". */
  by: string;
  /** What was reported there before, of other orders, a line each. */
  earlier: string[];
  /** What comes back, a line each. */
  back: string[];
  /** What went elsewhere, a line each: orders on another day, and boxes with another stop. */
  moved: string[];
  /** "Took $249.90 in cash", for each payment. */
  taken: string[];
}

/** Returns what was reported of a stop, for papers; of a missed one also where its orders went. */
export function outcomeOf(
  run: Pick<Run, "kind" | "state" | "date" | "receipts" | "held" | "boxMoves">,
  stop: RunStop | MissedStop,
): Outcome {
  const earlier = "left" in stop ? [] : stop.earlier;
  const result = resultOf(run, stop);
  return {
    result: "left" in stop || earlier.length === 0 ? result : ofOrders(ordersSince(stop), result),
    by: receiverInWords(stop, isRefusedStop(stop)),
    earlier: earlier.map((visit) => visitInWords(visit, run, stop)),
    back:
      "left" in stop ? leftOnTruck(run, stop) : [...wholeInWords(run, stop), ...backInWords(stop)],
    moved:
      "left" in stop
        ? stop.left.map(leftInWords)
        : run.boxMoves
            .filter(({ fromStopId }) => fromStopId === stop.id)
            .map((move) => boxElsewhereInWords(move, run.date)),
    taken: takenAt(run, stop).map((receipt) => `Took ${takenInWords(receipt)}`),
  };
}

function receiverInWords(
  { receivedBy, leftWith }: Pick<StopVisit, "receivedBy" | "leftWith">,
  isRefused: boolean,
): string {
  if (!receivedBy) return "";
  if (leftWith) return `Left with a neighbour, ${receivedBy}`;
  return `${isRefused ? "Refused" : "Received"} by ${receivedBy}`;
}

/** Returns the numbers of a stop's orders that no earlier visit decided. */
export function ordersSince({ orders, earlier }: Pick<RunStop, "orders" | "earlier">): number[] {
  const decided = earlier.flatMap((visit) => visit.orders);
  return orders.map(({ number }) => number).filter((number) => !decided.includes(number));
}

/** "Order 1042: delivered"; the words alone for no orders. */
function ofOrders(numbers: readonly number[], words: string): string {
  if (numbers.length === 0 || words === "") return words;
  return `${numbers.map(orderName).join(", ")}: ${words[0]?.toLowerCase()}${words.slice(1)}`;
}

/** "Order 1042: delivered, Nov 26, 2026, 10:32 a.m. Received by Kim Sample. “Back door”" */
export function visitInWords(
  visit: StopVisit,
  { kind }: Pick<Run, "kind">,
  { orders }: Pick<RunStop, "orders">,
): string {
  const own = orders.filter(({ number }) => visit.orders.includes(number));
  const isRefused = visit.state === "delivered" && isAllRefused(own.flatMap(({ lines }) => lines));
  const result = ofOrders(visit.orders, visitResult(kind, visit.state, isRefused));
  const degrees = visit.temperatureC === null ? "" : `, at ${Number(visit.temperatureC)} °C`;
  const by = receiverInWords(visit, isRefused);
  return [
    ended(`${result}, ${formatDateTime(visit.at)}${degrees}`),
    by && ended(by),
    visit.note && `“${visit.note}”`,
  ]
    .filter(Boolean)
    .join(" ");
}

function visitResult(kind: Run["kind"], state: StopVisit["state"], isRefused: boolean): string {
  switch (state) {
    case "not_home":
      return kind === "pickup" ? "Not picked up" : "No one there";
    case "kept":
      return "Not delivered: meat on hold";
    case "delivered":
      if (isRefused) return allRefusedInWords(kind);
      return kind === "pickup" ? "Picked up" : "Delivered";
  }
}

function resultOf(
  { kind, state }: Pick<Run, "kind" | "state">,
  stop: RunStop | MissedStop,
): string {
  if (stop.state === "waiting") return state === "done" ? "Not reported" : "";
  return visitResult(kind, stop.state, isRefusedStop(stop));
}

/** "Order 1042: 2 boxes, 19.5 lb" for each order that nobody took, so that it came back. */
function leftOnTruck({ kind }: Pick<Run, "kind">, { left }: MissedStop): string[] {
  if (kind === "pickup") return [];
  return left
    .filter(({ packedLb }) => Number(packedLb) > 0)
    .map((order) => `${orderName(order.number)}: ${loadInWords(order)}`);
}

/** "Kept back by us, on hold: order 1042, 10 lb" for each order that stayed on the truck whole. */
function wholeInWords({ held }: Pick<Run, "held">, { state, orders }: RunStop): string[] {
  if (state !== "kept" && state !== "delivered") return [];
  const whole = orders.filter(
    ({ id, status }) =>
      status === "fulfilled" &&
      (state === "kept" || held.some((one) => one.id === id && one.isWhole)),
  );
  return whole.map(
    ({ number, packedLb }) =>
      `Kept back by us, on hold: ${orderName(number).toLowerCase()}, ${formatLb(Number(packedLb))}`,
  );
}

/**
 * "Refused: 4 lb of Ribeye Steak" for each line that was refused or kept back; where a stop has
 * several orders, with the line's order.
 */
export function backInWords({ orders }: Pick<RunStop, "orders">): string[] {
  const lines = orders.flatMap(({ number, lines: own }) =>
    own.map((line) => ({
      ...line,
      of: `of ${line.productName}${orders.length > 1 ? `, ${orderName(number).toLowerCase()}` : ""}`,
    })),
  );
  const each = (what: string, pounds: "refusedLb" | "keptLb") =>
    lines
      .filter((line) => Number(line[pounds]) > 0)
      .map((line) => `${what}: ${formatLb(Number(line[pounds]))} ${line.of}`);
  return [...each("Refused", "refusedLb"), ...each("Kept back by us, on hold", "keptLb")];
}
