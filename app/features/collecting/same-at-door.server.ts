import { eq } from "drizzle-orm";
import { isSameCheque, takenWhen } from "#app/domain/door/door-receipt.ts";
import { sameAtDoor } from "#app/domain/door/stored-receipts.server.ts";
import { pleaseConfirm } from "#app/lib/form/questions.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";

/**
 * Refuses a payment if a driver has brought the same money (`isSameMoney`), which is booked already.
 * Cash or a slip with its own reference counts as another payment; of a cheque whose number the
 * driver did not type it is asked. The caller holds the customer's lock.
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
  { isAnotherCheque = false } = {},
): Promise<void> {
  const { reference, requestId } = paid;
  if (await tx.$count(ledgerEntries, eq(ledgerEntries.requestId, requestId))) return;
  const same = await sameAtDoor(tx, paid);
  if (!same) return;
  const isOther = reference !== "" && reference !== same.reference;
  if (paid.method !== "cheque" && isOther) return;
  if (isOther && !isSameCheque(same, paid)) {
    if (isAnotherCheque) return;
    const asked = `Is it the cheque that the driver brought? Booked already: ${takenWhen(same)}, without its number.`;
    throw new Refusal("taken already", pleaseConfirm, { errors: { anotherCheque: [asked] } });
  }
  const message = `Booked already: ${takenWhen(same)}. If this is another payment, give it a reference of its own.`;
  throw new Refusal("taken already", message, { field: "reference", status: 409 });
}
