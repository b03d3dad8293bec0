import { z } from "zod";
import { methodsByHand } from "#app/domain/ledger/ledger-entry.ts";
import { type OrderHold, staysOnHold } from "#app/domain/orders/hold.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { amountInDollars, filledText, optionalText } from "#app/lib/form/form-texts.ts";
import type { PaymentMethod } from "#db/schema/values/money.ts";
import type { HoldReason, OrderStatus } from "#db/schema/values/orders.ts";
import { drawerField } from "./pay-order.ts";

export interface DepositToGiveBack {
  orderNumber: number;
  status: OrderStatus;
  /** The unused part, in cents. */
  freeCents: number;
  /** How it was paid; a card payment goes back to the card. */
  method: PaymentMethod;
  /** The open drawer of the till that took it; null for none. */
  drawer: string | null;
  holds: HoldReason[];
  /** True if it was released because it was paid in advance. */
  isPaidAhead: boolean;
  canAskAgain: boolean;
}

/** Form to give a deposit back. Its amount is parsed to cents. */
export const depositBackForm = z.object({
  requestId: z.uuid("Please reload the page"),
  amount: amountInDollars,
  method: z.enum(methodsByHand, "Please choose how you give it back"),
  drawer: drawerField,
  reference: optionalText(100),
  reason: filledText(500, "Please say why"),
  /** "yes" to ask for the deposit again. */
  askAgain: z.literal("yes").optional().catch(undefined),
});

export type TypedDepositBack = z.output<typeof depositBackForm>;

/**
 * Describes what was given back of a deposit between the end of its hold and the next one.
 *
 * @param paid the order's payments, newest first (`paymentsOfOrder`)
 * @returns empty for nothing
 */
export function givenBackSince(
  { reason, since, releasedAt }: Pick<OrderHold, "reason" | "since" | "releasedAt">,
  holds: readonly Pick<OrderHold, "reason" | "since" | "releasedAt">[],
  paid: readonly { isDepositBack: boolean; cents: number; at: Date }[],
): string {
  if (reason !== "deposit" || releasedAt === null) return "";
  const next = holds.find(
    (one) => one.reason === reason && one.since > since && one.releasedAt !== null,
  );
  const back = paid.filter(
    ({ isDepositBack, at }) =>
      isDepositBack && at >= releasedAt && !(next?.releasedAt && at >= next.releasedAt),
  );
  return back
    .toReversed()
    .map(({ cents, at }) => `${formatCents(-cents)} was given back on ${formatDateTime(at)}`)
    .join("; ");
}

/** Describes what happens to the order once its deposit is given back and not asked for again. */
export function afterGivingBack({
  status,
  holds,
  isPaidAhead,
}: Pick<DepositToGiveBack, "status" | "holds" | "isPaidAhead">): string {
  if (status !== "pending") return "Nothing is asked for in its place.";
  if (isPaidAhead) {
    return "The order was paid in advance with it. It goes on hold until it is paid, unless other credit of the client covers it.";
  }
  return holds.length > 0
    ? `No deposit is asked for any more. ${staysOnHold(holds)}`
    : "No deposit is asked for any more, and the order is packed as planned.";
}
