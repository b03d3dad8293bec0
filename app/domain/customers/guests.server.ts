import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/customers.ts";

/**
 * Lets an account that has confirmed this address see the orders placed with it without an account.
 * The orders, documents and payments stay with the guests who placed them. Called whenever an
 * address is confirmed, and on signing in and ordering. Idempotent, and safe to run concurrently.
 *
 * @param email in lower case, as accounts have it
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

/** Records that a guest has proved the order's address. Idempotent. */
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

/** Deletes the stored networks of guests without open orders, for whom they no longer count. */
export async function forgetNetworks(db: Database): Promise<void> {
  await db
    .update(customers)
    .set({ guestNetwork: "" })
    .where(
      sql`${customers.guestNetwork} <> '' and not exists (select from orders
        where orders.customer_id = customers.id and status in ('pending', 'awaiting_payment'))`,
    );
}
