import { eq } from "drizzle-orm";
import { takenWhen } from "#app/domain/door/door-receipt.ts";
import { sameAtDoor } from "#app/domain/door/door-receipts.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";

/**
 * Refuses a payment if a driver has brought the same money, which is booked already. One with its
 * own reference counts as another payment. The caller holds the customer's lock.
 *
 * @throws Refusal
 */
export async function refuseSameAtDoor(
  tx: Transaction,
  paid: {
    customerId: string;
    cents: number;
    method: string;
    on: string;
    reference: string;
    requestId: string;
  },
): Promise<void> {
  const { reference, requestId } = paid;
  if (await tx.$count(ledgerEntries, eq(ledgerEntries.requestId, requestId))) return;
  const same = await sameAtDoor(tx, paid);
  if (!same || (reference !== "" && reference !== same.reference)) return;
  const message = `Booked already: ${takenWhen(same)}. If this is another payment, give it a reference of its own.`;
  throw new Refusal("taken already", message, { field: "reference", status: 409 });
}
