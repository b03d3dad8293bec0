import type { Staff } from "#app/domain/access/capability.ts";
import type { Settling } from "#app/domain/ledger/allocations.server.ts";
import { bookByHand } from "#app/features/collecting/by-hand.server.ts";
import type { Database } from "#db/database.ts";
import type { PaymentMethod } from "#db/schema/values/money.ts";

// Manual bookings, with positive amounts as typed.

export interface PaymentToBook {
  customerId: string;
  requestId: string;
  cents: number;
  method: PaymentMethod;
  receivedOn: string;
  reference: string;
  note: string;
  settles: Settling;
}

export function bookPayment(
  db: Database,
  staff: Staff<"money">,
  { cents, receivedOn: occurredOn, ...payment }: PaymentToBook,
) {
  return bookByHand(db, staff, { ...payment, kind: "payment", cents: -cents, occurredOn });
}

type Correction = { customerId: string; requestId: string; note: string; cents: number };

export function adjust(db: Database, staff: Staff<"money">, correction: Correction) {
  return bookByHand(db, staff, { ...correction, kind: "adjustment" });
}

export function writeOff(
  db: Database,
  staff: Staff<"money">,
  { debitId, cents, ...correction }: Correction & { debitId: string },
) {
  const settles = [{ entryId: debitId, cents }];
  return bookByHand(db, staff, { ...correction, kind: "write_off", cents: -cents, settles });
}

export function refund(
  db: Database,
  staff: Staff<"money">,
  {
    paidOn: occurredOn,
    ...payment
  }: Omit<PaymentToBook, "settles" | "receivedOn"> & {
    paidOn: string;
  },
) {
  const entry = { ...payment, kind: "refund", occurredOn, settles: "oldest first" } as const;
  return bookByHand(db, staff, entry);
}
