import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { countUnmailed } from "#app/domain/mail/addressees.server.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { recipientsOf } from "#app/domain/orders/order-recipient.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { contacts, customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { readersOf } from "../readers.server.ts";
import { type Contact, mostContacts } from "./contact.ts";
import {
  contactsOf,
  ownContacts,
  removeContact,
  removeOwnContact,
  saveContact,
  saveOwnContact,
} from "./contacts.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;
let id: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
beforeEach(async () => {
  await db.delete(mailOutbox);
  client = await signedInClient(db, { companyName: "Sample Bistro" });
  id = client.customerId;
});
afterAll(() => database.close());

const books: Contact = { email: "books@example.com", name: "Books", gets: ["invoices"] };
const kitchen: Contact = { email: "kitchen@example.com", name: "", gets: ["orders"] };
const monthly: Contact = { email: "monthly@example.com", name: "", gets: ["statements"] };

describe("a client's contacts", () => {
  it("are added, changed and removed, and each change is logged once", async () => {
    await saveContact(db, admin, id, books);
    await saveContact(db, admin, id, books);
    await saveContact(db, admin, id, { ...books, gets: ["invoices", "statements"] });
    expect(await contactsOf(db, admin, id)).toEqual([
      { ...books, gets: ["invoices", "statements"] },
    ]);
    await removeContact(db, admin, id, books.email);
    await removeContact(db, admin, id, books.email);
    expect(await contactsOf(db, admin, id)).toEqual([]);
    const actions = (await auditEntries(db, "client", id)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("contact"))).toEqual([
      ...["contact added", "contact changed", "contact removed"],
    ]);
  });

  it("aren't changed by adding a contact with the same address", async () => {
    const both: Contact = { ...books, gets: ["invoices", "statements"] };
    await saveContact(db, admin, id, { ...both, isNew: true });
    await expect(saveContact(db, admin, id, { ...books, isNew: true })).rejects.toThrow(
      /a contact already/,
    );
    expect(await contactsOf(db, admin, id)).toEqual([both]);
  });

  it("are limited to ten, even if they are added concurrently", async () => {
    const added = await Promise.allSettled(
      Array.from({ length: mostContacts + 3 }, (_, at) =>
        saveContact(db, admin, id, { ...kitchen, email: `kitchen-${at}@example.com` }),
      ),
    );
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(mostContacts);
    expect(await db.$count(contacts, eq(contacts.customerId, id))).toBe(mostContacts);
  });

  it("can't be added for a guest or an unknown customer", async () => {
    const guest = await signedInClient(db);
    await db
      .update(customers)
      .set({ kind: "person", guestEmail: "guest@example.com" })
      .where(eq(customers.id, guest.customerId));
    for (const who of [guest.customerId, crypto.randomUUID(), "x"]) {
      await expect(saveContact(db, admin, who, books)).rejects.toMatchObject({ code: "gone" });
    }
  });

  it("can be changed only by the customer's owner, once the owner's address is confirmed", async () => {
    await db.update(user).set({ emailVerified: false }).where(eq(user.id, client.userId));
    await expect(saveOwnContact(db, client, books)).rejects.toMatchObject({ code: "unproved" });
    await db.update(user).set({ emailVerified: true }).where(eq(user.id, client.userId));
    await saveOwnContact(db, client, books);
    expect(await ownContacts(db, client)).toEqual([books]);
    const buyer = { ...client, role: "buyer" } as const;
    expect(await ownContacts(db, buyer)).toBeNull();
    await expect(saveOwnContact(db, buyer, kitchen)).rejects.toMatchObject({ code: "forbidden" });
    await expect(removeOwnContact(db, buyer, books.email)).rejects.toMatchObject({
      code: "forbidden",
    });
    const stranger = await signedInClient(db);
    await removeOwnContact(db, stranger, books.email);
    expect(await contactsOf(db, admin, id)).toEqual([books]);
  });
});

describe("recipients of a client's emails", () => {
  beforeEach(async () => {
    for (const one of [books, kitchen, monthly]) await saveContact(db, admin, id, one);
  });

  it("are the owner and the contacts that chose this kind of email", async () => {
    expect(await readersOf(db, id)).toEqual([client.email, books.email]);
    expect(await readersOf(db, id, "statements")).toEqual([client.email, monthly.email]);
    const order = { customerId: id, placedBy: client.userId };
    expect(await recipientsOf(db, order)).toMatchObject([
      { email: client.email },
      { email: kitchen.email, role: "buyer" },
    ]);
    expect(await recipientsOf(db, order, { hasInvoice: true })).toMatchObject([
      { email: client.email },
      { email: books.email, role: "bookkeeper" },
      { email: kitchen.email, role: "buyer" },
    ]);
  });

  it("are listed once per address", async () => {
    await saveContact(db, admin, id, {
      ...kitchen,
      email: client.email,
      gets: ["orders", "invoices"],
    });
    expect((await readersOf(db, id)).filter((email) => email === client.email)).toHaveLength(1);
    const told = await recipientsOf(db, { customerId: id, placedBy: client.userId });
    expect(told.filter(({ email }) => email === client.email)).toHaveLength(1);
  });

  it("get an email when an order is placed and when it is cancelled", async () => {
    const product = await insertProduct(db);
    const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
    const order = await placeOrder(db, client, askedOrder(askFor(product)), rules);
    await cancelOrder(db, admin, order.id, shop);
    const mails = await db.select().from(mailOutbox);
    const to = (email: string) =>
      mails.filter(({ recipient }) => recipient === email).map(({ subject }) => subject);
    expect(to(kitchen.email)).toHaveLength(2);
    expect(to(kitchen.email)).toEqual(to(client.email));
    expect(to(books.email)).toEqual([]);
  });

  it("are only the contacts if a client has no login", async () => {
    const [added] = await db
      .insert(customers)
      .values({ kind: "business", companyName: "Sample Diner" })
      .returning();
    const diner = added?.id ?? "";
    const before = await countUnmailed(db);
    expect(await recipientsOf(db, { customerId: diner, placedBy: null })).toEqual([]);
    await saveContact(db, admin, diner, kitchen);
    expect(await recipientsOf(db, { customerId: diner, placedBy: null })).toMatchObject([
      { email: kitchen.email },
    ]);
    expect(await countUnmailed(db)).toBeLessThanOrEqual(before);
  });
});
