import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/customers.ts";

/**
 * Gives the account with this address, if it has confirmed it, what was ordered with the address
 * without an account. It sees those orders from then on, and nothing else changes: they stay with the
 * guests who placed them, and so do their documents and payments. Whoever confirms an address, signs in
 * or orders calls it; repeated, or by two at once, it does it once.
 *
 * @param email as accounts have it, in lower case
 */
export async function adoptGuests(tx: Database | Transaction, email: string): Promise<void> {
  const adopted = await tx
    .update(customers)
    .set({ adoptedBy: user.id })
    .from(user)
    .where(
      and(
        eq(customers.guestEmail, email),
        isNull(customers.adoptedBy),
        eq(user.email, email),
        eq(user.emailVerified, true),
      ),
    )
    .returning({ customerId: customers.id, userId: user.id });
  for (const { customerId, userId } of adopted) {
    await recordAudit(
      tx,
      { userId, email },
      {
        entity: "client",
        entityId: customerId,
        action: "guest adopted",
        after: { account: email },
      },
    );
  }
}

/** Notes that a guest reads the address that they ordered with. Idempotent. */
export async function markProved(tx: Database, customerId: string): Promise<void> {
  await tx
    .update(customers)
    .set({ guestProvedAt: sql`now()`, guestNetwork: "" })
    .where(
      and(
        eq(customers.id, customerId),
        ne(customers.guestEmail, ""),
        isNull(customers.guestProvedAt),
      ),
    );
}

/** Forgets the networks of guests none of whose orders counts for them any more. */
export async function forgetNetworks(db: Database): Promise<void> {
  await db
    .update(customers)
    .set({ guestNetwork: "" })
    .where(
      sql`${customers.guestNetwork} <> '' and not exists (select from orders
        where orders.customer_id = customers.id and status in ('pending', 'awaiting_payment'))`,
    );
}
