import type { Permission } from "#app/domain/access/staff-roles.ts";
import { midSentence } from "#app/lib/in-words.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";

/** One reason that holds or held an order, which is packed once none is open. */
export interface OrderHold {
  reason: HoldReason;
  since: Date;
  note: string;
  /** Null while open. */
  releasedAt: Date | null;
  releaseNote: string;
}

interface HoldWords {
  /** Follows "It is on hold". */
  client: string;
  staff: string;
  /** The permission to release it by hand (decision 0044). */
  who: Permission;
}

const words: Record<HoldReason, HoldWords> = {
  credit: {
    client: ", because with it your account is over its credit limit",
    staff: "Over the credit limit",
    who: "sell",
  },
  overdue: {
    client: ", because an invoice of your account is overdue",
    staff: "An invoice is overdue",
    who: "sell",
  },
  manual: { client: " until we have spoken with you", staff: "The client is held", who: "sell" },
  card: {
    client: ", because your bank has not agreed to the payment by card",
    staff: "The card was refused",
    who: "sell",
  },
  prepay: {
    client: " until it is paid, because your orders are paid before delivery",
    staff: "Paid before delivery, and not paid yet",
    who: "sell",
  },
  approval: {
    client: " until it is approved for your account",
    staff: "Not approved by the client yet",
    who: "sell",
  },
  deposit: { client: " until its deposit is paid", staff: "Its deposit is not paid", who: "sell" },
  lot: {
    client: ", because we are checking what is to be packed for it",
    staff: "A lot of it is held",
    who: "sell",
  },
};

/**
 * The note on a hold set at the station for an addition, or for weight beyond the maximum that the
 * client agreed to. Such a hold ends automatically once that is removed again.
 */
export const raisedAtPacking = "Raised at packing";

/** Returns the reasons for the client, one sentence each. */
export function holdsForClient(reasons: readonly HoldReason[]): string {
  return reasons
    .map((reason, place) => `It is ${place > 0 ? "also " : ""}on hold${words[reason].client}.`)
    .join(" ");
}

/** Tells the client what happens next. */
export function afterHold(reasons: readonly HoldReason[]): string {
  if (reasons.every((reason) => reason === "approval"))
    return "We have it, and cut it once an approver of your account has approved it.";
  return reasons.every((reason) => reason === "prepay" || reason === "deposit")
    ? "We have it, and cut it once it is paid."
    : "We have it and will get in touch; we cut it once the hold is released.";
}

/** Returns a reason in words for staff. */
export const holdForStaff = (reason: HoldReason): string => words[reason].staff;

/** Returns all reasons for staff, joined to be used within a sentence. */
export function holdsForStaff(reasons: readonly HoldReason[]): string {
  const [first = "", ...others] = reasons.map((reason) => words[reason].staff);
  return [first, ...others.map(midSentence)].join("; ");
}

/** Tells staff that an order stays on hold after a change, and why. */
export const staysOnHold = (reasons: readonly HoldReason[]): string =>
  `It stays on hold: ${holdsForStaff(reasons)}. It won’t be packed or go out until it is released.`;

/** Returns the permission that releases a hold by hand. */
export const releasedWith = (reason: HoldReason): Permission => words[reason].who;

export const releaseFirst =
  "This order is on hold. Release it before you fulfill it. Nothing was changed.";
