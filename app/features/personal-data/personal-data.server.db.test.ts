import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { insertCustomers } from "#app/domain/customers/save-customers.server.ts";
import { openItems } from "#app/domain/ledger/allocations.server.ts";
import { book } from "#app/domain/ledger/book-entries.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { account, profiles, session, user } from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { contacts, customers, members, shipTos } from "#db/schema/customers.ts";
import { deliveryWaitlist } from "#db/schema/deliveries.ts";
import { contactMessages } from "#db/schema/inquiries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documents } from "#db/schema/money/documents.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";
import { insertFilledOrder, insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun, refuseLine } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { erasePerson, whyNotErased } from "./erase-person.server.ts";
import {
  addressOf,
  dataOf,
  exportPerson,
  keyOf,
  lookAtPerson,
  looksAt,
} from "./find-person.server.ts";
import { forgetKept } from "./forget-old.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let email: string;
let id: string;

const address = "12 Sample Crescent, Abbotsford";
const phone = "604-555-0177";

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
beforeEach(async () => {
  const made = await insertClient(db);
  ({ id, email } = made.user);
  await db
    .update(customers)
    .set({ companyName: "Sample Bistro", contactName: "Sam Sample", phone, notes: "Ring twice" })
    .where(eq(customers.id, id));
  await db.update(shipTos).set({ address, phone }).where(eq(shipTos.customerId, id));
});
afterAll(() => database.close());

/** Creates their delivered order with personal data, invoiced and paid. */
async function paidOrder(customerId = id): Promise<string> {
  const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, customerId));
  const order = await insertFilledOrder(db, customerId, {
    status: "fulfilled",
    totalPrice: "86.40",
    notes: "For Sam",
    deliveryPhone: phone,
    deliveryAddress: address,
    placedBy: customerId === id ? id : null,
    shipToId: site?.id ?? "",
  });
  await issueFor(db, order);
  await db.update(orders).set({ status: "delivered" }).where(eq(orders.id, order.id));
  return order.id;
}

async function pay(customerId = id): Promise<void> {
  await db.transaction(async (tx) => {
    const [owed] = await openItems(tx, customerId);
    const cents = -(owed?.openCents ?? 0);
    const payment = { customerId, kind: "payment" as const, cents, method: "cash" as const };
    await book(tx, admin, payment, "oldest first");
  });
}

const erase = (isPrivate = false, of = email) =>
  erasePerson(db, admin, of, { isPrivate, others: [] });

describe("a person's data", () => {
  it("is found in all tables, under a URL without their email address", async () => {
    const order = await paidOrder();
    await db.insert(deliveryWaitlist).values({ postalCode: "V9Z1A2", email });
    await db
      .insert(contactMessages)
      .values({ name: "Sam", email: email.toUpperCase(), message: "Hello" });
    await queueMail(db, { to: email, subject: "Hello", text: "T", html: "H" });
    const other = (await insertClient(db)).user.id;
    await db.insert(contacts).values({
      customerId: other,
      email,
      name: "Sam",
      getsOrders: true,
      getsInvoices: false,
      getsStatements: false,
    });
    expect(keyOf(email)).not.toContain(email.slice(0, 8));
    expect(await addressOf(db, admin, keyOf(email))).toBe(email);
    expect(await addressOf(db, admin, keyOf("nobody@example.com"))).toBeNull();
    const found = await lookAtPerson(db, admin, email);
    expect(found).toMatchObject({
      email,
      isStaff: false,
      account: { isProved: true },
      customers: [
        {
          companyName: "Sample Bistro",
          contactName: "Sam Sample",
          phone,
          role: "owner",
          isAlone: true,
        },
      ],
      orders: [{ id: order, notes: "For Sam", deliveryAddress: address }],
      documents: [{ total: "86.40" }],
      contacts: [{ name: "Sam" }],
      messages: [{ message: "Hello" }],
      waitlist: [{ postalCode: "V9Z1A2" }],
      mails: [{ subject: "Hello" }],
    });
  });

  it("shows a wholly refused order as refused", async () => {
    const order = await insertOrder(db, id, { status: "delivered", placedBy: id });
    const item = await insertOrderItem(db, order.id, { packState: "packed", packedLb: "10.00" });
    const stop = await putOnRun(db, await insertRun(db), order);
    await refuseLine(db, { stopId: stop.id, orderItemId: item.id, lb: "10.00" }, admin.userId);
    const found = await lookAtPerson(db, admin, email);
    expect(found?.orders).toMatchObject([{ id: order.id, status: "refused" }]);
  });

  it("shows who looked at it and who exported it, with repeated looks logged once", async () => {
    await lookAtPerson(db, admin, email);
    await lookAtPerson(db, admin, email);
    await exportPerson(db, admin, email);
    const looks = await looksAt(db, admin, email);
    expect(looks.map(({ action }) => action)).toEqual(["handed over", "looked at"]);
    const logged = await db.select().from(auditLog).where(eq(auditLog.entity, "person"));
    expect(JSON.stringify(logged.map(({ entityId, after }) => [entityId, after]))).not.toContain(
      email,
    );
  });
});

