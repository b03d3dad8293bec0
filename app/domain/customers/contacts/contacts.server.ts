import { and, asc, eq, ne, or } from "drizzle-orm";
import { type Client, may, type Staff } from "#app/domain/access/capability.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { onlyForOwner } from "#app/domain/customers/profile.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer } from "#db/locks.ts";
import { user } from "#db/schema/accounts.ts";
import { accountOf, contacts, customers } from "#db/schema/customers.ts";
import { type Contact, type ContactKind, contactKinds, mostContacts } from "./contact.ts";

// Addresses that get a customer's emails in addition to its members (decision 63). Staff vouch for
// those they enter; a client with a proved address vouches for their own contacts.

type Keeper = Staff<"clients"> & Staff<"sell">;
type Row = typeof contacts.$inferSelect;

/** `isNew` only adds a contact, and never changes an existing one. */
type ContactToSave = Contact & { isNew?: boolean };

const columns = {
  orders: contacts.getsOrders,
  invoices: contacts.getsInvoices,
  statements: contacts.getsStatements,
};

/** Returns a customer's contacts, by address. For staff who see clients. */
export function contactsOf(
  db: Database,
  _staff: Staff<"clients">,
  customerId: string,
): Promise<Contact[]> {
  return listed(db, customerId);
}

/** Returns the contacts of the client's own customer; null for members who may not change them. */
export async function ownContacts(db: Database, client: Client): Promise<Contact[] | null> {
  return mayChange(client) ? listed(db, client.customerId) : null;
}

/**
 * Returns the contacts that get any of these kinds of a customer's emails. For code that queues
 * them. `except` has addresses that get the email anyway.
 */
export async function contactsFor(
  tx: Database | Transaction,
  customerId: string,
  kinds: readonly ContactKind[],
  except: readonly string[] = [],
): Promise<Contact[]> {
  const wanted = or(...kinds.map((kind) => eq(columns[kind], true)));
  const found = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.customerId, accountOf(customerId)), wanted))
    .orderBy(asc(contacts.email));
  return found.map(asContact).filter(({ email }) => !except.includes(email));
}

/**
 * Adds a contact to a client, or changes its kinds. For staff who see clients and take orders.
 *
 * @throws Refusal for an unknown client, too many contacts, or a new contact that already exists
 */
export function saveContact(
  db: Database,
  staff: Keeper,
  customerId: string,
  contact: ContactToSave,
): Promise<void> {
  return save(db, staff, customerId, contact);
}

/** Removes a contact from a client. Idempotent. For the staff of `saveContact`. */
export function removeContact(
  db: Database,
  staff: Keeper,
  customerId: string,
  email: string,
): Promise<void> {
  return remove(db, staff, customerId, email);
}

/**
 * Saves a contact of the client's own customer as `saveContact` does.
 *
 * @throws Refusal also for members who may not edit the details, and for a client with an unproved
 *   address, who could have emails sent to anybody
 */
export async function saveOwnContact(
  db: Database,
  client: Client,
  contact: ContactToSave,
): Promise<void> {
  if (!mayChange(client)) throw onlyForOwner();
  const proved = and(eq(user.id, client.userId), eq(user.emailVerified, true));
  if ((await db.$count(user, proved)) === 0) {
    throw new Refusal("unproved", "Please confirm your own email address first.");
  }
  await save(db, client, client.customerId, contact);
}

/** Removes a contact of the client's own customer. @throws Refusal */
export async function removeOwnContact(db: Database, client: Client, email: string): Promise<void> {
  if (!mayChange(client)) throw onlyForOwner();
  await remove(db, client, client.customerId, email);
}

function mayChange(client: Client): boolean {
  return may(client, "edit details") && client.sites === null;
}

async function listed(db: Database, customerId: string): Promise<Contact[]> {
  if (!isUuid(customerId)) return [];
  const found = await db
    .select()
    .from(contacts)
    .where(eq(contacts.customerId, customerId))
    .orderBy(asc(contacts.email));
  return found.map(asContact);
}

function save(
  db: Database,
  by: Actor,
  customerId: string,
  { email, name, gets, isNew = false }: ContactToSave,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockClient(tx, customerId);
    const own = eq(contacts.customerId, customerId);
    const [before] = await tx
      .select()
      .from(contacts)
      .where(and(own, eq(contacts.email, email)));
    if (before && isNew) {
      const message = "This address is a contact already. Change what it gets above.";
      throw new Refusal("taken", message, { errors: { email: [message] } });
    }
    const others = and(own, ne(contacts.email, email));
    if (!before && (await tx.$count(contacts, others)) >= mostContacts) {
      const message = `There are ${mostContacts} contacts already. Remove one first.`;
      throw new Refusal("too many", message, { errors: { email: [message] } });
    }
    const fields = {
      name,
      getsOrders: gets.includes("orders"),
      getsInvoices: gets.includes("invoices"),
      getsStatements: gets.includes("statements"),
    };
    await tx
      .insert(contacts)
      .values({ customerId, email, ...fields })
      .onConflictDoUpdate({ target: [contacts.customerId, contacts.email], set: fields });
    const [then, now] = [before && audited(asContact(before)), audited({ email, name, gets })];
    if (JSON.stringify(then) === JSON.stringify(now)) return;
    await recordAudit(tx, by, {
      entity: "client",
      entityId: customerId,
      action: before ? "contact changed" : "contact added",
      before: then,
      after: now,
    });
  });
}

function remove(db: Database, by: Actor, customerId: string, email: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockClient(tx, customerId);
    const [removed] = await tx
      .delete(contacts)
      .where(and(eq(contacts.customerId, customerId), eq(contacts.email, email)))
      .returning();
    if (!removed) return;
    await recordAudit(tx, by, {
      entity: "client",
      entityId: customerId,
      action: "contact removed",
      before: audited(asContact(removed)),
    });
  });
}

/** Locks a customer. @throws Refusal for a guest, who has an address per order, not contacts */
async function lockClient(tx: Transaction, customerId: string): Promise<void> {
  const isThere = isUuid(customerId) && (await lockCustomer(tx, customerId));
  const isGuest = and(eq(customers.id, customerId), ne(customers.guestEmail, ""));
  if (!isThere || (await tx.$count(customers, isGuest)) > 0) {
    throw new Refusal("gone", "There is no such client.");
  }
}

function asContact(row: Row): Contact {
  const has = {
    orders: row.getsOrders,
    invoices: row.getsInvoices,
    statements: row.getsStatements,
  };
  return { email: row.email, name: row.name, gets: contactKinds.filter((kind) => has[kind]) };
}

function audited({ email, name, gets }: Contact) {
  return { email, ...(name && { contactName: name }), gets: gets.join(", ") };
}
