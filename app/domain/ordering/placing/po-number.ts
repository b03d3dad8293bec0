import { formatFullDay } from "#app/lib/dates.ts";
import type { PoMode } from "#db/schema/values/customers.ts";

/** Whether and how a customer's orders carry a purchase order number. */
export interface PoTerms {
  poMode: PoMode;
  /** The number of all orders, for `blanket`. */
  poBlanket: string;
  /** The last Pacific day on which the blanket number may be used; null for none. */
  poBlanketEndsOn: string | null;
}

/** The most characters of a purchase order number. */
export const maxPoNumber = 100;

/** What the order form asks for. */
export type PoQuestion =
  /** No number at all, or the blanket one. */
  | { kind: "none" }
  | { kind: "given"; poNumber: string; endsOn: string | null }
  | { kind: "optional" }
  /** With the day on which the blanket number ended, if that is why. */
  | { kind: "required"; endedOn: string | null };

/** Which purchase order number an order of a Pacific day needs. */
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

/** The number that an order gets; or what is wrong with the one that was typed. */
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

/** An order that already has a number. */
export interface UsedPoNumber {
  poNumber: string;
  orderId: string;
  orderNumber: number;
}

/** The newest other order with the same number, in any case; undefined if there is none. */
export function usedBefore(used: readonly UsedPoNumber[], typed: string): UsedPoNumber | undefined {
  const wanted = typed.trim().toLowerCase();
  return wanted === ""
    ? undefined
    : used.find(({ poNumber }) => poNumber.trim().toLowerCase() === wanted);
}
