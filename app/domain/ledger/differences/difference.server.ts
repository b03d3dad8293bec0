import { and, sql } from "drizzle-orm";
import type { Client, Staff } from "#app/domain/access/capability.ts";
import { smallCents } from "#app/domain/ledger/credit-standing.ts";
import type { Database } from "#db/database.ts";
import { ofAccount } from "#db/schema/customers.ts";
import { isUnsettled, ledgerEntries } from "#db/schema/money/ledger.ts";
import { seesAccount } from "../accounts.server.ts";

/**
 * Returns the small difference on the account of the client's own customer (`smallDifference`);
 * null also for a member who doesn't see the account.
 */
export async function ownSmallDifference(db: Database, client: Client): Promise<number | null> {
  return seesAccount(client) ? readDifference(db, client.customerId) : null;
}

/**
 * Returns the difference between unused payments and open invoices if it is at most $5, in cents;
 * negative if it is the customer's credit. Null if there is none, or if a larger credit will settle
 * it. For staff who keep the books or take orders.
 */
export function smallDifference(
  db: Database,
  _staff: Staff<"money"> | Staff<"sell">,
  customerId: string,
): Promise<number | null> {
  return readDifference(db, customerId);
}

async function readDifference(db: Database, customerId: string): Promise<number | null> {
  const left = sql`(case when cents < 0 then cents + allocated_cents else cents - allocated_cents end)`;
  const [sums] = await db
    .select({
      cents: sql`coalesce(sum(${left}) filter (where abs(${left}) <= ${smallCents}), 0)`.mapWith(
        Number,
      ),
      hasCredit: sql<boolean>`coalesce(bool_or(${left} < ${-smallCents}), false)`,
    })
    .from(ledgerEntries)
    .where(and(ofAccount(ledgerEntries.customerId, customerId), isUnsettled));
  if (!sums || sums.hasCredit || sums.cents === 0) return null;
  return Math.abs(sums.cents) <= smallCents ? sums.cents : null;
}
