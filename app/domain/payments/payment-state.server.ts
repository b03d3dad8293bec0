import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { payments } from "#db/schema/money/payments.ts";
import { type PaymentVerb, paymentLifecycle } from "./payment-lifecycle.ts";

type Along = Omit<Partial<typeof payments.$inferInsert>, "id" | "state" | "stateSince">;

/**
 * Changes a payment's state, as its only writer. The caller has locked its row. If the state is
 * unchanged, `stateSince` is kept, but the other columns are written.
 *
 * @throws Error if the verb does not lead from its present state
 */
export async function changePaymentState(
  tx: Transaction,
  id: string,
  verb: PaymentVerb,
  along: Along = {},
): Promise<void> {
  const { from, to } = paymentLifecycle.transitions[verb];
  const before = [...from, to];
  const changed = await tx
    .update(payments)
    .set({
      ...along,
      state: to,
      stateSince: sql`case when ${payments.state} = ${to} then ${payments.stateSince} else now() end`,
    })
    .where(and(eq(payments.id, id), inArray(payments.state, before)))
    .returning({ id: payments.id });
  if (changed.length === 0) throw new Error(`The payment ${id} can't ${verb} in its state`);
}
