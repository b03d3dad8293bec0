import { sumLb } from "#app/lib/amounts/weight.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";

/** What a line of an order weighed, and what of it came back. Pounds are decimal text. */
export interface OfferedLine {
  packedLb: string;
  /** Pounds refused at the door. */
  refusedLb: string;
  /** Pounds kept back by us, which nobody was offered. */
  keptLb: string;
}

/**
 * True if a client refused everything that they were offered, so that nothing was handed over.
 * `isAllRefused` of `db/schema/stop-events.ts` is the same rule for queries; a test holds the two
 * together.
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

/** The outcome in words, for staff and for clients. */
export function allRefusedInWords(kind: DeliveryKind | null): string {
  return kind === "pickup" ? "Refused at pickup" : "Refused at the door";
}
