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
  leftInWords,
  type MissedStop,
  type Run,
  type RunStop,
  takenAt,
} from "./run.ts";

export interface Outcome {
  visits: VisitOutcome[];
  /** "Not reported", "Order 1043: not reported yet" */
  unreported: string;
  /** "Order 1044: not packed", "Not packed yet" */
  unpacked: string;
  /** Goods that come back, a line each. */
  back: string[];
  /** What went elsewhere, a line each: orders on another day, and boxes with another stop. */
  moved: string[];
  /** "Took $249.90 in cash", for each payment. */
  taken: string[];
}

/** A visit in words. Each begins with its orders, if the stop has several or had several visits. */
interface VisitOutcome {
  visit: StopVisit;
  /** "Order 1042: delivered", "No one there" */
  result: string;
  /** "Order 1042: received by Kim Sample", "Left with a neighbour, Kim Sample" */
  by: string;
  /** "Order 1042: Rang twice" */
  note: string;
  /** All of it, as by `visitInWords`. */
  whole: string;
}

/** Returns the reported outcome of a stop, with the new days of a missed one's orders. */
export function outcomeOf(
  run: Pick<Run, "kind" | "state" | "date" | "receipts" | "held" | "boxMoves">,
  stop: RunStop | MissedStop,
): Outcome {
  return {
    visits: visitsOf(stop).map((visit) => {
      const { numbers, result, isRefused } = facts(visit, run, stop);
      const by = receiverInWords(visit, isRefused);
      const note =
        numbers.length > 0 && visit.note ? `${named(numbers)}: ${visit.note}` : visit.note;
      const whole = visitInWords(visit, run, stop);
      return { visit, result: ofOrders(numbers, result), by: ofOrders(numbers, by), note, whole };
    }),
    unreported: unreportedInWords(run, stop),
    unpacked: unpackedInWords(run, stop),
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

/** Returns the visits of a stop, oldest first, the latest included. */
function visitsOf(stop: RunStop | MissedStop): StopVisit[] {
  const earlier = "left" in stop ? [] : stop.earlier;
  const { state, visitedAt: at, receivedBy, leftWith, note, temperatureC } = stop;
  if (state === "waiting" || !at) return earlier;
  const images =
    "left" in stop
      ? { signatureId: null, photoId: null }
      : { signatureId: stop.signatureId, photoId: stop.photoId };
  const since = "left" in stop ? [] : ordersSince(stop);
  // Orders that were still to be packed then were not decided.
  const decided = state === "delivered" ? "delivered" : "fulfilled";
  const orders = stop.orders
    .filter(({ number, status }) => since.includes(number) && status === decided)
    .map(({ number }) => number);
  return [...earlier, { state, at, orders, receivedBy, leftWith, note, temperatureC, ...images }];
}

function unreportedInWords({ state }: Pick<Run, "state">, stop: RunStop | MissedStop): string {
  if (stop.state !== "waiting" || "left" in stop) return "";
  const since = ordersSince(stop);
  if (since.length === 0) return "";
  if (state === "done") return ofOrders(hasSeveral(stop) ? since : [], "Not reported");
  return stop.earlier.length > 0 ? ofOrders(since, "Not reported yet") : "";
}

/** Names the orders that were never packed; before the run leaves, they may still be. */
export function unpackedInWords({ state }: Pick<Run, "state">, stop: RunStop | MissedStop): string {
  if ("left" in stop) return "";
  const pending = stop.orders.filter(({ status }) => status === "pending");
  if (pending.length === 0) return "";
  const numbers = hasSeveral(stop) ? pending.map(({ number }) => number) : [];
  return ofOrders(numbers, state === "planned" ? "Not packed yet" : "Not packed");
}

/** True if a line has to name its orders. */
function hasSeveral({ orders, earlier = [] }: SeveralAt): boolean {
  return orders.length > 1 || earlier.length > 0;
}

type SeveralAt = { orders: readonly unknown[]; earlier?: readonly unknown[] };

function receiverInWords(
  { receivedBy, leftWith }: Pick<StopVisit, "receivedBy" | "leftWith">,
  isRefused: boolean,
): string {
  if (!receivedBy) return "";
  if (leftWith) return `Left with a neighbour, ${receivedBy}`;
  return `${isRefused ? "Refused" : "Received"} by ${receivedBy}`;
}

/** Returns the numbers of a stop's packed orders that no earlier visit decided. */
export function ordersSince({ orders, earlier }: Pick<RunStop, "orders" | "earlier">): number[] {
  const decided = earlier.flatMap((visit) => visit.orders);
  return orders
    .filter(({ status, number }) => status !== "pending" && !decided.includes(number))
    .map(({ number }) => number);
}

/** "Order 1042: delivered"; the words alone for no orders. */
function ofOrders(numbers: readonly number[], words: string): string {
  if (numbers.length === 0 || words === "") return words;
  return `${named(numbers)}: ${words[0]?.toLowerCase()}${words.slice(1)}`;
}

const named = (numbers: readonly number[]) => numbers.map(orderName).join(", ");

/** Returns the result of a visit, and the numbers of the orders that it has to name. */
function facts(
  visit: StopVisit,
  { kind }: Pick<Run, "kind">,
  stop: Pick<RunStop, "orders"> & Partial<Pick<RunStop, "earlier">>,
) {
  const own = stop.orders.filter(({ number }) => visit.orders.includes(number));
  const isRefused = visit.state === "delivered" && isAllRefused(own.flatMap(({ lines }) => lines));
  const numbers = hasSeveral(stop) ? visit.orders : [];
  return { numbers, isRefused, result: visitResult(kind, visit.state, isRefused) };
}

/**
 * "Order 1042: delivered, Nov 26, 2026, 10:32 a.m. Received by Kim Sample. “Back door”"; without
 * the order if the stop has one order and one visit.
 */
export function visitInWords(
  visit: StopVisit,
  run: Pick<Run, "kind">,
  stop: Pick<RunStop, "orders"> & Partial<Pick<RunStop, "earlier">>,
): string {
  const { numbers, isRefused, result: what } = facts(visit, run, stop);
  const result = ofOrders(numbers, what);
  const degrees =
    visit.temperatureC === null ? "" : `, product at ${Number(visit.temperatureC)} °C`;
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

/** "Order 1042: 2 boxes, 19.5 lb" for each undelivered order, which came back. */
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

/** "Refused: 4 lb of Ribeye Steak" for each such line, with its order if the stop has several. */
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
