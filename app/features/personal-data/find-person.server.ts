import { createHash } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { exportedStatus } from "#app/domain/orders/lists/order-queries.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { mostRows, type PersonalData } from "./personal-data.ts";

/** Minutes in which repeated views of a person are logged once. */
const sameLook = 15;

/** Where a person's address may be stored, with the name of the place. */
const places = sql`
  select email from users
  union select guest_email from customers where guest_email <> ''
  union select email from contacts
  union select email from invitations
  union select email from staff_invitations
  union select lower(email) from contact_messages
  union select lower(email) from wholesale_inquiries
  union select email from delivery_waitlist
  union select email from stock_waitlist
  union select recipient from mail_outbox`;

/** Returns a person's key for URLs and the log, which doesn't reveal the email address. */
export function keyOf(email: string): string {
  return createHash("sha256").update(email).digest("hex").slice(0, 32);
}

/** Returns the email address of a person we have data of; null for none. For the owner. */
export async function addressOf(
  db: Database | Transaction,
  _admin: Admin,
  key: string,
): Promise<string | null> {
  if (!/^[0-9a-f]{32}$/.test(key)) return null;
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from (${places}) as known
    where left(encode(sha256(convert_to(email, 'UTF8')), 'hex'), 32) = ${key} limit 1`);
  return rows[0]?.email ?? null;
}

/** Returns all data of an address, and logs a look once per `sameLook` minutes. For the owner. */
export async function lookAtPerson(
  db: Database,
  admin: Admin,
  email: string,
): Promise<PersonalData> {
  const subject = { entity: "person" as const, entityId: keyOf(email) };
  const isRecent = and(
    eq(auditLog.entity, subject.entity),
    eq(auditLog.entityId, subject.entityId),
    eq(auditLog.action, "looked at"),
    eq(auditLog.actorId, admin.userId),
    sql`${auditLog.at} > now() - make_interval(mins => ${sameLook})`,
  );
  if ((await db.$count(auditLog, isRecent)) === 0) {
    await recordAudit(db, admin, { ...subject, action: "looked at" });
  }
  return dataOf(db, email);
}

/** Like `lookAtPerson`, but logged as handed over to them. For the owner. */
export async function exportPerson(
  db: Database,
  admin: Admin,
  email: string,
): Promise<PersonalData> {
  const subject = { entity: "person" as const, entityId: keyOf(email) };
  await recordAudit(db, admin, { ...subject, action: "handed over" });
  return dataOf(db, email);
}

/** The caller has checked who may see it. */
export async function dataOf(db: Database | Transaction, email: string): Promise<PersonalData> {
  const { rows } = await db.execute<{ data: PersonalData }>(sql`
    with person as (select ${email}::text as email),
    account as (select users.* from users join person using (email)),
    own as (
      select customers.*, members.role from customers
        join members on members.customer_id = customers.id
        join account on account.id = members.user_id
      union all
      select customers.*, null from customers join person on guest_email = person.email
    )
    select jsonb_build_object(
      'email', ${email}::text,
      'isStaff', exists (select from profiles join account using (id)
        where profiles.is_admin or profiles.staff_role is not null),
      'account', (select jsonb_build_object('name', account.name,
          'isProved', account.email_verified, 'createdAt', account.created_at,
          'lastSignInAt', profiles.last_sign_in_at,
          'browsers', (select count(*) from known_browsers where user_id = account.id))
        from account left join profiles using (id)),
      'customers', ${listOf(sql`select own.id, own.guest_email <> '' as "isGuest",
          own.role, not exists (select from members where customer_id = own.id
            and user_id not in (select id from account)) as "isAlone",
          company_name as "companyName", contact_name as "contactName", phone, notes,
          coalesce((select jsonb_agg(jsonb_build_object('name', name, 'address', address,
              'postalCode', postal_code, 'contactName', ship_tos.contact_name,
              'phone', ship_tos.phone) order by ship_tos.created_at)
            from ship_tos where customer_id = own.id), '[]') as sites
        from own order by own.created_at`)},
      'orders', ${listOf(sql`select id, number, placed_at as "placedAt", ${exportedStatus} as status, notes,
          delivery_name as "deliveryName", delivery_address as "deliveryAddress",
          delivery_phone as "deliveryPhone", delivery_notes as "deliveryNotes"
        from orders where placed_by in (select id from account)
          or customer_id in (select id from own where guest_email <> '')
        order by placed_at desc`)},
      'documents', ${listOf(sql`select document_number as number, issued_at as "issuedAt",
          total::text, concat_ws(', ', nullif(buyer_company, ''), nullif(buyer_contact, '')) as buyer
        from documents where buyer_email = ${email}
          or customer_id in (select id from own where guest_email <> '')
        order by issued_at desc`)},
      'contacts', ${listOf(sql`select company_name as company, contacts.name from contacts
        join customers on customers.id = customer_id where contacts.email = ${email}`)},
      'invitations', ${listOf(sql`select company_name as company, invitations.name from invitations
        join customers on customers.id = customer_id where invitations.email = ${email}`)},
      'messages', ${listOf(sql`select created_at as "createdAt", name, message
        from contact_messages where lower(email) = ${email} order by created_at desc`)},
      'inquiries', ${listOf(sql`select created_at as "createdAt", company, contact, phone, notes
        from wholesale_inquiries where lower(email) = ${email} order by created_at desc`)},
      'waitlist', ${listOf(sql`select created_at as "createdAt", postal_code as "postalCode"
        from delivery_waitlist where email = ${email}`)},
      'stockWaitlist', ${listOf(sql`select stock_waitlist.created_at as "createdAt", products.name as product
        from stock_waitlist join products on products.id = product_id
        where stock_waitlist.email = ${email}`)},
      'mails', ${listOf(sql`select created_at as "createdAt", subject
        from mail_outbox where recipient = ${email} order by created_at desc`)},
      'actions', (select count(*) from audit_log where actor_email = ${email})
    ) as data`);
  const data = rows[0]?.data;
  if (!data) throw new Error("A person's data was not read");
  return data;
}

function listOf(query: ReturnType<typeof sql>) {
  return sql`coalesce((select jsonb_agg(to_jsonb(line)) from (${query} limit ${mostRows}) as line), '[]')`;
}

/** Returns what was done with a person's data, newest first. For the owner. */
export function looksAt(db: Database, _admin: Admin, email: string) {
  return db
    .select({ id: auditLog.id, at: auditLog.at, by: auditLog.actorEmail, action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.entity, "person"), eq(auditLog.entityId, keyOf(email))))
    .orderBy(desc(auditLog.id))
    .limit(50);
}
