import { type SQL, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database, Transaction } from "#db/database.ts";
import type { MailConsent } from "#db/schema/values/customers.ts";

/**
 * Why the law lets a fresh sheet go to a client (CASL, sections 10 and 13): they asked for it, they
 * bought within two years, or they opened an account themselves within six months. Null if it does
 * not. For queries of `customers` with their owners' `users`.
 */
const consent = sql<MailConsent | null>`case
  when customers.asked_for_fresh_sheets_at is not null then 'asked'
  when exists (select from orders where orders.customer_id = customers.id
    and orders.status <> 'cancelled' and orders.placed_at > now() - interval '2 years') then 'bought'
  when not users.is_vouched and customers.created_at > now() - interval '6 months' then 'inquired'
end`;

/** Clients with an address of a person who signs in, without staff and guests. */
const clients = sql`customers
  join members on members.customer_id = customers.id and members.role = 'owner'
  join users on users.id = members.user_id
  join profiles on profiles.id = users.id and not profiles.is_admin and profiles.staff_role is null`;

/** Whom we may write to of them: an address that is proved or vouched for, and no account on hold. */
const canBeMailed: SQL = sql`(users.email_verified or users.is_vouched) and not customers.is_held
  and customers.inactive_at is null`;

/** Somebody who gets a sheet. */
export interface Reader extends Record<string, unknown> {
  customerId: string;
  email: string;
  companyName: string;
  consent: MailConsent;
}

/** Who gets a sheet and has not got it yet, up to `limit`, in a steady order. */
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

/** How many clients a sheet goes to now. */
export async function countReaders(tx: Database | Transaction): Promise<number> {
  const { rows } = await tx.execute<{ readers: number }>(sql`
    select count(*)::int as readers from ${clients}
    where ${canBeMailed} and customers.wants_fresh_sheets and ${consent} is not null`);
  return rows[0]?.readers ?? 0;
}

/** How many clients get a sheet, and how many do not for which reason. */
export interface Readership {
  readers: number;
  /** They said so. */
  stopped: number;
  /** Nobody has proved or vouched for the address, or the account is on hold. */
  unreachable: number;
  /** They have not bought for two years, and never asked for it. */
  lapsed: number;
}

/** Whom a sheet goes to, in figures. For administrators. */
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
