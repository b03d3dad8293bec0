import { allRefusedInWords } from "#app/domain/delivery/runs/all-refused.ts";
import { takenInWords } from "#app/domain/door/door-receipt.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { isRefusedStop, type Run, type RunStop, takenAt } from "./run.ts";

/** What became of a stop; empty words for nothing. */
export interface Outcome {
  /** "Delivered", "No one there", "Not reported". */
  result: string;
  /** "Received by Kim Sample", "Left with a neighbour, Kim Sample". */
  by: string;
  /** What comes back, a line each. */
  back: string[];
  /** "Took $249.90 in cash", for each payment. */
  taken: string[];
}

/** Returns what was reported of a stop, for papers. */
export function outcomeOf(run: Pick<Run, "kind" | "state" | "receipts">, stop: RunStop): Outcome {
  const { receivedBy } = stop;
  const by = stop.leftWith
    ? `Left with a neighbour, ${receivedBy}`
    : `${isRefusedStop(stop) ? "Refused" : "Received"} by ${receivedBy}`;
  return {
    result: resultOf(run, stop),
    by: receivedBy ? by : "",
    back: backInWords(stop),
    taken: takenAt(run, stop).map((receipt) => `Took ${takenInWords(receipt)}`),
  };
}

function resultOf({ kind, state }: Pick<Run, "kind" | "state">, stop: RunStop): string {
  switch (stop.state) {
    case "waiting":
      return state === "done" ? "Not reported" : "";
    case "not_home":
      return kind === "pickup" ? "Not picked up" : "No one there";
    case "kept":
      return "Not delivered: meat on hold";
    case "delivered":
      if (isRefusedStop(stop)) return allRefusedInWords(kind);
      return kind === "pickup" ? "Picked up" : "Delivered";
  }
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
