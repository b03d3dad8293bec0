import { dateInWords } from "#app/lib/dates.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { BookedOrderFacts } from "./setup.ts";

type SetupRefusal =
  /** Somebody else saved or deleted the zone in the meantime. */
  | { reason: "changed" | "gone" }
  | { reason: "name" }
  | { reason: "prefix"; prefix: string; zone: string }
  /** The day already has a change. */
  | { reason: "exists" }
  /** Nothing is served on the day it moves to. */
  | { reason: "closed"; date: string }
  /** The extra day is already served. */
  | { reason: "served" }
  /** The zone isn't served on that weekday, so there are no terms. */
  | { reason: "terms" }
  /** Orders are booked on days that would close. */
  | { reason: "booked"; orders: BookedOrderFacts[] }
  /** The day that orders are to be moved to takes none. */
  | { reason: "target"; date: string };

export function setupRefusal(refusal: SetupRefusal): Refusal<SetupRefusal["reason"]> {
  const { reason } = refusal;
  const beside = (field: string, words: string) =>
    new Refusal(reason, invalidMessage, { errors: { [field]: [words] } });
  switch (refusal.reason) {
    case "name":
      return beside("name", "Another zone has this name.");
    case "prefix":
      return beside(
        "prefixes",
        `${refusal.prefix} belongs to the zone ${refusal.zone}. Take it out there first, or write a longer beginning here: the longest one wins.`,
      );
    case "closed":
      return new Refusal(
        reason,
        `${dateInWords(refusal.date)} is closed. Please choose another day.`,
      );
    case "target":
      return new Refusal(
        reason,
        `No orders can be moved to ${dateInWords(refusal.date)}. Please choose another day.`,
      );
    case "booked": {
      const { orders } = refusal;
      const count = orders.length === 1 ? "1 order is" : `${orders.length} orders are`;
      const message = `${count} booked on days that would close. Nothing was changed.`;
      return new Refusal(reason, message, { answer: { orders } });
    }
    default:
      return new Refusal(reason, inWords[refusal.reason]);
  }
}

const inWords = {
  changed:
    "A colleague changed this zone while you were editing it. Reload the page to see it; what you typed is still here.",
  gone: "This is no longer there. A colleague may have removed it.",
  exists: "This day has been changed already. Undo that change first.",
  served: "The zone is served on this day already.",
  terms:
    "The zone has no such weekday, so there are no terms for the extra day. Add a weekday to the zone first, or choose another.",
};
