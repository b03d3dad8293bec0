import { sumLb } from "#app/lib/amounts/weight.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";

/** A packed line and what came back of it. Pounds are decimal text. */
export interface OfferedLine {
  packedLb: string;
  refusedLb: string;
  /** Pounds that we kept back, so that nobody was offered them. */
  keptLb: string;
}

/**
 * True if a client refused everything they were offered, so that nothing was handed over. Queries
 * use the same rule (`isAllRefused` in `db/schema/stop-events.ts`); a test keeps both equal.
 */
export function isAllRefused(lines: readonly OfferedLine[]): boolean {
  return (
    lines.some(({ refusedLb }) => Number(refusedLb) > 0) &&
    lines.every(
      ({ packedLb, refusedLb, keptLb }) => sumLb([packedLb, `-${refusedLb}`, `-${keptLb}`]) <= 0,
    )
  );
}

/** The action in an order's history, in place of "delivered". */
export const refusedWhole = "refused as a whole";

/** Returns the outcome in words, for staff and clients. */
export function allRefusedInWords(kind: DeliveryKind | null): string {
  return kind === "pickup" ? "Refused at pickup" : "Refused at the door";
}