describe("an erased person", () => {
  it("can't sign in and loses name, phone number and messages, while documents and the audit log stay", async () => {
    const order = await paidOrder();
    await pay();
    const [before] = await db.select().from(documents).where(eq(documents.customerId, id));
    const entries = await db.$count(ledgerEntries, eq(ledgerEntries.customerId, id));
    await queueMail(db, { to: email, subject: "Hello", text: "T", html: "H" });
    await erase();
    expect(await addressOf(db, admin, keyOf(email))).toBeNull();
    expect(await db.$count(account, eq(account.userId, id))).toBe(0);
    expect(await db.$count(session, eq(session.userId, id))).toBe(0);
    expect(await db.$count(members, eq(members.userId, id))).toBe(0);
    expect(await db.$count(mailOutbox, eq(mailOutbox.recipient, email))).toBe(0);
    const [person] = await db.select().from(user).where(eq(user.id, id));
    expect(person).toMatchObject({ name: "", email: `erased-${id}@erased.invalid` });
    const [customer] = await db.select().from(customers).where(eq(customers.id, id));
    expect(customer).toMatchObject({ companyName: "Sample Bistro", contactName: "", phone: "" });
    const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, id));
    expect(site).toMatchObject({ address, phone: "" });
    expect((await db.select().from(documents).where(eq(documents.customerId, id)))[0]).toEqual(
      before,
    );
    expect(await db.$count(ledgerEntries, eq(ledgerEntries.customerId, id))).toBe(entries);
    expect(await db.$count(orders, eq(orders.id, order))).toBe(1);
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entityId, keyOf(email)), eq(auditLog.action, "erased")));
    expect(entry?.actorId).toBe(admin.userId);
  });

  it("with a private account also loses its name and address, and those in its orders", async () => {
    await db
      .update(customers)
      .set({
        accountingName: "Sample, Sam",
        holdNote: "Sam pays late",
        poMode: "blanket",
        poBlanket: "Sam's",
        poBlanketEndsOn: "2027-01-31",
      })
      .where(eq(customers.id, id));
    await db.update(shipTos).set({ postalCode: "V2S1A2" }).where(eq(shipTos.customerId, id));
    const order = await paidOrder();
    await db.update(orders).set({ deliveryPostalCode: "V2S1A2" }).where(eq(orders.id, order));
    await pay();
    await erase(true);
    const [customer] = await db.select().from(customers).where(eq(customers.id, id));
    expect(customer).toMatchObject({
      companyName: "Erased",
      accountingName: "",
      notes: "",
      holdNote: "",
      poBlanket: "",
      poBlanketEndsOn: null,
    });
    expect(customer?.inactiveAt).not.toBeNull();
    const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, id));
    expect(site).toMatchObject({ address: "", postalCode: "", phone: "" });
    const [left] = await db.select().from(orders).where(eq(orders.id, order));
    expect(left).toMatchObject({
      notes: "",
      deliveryAddress: "",
      deliveryPostalCode: "",
      deliveryPhone: "",
      totalPrice: "86.40",
    });
  });

  it("can be a guest without an account", async () => {
    const guestEmail = `guest-${randomUUID()}@example.com`;
    const [guest = ""] = await insertCustomers(db, [
      {
        kind: "person",
        companyName: "Sam Sample",
        contactName: "Sam Sample",
        phone,
        guestEmail,
        site: { address },
      },
    ]);
    const order = await paidOrder(guest);
    await pay(guest);
    expect(await dataOf(db, guestEmail)).toMatchObject({
      customers: [{ isGuest: true, companyName: "Sam Sample" }],
      orders: [{ id: order }],
    });
    await erase(false, guestEmail);
    const [customer] = await db.select().from(customers).where(eq(customers.id, guest));
    expect(customer).toMatchObject({ companyName: "Erased", contactName: "", phone: "" });
    // Still a guest, whose address nobody can read.
    expect(customer?.guestEmail).toBe(`erased-${guest}@erased.invalid`);
    expect(await addressOf(db, admin, keyOf(guestEmail))).toBeNull();
  });

  it("leaves another business, whose team they were in, unchanged", async () => {
    const other = (await insertClient(db)).user.id;
    await db.insert(members).values({ customerId: other, userId: id, role: "buyer" });
    await db.update(customers).set({ contactName: "Kim", phone }).where(eq(customers.id, other));
    await erase();
    const [customer] = await db.select().from(customers).where(eq(customers.id, other));
    expect(customer).toMatchObject({ contactName: "Kim", phone });
    expect(await db.$count(members, eq(members.customerId, other))).toBe(1);
  });
});

