import type { Transaction } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { lockCustomer } from "#db/locks.ts";
import type { BookRefusal } from "./book-form.ts";

/** The user who books it; null for the card provider or the shop itself. */
export interface By {
  userId: string | null;
}

export class BookRefused extends Error {
  override readonly name = "BookRefused";
  readonly reason: BookRefusal;

  constructor(reason: BookRefusal) {
    super(reason);
    this.reason = reason;
  }
}

const refusals: Record<string, BookRefusal> = {
  ledger_entries_allocated_range: "changed meanwhile",
  allocations_credit_to_debit: "changed meanwhile",
  allocations_of_account: "changed meanwhile",
  allocations_debit_fk: "changed meanwhile",
  ledger_entries_not_ahead: "date in the future",
};

/** Returns why an error refused a booking; undefined for any other error. */
export function refusalIn(error: unknown): BookRefusal | undefined {
  if (error instanceof BookRefused) return error.reason;
  return refusals[databaseErrorOf(error)?.constraint ?? ""];
}

/** Locks the customer to book for. @throws BookRefused */
export async function lockBooked(tx: Transaction, customerId: string): Promise<void> {
  if (!(await lockCustomer(tx, customerId))) throw new BookRefused("unknown customer");
}
