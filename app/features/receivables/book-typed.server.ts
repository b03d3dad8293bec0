import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/features/auth/capability.ts";
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
 * administrators.
 */
export async function bookTyped(
  db: Database,
  staff: Staff<"money">,
  customerId: string,
  typed: TypedBooking,
  shop: Shop,
): Promise<BookAnswer | undefined> {
  const { refused } = await book(db, staff, customerId, typed, shop);
  if (!refused) return undefined;
  const message = refusalText[refused];
  if (refused !== "date in the future") return { message };
  const day = typed.deed === "refund" ? "paidOn" : "receivedOn";
  return { message, errors: { [day]: [message] } };
}

async function book(
  db: Database,
  staff: Staff<"money">,
  customerId: string,
  typed: TypedBooking,
  shop: Shop,
): Promise<Pick<Booked, "refused">> {
  switch (typed.deed) {
    case "payment": {
      const { amount: cents, settles, chosen, ...payment } = typed;
      const settling: Record<typeof settles, Settling> = {
        oldest: "oldest first",
        chosen,
        none: "nothing yet",
      };
      return bookPayment(db, staff, { ...payment, customerId, cents, settles: settling[settles] });
    }
    case "use":
      return settleWithCredit(db, staff, { ...typed, customerId, settles: "oldest first" });
    case "take back":
      return takeBack(db, staff, { ...typed, customerId });
    case "reverse":
      return reversePayment(db, staff, { ...typed, customerId });
    case "write off":
      return writeOff(db, staff, { ...typed, customerId, cents: typed.amount });
    case "charge":
      return adjust(db, staff, { ...typed, customerId, cents: typed.amount });
    case "credit":
      return adjust(db, staff, { ...typed, customerId, cents: -typed.amount });
    case "refund":
      return refund(db, staff, { ...typed, customerId, cents: typed.amount });
    case "invoice now": {
      const number = await invoiceNow(db, staff, { customerId, upTo: typed.upTo }, shop);
      return number ? {} : { refused: "invoiced meanwhile" };
    }
  }
}
