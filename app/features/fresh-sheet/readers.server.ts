import { type SQL, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database, Transaction } from "#db/database.ts";
import type { MailConsent } from "#db/schema/values/customers.ts";

/**
 * Legal basis for mailing a client a fresh sheet (CASL, sections 10 and 13): they asked for it,
 * bought within two years, or opened an account themselves within six months; null for none. For
 * queries of `customers` with their owners' `users`.
 */
const consent = sql<MailConsent | null>`case
  when customers.asked_for_fresh_sheets_at is not null then 'asked'
  when exists (select from orders where orders.customer_id = customers.id
    and orders.status <> 'cancelled' and orders.placed_at > now() - interval '2 years') then 'bought'
  when not users.is_vouched and customers.created_at > now() - interval '6 months' then 'inquired'
end`;

/** Clients whose owner signs in, without staff and guests. */
const clients = sql`customers
  join members on members.customer_id = customers.id and members.role = 'owner'
  join users on users.id = members.user_id
  join profiles on profiles.id = users.id and not profiles.is_admin and profiles.staff_role is null`;

/** True if the client can be mailed: a verified or vouched address, and no account on hold. */
const canBeMailed: SQL = sql`(users.email_verified or users.is_vouched) and not customers.is_held
  and customers.inactive_at is null`;

export interface Reader extends Record<string, unknown> {
  customerId: string;
  email: string;
  companyName: string;
  consent: MailConsent;
}

/** Returns up to `limit` recipients who haven't got the sheet yet, in a stable order. */
export async function nextReaders(
  tx: Transaction,
  sheetId: string,
  limit: number,
): Promise<Reader[]> {
  const { rows } = await tx.execute<Reader>(sql`
    select customers.id as "customerId", users.email, customers.company_name as "companyName",
      ${consent} as consent
    from ${clients}
    where ${canBeMailed} and customers.wants_fresh_sheets and ${consent} is not null
      and not exists (select from fresh_sends
        where fresh_sends.sheet_id = ${sheetId}::uuid and fresh_sends.customer_id = customers.id)
    order by customers.id limit ${limit}`);
  return rows;
}

/** Counts the clients that a sheet would go to now. */
export async function countReaders(tx: Database | Transaction): Promise<number> {
  const { rows } = await tx.execute<{ readers: number }>(sql`
    select count(*)::int as readers from ${clients}
    where ${canBeMailed} and customers.wants_fresh_sheets and ${consent} is not null`);
  return rows[0]?.readers ?? 0;
}

/** Numbers of clients who get a sheet, and of those who don't, by reason. */
export interface Readership {
  readers: number;
  /** Unsubscribed. */
  stopped: number;
  /** The address is neither verified nor vouched for, or the account is on hold. */
  unreachable: number;
  /** They haven't bought for two years, and never asked for it. */
  lapsed: number;
}

/** Returns the readership in figures. For administrators. */
export async function readership(db: Database, _admin: Admin): Promise<Readership> {
  const { rows } = await db.execute<Readership & Record<string, unknown>>(sql`
    select count(*) filter (where wants and reachable and consents)::int as readers,
      count(*) filter (where not wants)::int as stopped,
      count(*) filter (where wants and not reachable)::int as unreachable,
      count(*) filter (where wants and reachable and not consents)::int as lapsed
    from (select customers.wants_fresh_sheets as wants, (${canBeMailed}) as reachable,
        ${consent} is not null as consents
      from ${clients}) as listed`);
  return rows[0] ?? { readers: 0, stopped: 0, unreachable: 0, lapsed: 0 };
}
