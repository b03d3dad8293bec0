import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { inBatches } from "#app/lib/csv/batches.ts";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, isStaff, members, ownerOfCustomer } from "#db/schema/customers.ts";
import { openingBalances } from "#db/schema/imports.ts";
import { balancesOn, ledgerEntries } from "#db/schema/money/ledger.ts";

type Row = Awaited<ReturnType<typeof readBalances>>[number];

const columns: CsvColumns<Row> = {
  "Client ID": ({ id }) => id,
  Company: ({ companyName }) => companyName,
  Email: ({ email }) => email,
  "Opening balance (CAD)": ({ openingCents }) =>
    openingCents === null ? "" : toDollars(openingCents),
  "As of": ({ asOf }) => asOf,
  Due: ({ dueOn }) => dueOn,
  "Balance today (CAD)": ({ balanceCents }) => toDollars(balanceCents),
  "Overdue (CAD)": ({ overdueCents }) => toDollars(overdueCents),
};

/** Exports the balances at the start of clients' accounts and today, as CSV. For administrators. */
export function exportBalances(db: Database, _admin: Admin) {
  const today = pacificDay(new Date());
  return csvOf(
    columns,
    inBatches((last: Row | undefined, limit) => readBalances(db, today, last, limit)),
  );
}

function readBalances(
  db: Database,
  today: string,
  last: { id: string } | undefined,
  limit: number,
) {
  const owed = (column: "balance_cents" | "overdue_cents") =>
    sql<number>`coalesce((select ${sql.raw(column)} from ${balancesOn(today)} as owed
      where owed.customer_id = customers.id), 0)`.mapWith(Number);
  return db
    .select({
      id: customers.id,
      companyName: customers.companyName,
      email: sql<string>`coalesce(${user.email}, '')`,
      openingCents: openingBalances.cents,
      asOf: openingBalances.asOf,
      dueOn: ledgerEntries.dueOn,
      balanceCents: owed("balance_cents"),
      overdueCents: owed("overdue_cents"),
    })
    .from(customers)
    .leftJoin(openingBalances, eq(openingBalances.customerId, customers.id))
    .leftJoin(ledgerEntries, eq(ledgerEntries.id, openingBalances.entryId))
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .where(
      and(
        eq(customers.guestEmail, ""),
        isNull(customers.mergedInto),
        sql`not ${isStaff}`,
        last && sql`${customers.id} > ${last.id}`,
      ),
    )
    .orderBy(asc(customers.id))
    .limit(limit);
}
