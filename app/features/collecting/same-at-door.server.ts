import { eq } from "drizzle-orm";
import { isSameCheque, takenWhen } from "#app/domain/door/door-receipt.ts";
import { sameAtDoor, sameByStaff } from "#app/domain/door/stored-receipts.server.ts";
import { methodText } from "#app/domain/ledger/ledger-entry.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { pleaseConfirm } from "#app/lib/form/questions.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import type { PaymentMethod } from "#db/schema/values/money.ts";

interface Paid {
  customerId: string;
  cents: number;
  method: PaymentMethod;
  on: string;
  reference: string;
  requestId: string;
}

/**
 * Refuses a payment if a driver has brought the same money (`isSameMoney`), which is booked
 * already, or if staff have booked the same within three days (`isSameBooking`). Cash or a slip
 * with its own reference counts as another payment; for a cheque whose number the driver did not
 * type, staff are asked. The caller holds the customer's lock.
 *
 * @throws Refusal
 */
export async function refuseSameAtDoor(
  tx: Transaction,
  paid: Paid,
  { isAnotherCheque = false } = {},
): Promise<void> {
  const { reference, requestId } = paid;
  if (await tx.$count(ledgerEntries, eq(ledgerEntries.requestId, requestId))) return;
  const same = await sameAtDoor(tx, paid);
  if (!same) return refuseSameByStaff(tx, paid);
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

async function refuseSameByStaff(tx: Transaction, paid: Paid): Promise<void> {
  const same = await sameByStaff(tx, paid);
  if (!same) return;
  const what = `${formatCents(same.cents)} by ${methodText[paid.method]}${same.reference && ` ${same.reference}`}`;
  const message = `Booked already: ${what} on ${formatFullDay(same.occurredOn)}, by the office. If this is another payment, give it a reference of its own.`;
  throw new Refusal("taken already", message, { field: "reference", status: 409 });
}
