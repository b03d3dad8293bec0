import { formatFullDay } from "#app/lib/dates.ts";
import type { PoMode } from "#db/schema/values/customers.ts";

/** Whether a customer's orders need a purchase order number, and which. */
export interface PoTerms {
  poMode: PoMode;
  /** The number for all orders, for `blanket`. */
  poBlanket: string;
  /** The last Pacific day on which the blanket number is valid; null for no end. */
  poBlanketEndsOn: string | null;
}

/** Maximum characters of a purchase order number. */
export const maxPoNumber = 100;

export type PoQuestion =
  /** `none` takes no number; `given` uses the blanket one. */
  | { kind: "none" }
  | { kind: "given"; poNumber: string; endsOn: string | null }
  | { kind: "optional" }
  /** `endedOn` is set if the blanket number has expired. */
  | { kind: "required"; endedOn: string | null };

/** Returns what an order placed on a Pacific day needs as its purchase order number. */
export function poQuestion(
  { poMode, poBlanket, poBlanketEndsOn }: PoTerms,
  today: string,
): PoQuestion {
  if (poMode !== "blanket") {
    return poMode === "required" ? { kind: "required", endedOn: null } : { kind: poMode };
  }
  return poBlanketEndsOn !== null && poBlanketEndsOn < today
    ? { kind: "required", endedOn: poBlanketEndsOn }
    : { kind: "given", poNumber: poBlanket, endsOn: poBlanketEndsOn };
}

/** Returns the order's number, or the error in the typed one. */
export function poNumberFor(
  question: PoQuestion,
  typed: string,
): { poNumber: string; error?: never } | { poNumber?: never; error: string } {
  if (question.kind === "none") return { poNumber: "" };
  if (question.kind === "given") return { poNumber: question.poNumber };
  if (typed === "" && question.kind === "required") {
    return {
      error: question.endedOn
        ? `Please enter a purchase order number: your blanket order ended on ${formatFullDay(question.endedOn)}.`
        : "Please enter your purchase order number.",
    };
  }
  return { poNumber: typed };
}

export interface UsedPoNumber {
  poNumber: string;
  orderId: string;
  orderNumber: number;
}

/** Returns the newest other order with the same number, ignoring case; undefined for none. */
export function usedBefore(used: readonly UsedPoNumber[], typed: string): UsedPoNumber | undefined {
  const wanted = typed.trim().toLowerCase();
  return wanted === ""
    ? undefined
    : used.find(({ poNumber }) => poNumber.trim().toLowerCase() === wanted);
}
