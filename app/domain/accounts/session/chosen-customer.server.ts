import { and, eq, sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { session } from "#db/schema/accounts.ts";

/**
 * Sets the customer that a member acts for in this session, from the next request on. Returns false
 * if they aren't a member of that customer.
 */
export async function chooseCustomer(
  db: Database,
  { userId }: Client,
  { sessionId, customerId }: { sessionId: string; customerId: string },
): Promise<boolean> {
  if (!isUuid(customerId)) return false;
  const chosen = await db
    .update(session)
    .set({ customerId })
    .where(
      and(
        eq(session.id, sessionId),
        eq(session.userId, userId),
        sql`exists (select from members where members.user_id = ${userId}::uuid
          and members.customer_id = ${customerId}::uuid)`,
      ),
    )
    .returning({ id: session.id });
  return chosen.length > 0;
}
