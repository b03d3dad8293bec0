import { book, type Settling } from "#app/domain/ledger/ledger.server.ts";
import type { Transaction } from "#db/database.ts";

/** What an adjustment says that makes up for pennies. */
export const roundingNote = "Cash rounding";

/**
 * Enters what an amount in cash differs from what was due for want of pennies: the invoice and its tax
 * stay exact. What the shop gained uses up the payment's rest; what it gave settles the rest of the
 * invoice. Whoever calls it has locked the customer.
 *
 * @param paid the payment or refund in cash
 * @param settles what the payment settles
 * @returns the adjustment
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
  /** Never 0: what the shop gained; less than none where it gave. */
  roundingCents: number;
  settles: Settling;
  note?: string;
  /** Only if it is not today. */
  occurredOn?: string;
}
