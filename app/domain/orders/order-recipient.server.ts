import { and, eq, ne, or, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { contactsFor } from "#app/domain/customers/contacts/contacts.server.ts";
import {
  type Addressee,
  admit,
  standingOfAccount,
  standingOfGuest,
} from "#app/domain/mail/addressees.server.ts";
import type { Mail, MailContent } from "#app/domain/mail/mail.ts";
import { queueMail, queueNews } from "#app/domain/mail/outbox.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { accountOf, customers, members } from "#db/schema/customers.ts";
import type { MemberRole } from "#db/schema/values/customers.ts";
import { together } from "#db/together.ts";
import type { OrderReader } from "./links/order-link.ts";
import { makeMailedLink } from "./links/order-links.server.ts";
import type { NamedOrder } from "./order.ts";

/** Somebody who is told about an order. A guest gets a link to it. */
export interface Recipient extends Addressee {
  role: MemberRole;
  /** True for a contact, who is told in addition to whoever ordered. */
  isContact?: boolean;
}

/**
 * Returns who is told about a customer's order: the member who placed it, else the customer's
 * owner, as for orders taken by phone; for a guest's order, the address it was placed with.
 * Undefined for other customers without a login.
 */
export async function recipientOf(
  db: Database | Transaction,
  { customerId, placedBy }: { customerId: string; placedBy: string | null },
): Promise<Recipient | undefined> {
  const [found] = await db
    .select({ email: user.email, standing: standingOfAccount, role: members.role })
    .from(members)
    .innerJoin(user, eq(user.id, members.userId))
    .where(
      and(
        eq(members.customerId, accountOf(customerId)),
        or(eq(members.role, "owner"), placedBy ? eq(members.userId, placedBy) : undefined),
      ),
    )
    .orderBy(sql`${members.userId} is not distinct from ${placedBy}::uuid desc`)
    .limit(1);
  if (found) return { ...found, isGuest: false };
  const [guest] = await db
    .select({ email: customers.guestEmail, standing: standingOfGuest })
    .from(customers)
    .where(and(eq(customers.id, customerId), ne(customers.guestEmail, "")));
  return guest && { ...guest, role: "owner", isGuest: true };
}

/**
 * Returns everybody who is told about a customer's order: `recipientOf` and the contacts for
 * orders. For an email with an invoice, contacts for invoices are included, and of the contacts
 * only they see it.
 */
export async function recipientsOf(
  db: Database | Transaction,
  order: { customerId: string; placedBy: string | null },
  { hasInvoice = false }: { hasInvoice?: boolean } = {},
): Promise<Recipient[]> {
  const { customerId } = order;
  const kinds = hasInvoice ? (["orders", "invoices"] as const) : (["orders"] as const);
  const [recipient, contacts] = await together([
    recipientOf(db, order),
    contactsFor(db, customerId, kinds),
  ]);
  const own = recipient ? [recipient] : [];
  const others = contacts.filter(({ email }) => email !== recipient?.email);
  return [
    ...own,
    ...others.map(({ email, gets }): Recipient => {
      const role = gets.includes("invoices") ? "bookkeeper" : "buyer";
      return { email, standing: "vouched", isGuest: false, role, isContact: true };
    }),
  ];
}

export interface OrderMailFacts extends OrderReader {
  role: MemberRole;
}

interface Telling {
  /** True if the shop triggers it, not whoever ordered. */
  isOurs?: boolean;
  /** Delays the email, so that a later one can replace it (`dropNews`). */
  waits?: { topic: string; minutes: number; told?: object } | undefined;
  /** True if it is about an invoice, for contacts who get these. */
  hasInvoice?: boolean;
  /** True if it is only for whoever ordered, since it has a link to act with. */
  isPersonal?: boolean;
}

type MailWriter = (facts: OrderMailFacts) => MailContent | Promise<MailContent>;

export interface OrderToMail {
  id: string;
  customerId: string;
  placedBy: string | null;
}

/**
 * Queues an email about an order for each of its recipients (`recipientsOf`) who may be sent one
 * (`admit`).
 *
 * @returns true if any was queued
 */
export async function tellOfOrder(
  tx: Transaction,
  order: OrderToMail,
  shop: Shop,
  mailFor: MailWriter,
  telling: Telling = {},
): Promise<boolean> {
  const mails = await mailsOfOrder(
    tx,
    await toTell(tx, order, telling),
    order.id,
    shop,
    mailFor,
    telling,
  );
  const { waits } = telling;
  if (waits) {
    const { topic, minutes: waitMinutes, told = {} } = waits;
    for (const { to, orderId, ...mail } of mails) {
      await queueNews(tx, { to, orderId, topic, waitMinutes, join: () => ({ told, mail }) });
    }
  } else {
    await queueMail(tx, ...mails);
  }
  return mails.length > 0;
}

async function toTell(tx: Transaction, order: OrderToMail, telling: Telling): Promise<Recipient[]> {
  if (!telling.isPersonal) return recipientsOf(tx, order, telling);
  const recipient = await recipientOf(tx, order);
  return recipient ? [recipient] : [];
}

/** A recipient who may be sent an email now; that email is counted already. */
export interface Admitted {
  to: string;
  facts: OrderMailFacts;
}

/** Returns those recipients who may be sent an email about an order now, and counts the email. */
export async function admitted(
  tx: Transaction,
  recipients: readonly Recipient[],
  orderId: string,
  shop: Shop,
  { isOurs = true }: Pick<Telling, "isOurs"> = {},
): Promise<Admitted[]> {
  const found = await together(
    recipients.map(async (recipient): Promise<Admitted | null> => {
      const admission = await admit(tx, recipient, { orderId, isOurs });
      if (!admission) return null;
      const guestUrl = await guestUrlFor(tx, recipient, orderId, shop);
      const { email: to, role, isContact = false } = recipient;
      return { to, facts: { ...admission, role, isContact, guestUrl } };
    }),
  );
  return found.filter((one) => one !== null);
}

/** Writes the emails about an order for `admitted` recipients. */
export function writeMails(
  recipients: readonly Admitted[],
  orderId: string,
  mailFor: MailWriter,
): Promise<Mail[]> {
  return together(
    recipients.map(async ({ to, facts }) => ({ to, orderId, ...(await mailFor(facts)) })),
  );
}

/** Returns the emails for recipients who may be sent one now, for the same transaction to queue. */
export async function mailsOfOrder(
  tx: Transaction,
  recipients: readonly Recipient[],
  orderId: string,
  shop: Shop,
  mailFor: MailWriter,
  telling: Pick<Telling, "isOurs"> = {},
): Promise<Mail[]> {
  return writeMails(await admitted(tx, recipients, orderId, shop, telling), orderId, mailFor);
}

/** Returns a guest's link to the order for an email; null for members. */
export async function guestUrlFor(
  tx: Transaction,
  { isGuest }: Pick<Recipient, "isGuest">,
  orderId: string,
  shop: Shop,
): Promise<string | null> {
  return isGuest ? shop.siteUrl + (await makeMailedLink(tx, orderId)) : null;
}

export interface OrderAtStop extends OrderToMail, NamedOrder {
  stopId: string | null;
}

/** Queues one email per recipient and stop about orders of several stops. */
export async function tellByStop<Order extends OrderAtStop>(
  tx: Transaction,
  orders: readonly Order[],
  shop: Shop,
  mailFor: (told: Order[], facts: OrderMailFacts) => MailContent,
): Promise<void> {
  const mails: Mail[] = [];
  for (const { recipient, orders: told } of await byRecipient(tx, orders)) {
    const [first] = told;
    if (!first) continue;
    const compose = (facts: OrderMailFacts) => mailFor(told, facts);
    mails.push(...(await mailsOfOrder(tx, [recipient], first.id, shop, compose)));
  }
  await queueMail(tx, ...mails);
}

/** Groups the orders of each stop by recipient. */
export async function byRecipient<Order extends OrderAtStop>(
  tx: Transaction,
  orders: readonly Order[],
) {
  const mails = new Map<string, { recipient: Recipient; orders: Order[] }>();
  for (const order of orders) {
    for (const recipient of await recipientsOf(tx, order)) {
      const key = `${order.stopId} ${recipient.email}`;
      const mail = mails.get(key) ?? { recipient, orders: [] };
      mail.orders.push(order);
      mails.set(key, mail);
    }
  }
  return mails.values();
}
