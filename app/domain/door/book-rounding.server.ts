import type { Settling } from "#app/domain/ledger/allocations.server.ts";
import { book } from "#app/domain/ledger/book-entries.server.ts";
import type { Transaction } from "#db/database.ts";

/** The note of an adjustment for cash rounding. */
export const roundingNote = "Cash rounding";

/**
 * Books the difference between a cash amount and what was due, as there are no pennies, and returns
 * the adjustment; the invoice and its tax stay exact. A gain uses up the rest of the payment; a
 * loss settles the rest of the invoice. The caller has locked the customer.
 *
 * @param paid the payment or refund in cash
 * @param settles what the payment settles
 */
export async function bookRounding(
  tx: Transaction,
  by: { userId: string | null },
  paid: { customerId: string; entryId: string },
  { roundingCents, settles, note = roundingNote, occurredOn }: RoundingToBook,
): Promise<string> {
  const { customerId, entryId } = paid;
  const { entryId: adjustmentId } = await book(
    tx,
    by,
    {
      customerId,
      kind: "adjustment",
      cents: roundingCents,
      note,
      ...(occurredOn && { occurredOn }),
    },
    roundingCents > 0 ? [{ entryId, cents: roundingCents }] : settles,
  );
  return adjustmentId;
}

interface RoundingToBook {
  /** Never 0: positive if the shop gained, negative if it lost. */
  roundingCents: number;
  settles: Settling;
  note?: string;
  occurredOn?: string;
}