describe("after the retention period", () => {
  const times = { answeredMonths: 12, mailMonths: 24, guestYears: 7 };
  const ago = (years: number) => new Date(Date.now() - years * 366 * 24 * 3_600_000);

  async function guestOf(years: number) {
    const guestEmail = `guest-${randomUUID()}@example.com`;
    const [guest = ""] = await insertCustomers(db, [
      { kind: "person", companyName: "Sam Sample", phone, guestEmail, createdAt: ago(years) },
    ]);
    const order = await paidOrder(guest);
    await db
      .update(orders)
      .set({ placedAt: ago(years) })
      .where(eq(orders.id, order));
    return guest;
  }
  const nameOf = async (guest: string) =>
    (await db.select().from(customers).where(eq(customers.id, guest)))[0]?.companyName;

  it("guests without open amounts are erased once, years after their last order", async () => {
    const [old, late, owing] = [await guestOf(8), await guestOf(6), await guestOf(9)];
    for (const guest of [old, late]) await pay(guest);
    expect(await forgetKept(db, { ...times, guestYears: 0 }, [])).toBe(0);
    expect(await forgetKept(db, times, [])).toBe(1);
    expect(await forgetKept(db, times, [])).toBe(0);
    expect(await nameOf(old)).toBe("Erased");
    expect(await nameOf(late)).toBe("Sam Sample");
    expect(await nameOf(owing)).toBe("Sam Sample");
  });

  it("sent emails are deleted, but not waiting or failed ones", async () => {
    const to = `mails-${randomUUID()}@example.com`;
    const mail = { recipient: to, text: "T", html: "H", createdAt: ago(3) };
    await db.insert(mailOutbox).values([
      { ...mail, subject: "Old", text: "", html: null, sentAt: ago(3) },
      { ...mail, subject: "Lately", text: "", html: null, sentAt: ago(1) },
      { ...mail, subject: "Waits" },
      { ...mail, subject: "Failed", attempts: 1, lastError: "No such box", failedAt: ago(3) },
    ]);
    const others: number[] = [];
    await forgetKept(db, times, [async (_, months) => void others.push(months)]);
    const left = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, to));
    expect(left.map(({ subject }) => subject).sort()).toEqual(["Failed", "Lately", "Waits"]);
    expect(others).toEqual([12]);
  });
});

describe("erasing is refused", () => {
  const why = async () => whyNotErased(db, admin, await dataOf(db, email));

  async function refused(code: string) {
    const before = await dataOf(db, email);
    expect(await why()).not.toBeNull();
    await expect(erase()).rejects.toMatchObject({ code });
    expect(await dataOf(db, email)).toEqual(before);
  }

  it("for staff", async () => {
    await db.update(profiles).set({ staffRole: "packer" }).where(eq(profiles.id, id));
    await refused("staff");
  });

  it("for the owner of an account that other members sign in to", async () => {
    const other = (await insertClient(db)).user.id;
    await db.insert(members).values({ customerId: id, userId: other, role: "buyer" });
    await refused("owner");
  });

  it("while an order or an invoice is open, or they have credit", async () => {
    const { id: open } = await insertFilledOrder(db, id, { status: "pending" });
    await refused("open order");
    await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, open));
    expect(await why()).toBeNull();
    await paidOrder();
    await refused("open money");
    await pay();
    expect(await why()).toBeNull();
  });
});

it("every column with an email address is searched, or listed as not personal", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name ~ 'email|recipient'
      and data_type = 'text'
    order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([
    // Counted, and otherwise kept.
    "audit_log.actor_email",
    "contact_messages.email",
    "contacts.email",
    "customers.guest_email",
    "delivery_waitlist.email",
    // As issued.
    "documents.buyer_email",
    "invitations.email",
    "mail_outbox.recipient",
    // The shop's own.
    "payment_settings.etransfer_email",
    "staff_invitations.email",
    "stock_waitlist.email",
    // Suppliers are businesses.
    "suppliers.email",
    // A phone number, cleared once its message is sent or given up.
    "text_outbox.recipient",
    "users.email",
    "wholesale_inquiries.email",
  ]);
});
