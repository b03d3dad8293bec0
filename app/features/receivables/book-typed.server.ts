import type { Admin } from "#app/features/auth/capability.ts";
import type { Database } from "#db/database.ts";
import {
  adjust,
  type Booked,
  bookPayment,
  refund,
  reversePayment,
  type Settling,
  settleWithCredit,
  takeBack,
  writeOff,
} from "./book.server.ts";
import { type BookAnswer, refusalText, type TypedBooking } from "./book-form.ts";
import { invoiceNow } from "./monthly/monthly-invoices.server.ts";

/**
 * Books what was typed into a form of an account; undefined if that is done, otherwise why not. For
 * administrators. `siteUrl` is the public origin without a trailing slash.
 */
export async function bookTyped(
  db: Database,
  admin: Admin,
  customerId: string,
  typed: TypedBooking,
  siteUrl: string,
): Promise<BookAnswer | undefined> {
  const { refused } = await book(db, admin, customerId, typed, siteUrl);
  if (!refused) return undefined;
  const message = refusalText[refused];
  if (refused !== "date in the future") return { message };
  const day = typed.deed === "refund" ? "paidOn" : "receivedOn";
  return { message, errors: { [day]: [message] } };
}

async function book(
  db: Database,
  admin: Admin,
  customerId: string,
  typed: TypedBooking,
  siteUrl: string,
): Promise<Pick<Booked, "refused">> {
  switch (typed.deed) {
    case "payment": {
      const { amount: cents, settles, chosen, ...payment } = typed;
      const settling: Record<typeof settles, Settling> = {
        oldest: "oldest first",
        chosen,
        none: "nothing yet",
      };
      return bookPayment(db, admin, { ...payment, customerId, cents, settles: settling[settles] });
    }
    case "use":
      return settleWithCredit(db, admin, { ...typed, customerId, settles: "oldest first" });
    case "take back":
      return takeBack(db, admin, { ...typed, customerId });
    case "reverse":
      return reversePayment(db, admin, { ...typed, customerId });
    case "write off":
      return writeOff(db, admin, { ...typed, customerId, cents: typed.amount });
    case "charge":
      return adjust(db, admin, { ...typed, customerId, cents: typed.amount });
    case "credit":
      return adjust(db, admin, { ...typed, customerId, cents: -typed.amount });
    case "refund":
      return refund(db, admin, { ...typed, customerId, cents: typed.amount });
    case "invoice now": {
      const number = await invoiceNow(db, admin, { customerId, upTo: typed.upTo }, siteUrl);
      return number ? {} : { refused: "invoiced meanwhile" };
    }
  }
}
