import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { waitToLeave } from "#app/domain/orders/leaving.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers, members } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documentOrders, documents } from "#db/schema/money/documents.ts";
import { waitingDocuments } from "#db/schema/money/waiting-documents.ts";
import { orders } from "#db/schema/orders.ts";
import { insertFilledOrder, issueFor, noteFor } from "#tests/setup/factories/orders.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { invoiceEndedMonths } from "./monthly/monthly-invoices.server.ts";
import {
  beginStatements,
  countOverdue,
  getReminders,
  sendReminders,
  sendStatements,
  updateReminders,
} from "./reminders.server.ts";
import { presetReminders } from "./reminders.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;

beforeEach(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});

afterEach(() => database.close());

const shop = sampleShop();

async function client(totals: string[]) {
  const { user } = await insertClient(db);
  for (const totalPrice of totals) {
    const order = await insertFilledOrder(db, user.id, { status: "fulfilled", totalPrice });
    // Due on 31 October.
    await issueFor(db, order, new Date("2026-10-01T19:00:00Z"));
  }
  return user;
}

const mails = () =>
  db.select({ to: mailOutbox.recipient, subject: mailOutbox.subject }).from(mailOutbox);

/** Also sends reminders for invoices that are already overdue. */
const switchOn = (database: Database, by: Admin) =>
  updateReminders(database, by, { ...presetReminders, isOn: true, withOverdue: true });

const on = (day: string) => new Date(`${day}T19:00:00Z`);

describe("reminders", () => {
  it("are off until the owner switches them on, which is logged", async () => {
    await client(["100.00"]);
    expect(await getReminders(db, admin)).toEqual(presetReminders);
    expect(await sendReminders(db, shop, on("2026-11-10"))).toEqual([]);
    await updateReminders(db, admin, { ...presetReminders, isOn: true, afterDays: 5 });
    await updateReminders(db, admin, { ...presetReminders, isOn: true, afterDays: 5 });
    const logged = await db
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog);
    expect(logged).toEqual([
      { before: { isOn: false, afterDays: 3 }, after: { isOn: true, afterDays: 5 } },
    ]);
  });

  it("aren't sent immediately for overdue invoices when switched on, or when a text changes", async () => {
    await client(["100.00"]);
    const wanted = { ...presetReminders, isOn: true };
    expect(await countOverdue(db, admin, on("2026-10-31"))).toBe(0);
    expect(await countOverdue(db, admin, on("2027-01-10"))).toBe(1);
    await updateReminders(db, admin, wanted, undefined, on("2027-01-10"));
    expect(await sendReminders(db, shop, on("2027-01-10"))).toEqual([]);
    const changed = { ...wanted, afterText: "Please pay this.", withOverdue: true };
    await updateReminders(db, admin, changed, undefined, on("2027-01-12"));
    expect(await sendReminders(db, shop, on("2027-01-12"))).toEqual([]);
    expect(await sendReminders(db, shop, on("2027-01-13"))).toEqual(["INV-000001"]);
    expect(await sendReminders(db, shop, on("2027-01-30"))).toEqual([]);
    expect(await sendReminders(db, shop, on("2027-01-31"))).toEqual(["INV-000001"]);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      ...["Past due: INV-000001, $100.00", "Past due: INV-000001, $100.00"],
    ]);
  });

  it("are sent for overdue invoices if the owner chooses so, and count days anew when switched on again", async () => {
    await client(["100.00"]);
    const wanted = { ...presetReminders, isOn: true };
    await updateReminders(db, admin, wanted, undefined, on("2026-11-10"));
    await updateReminders(db, admin, presetReminders, undefined, on("2026-11-11"));
    const withOverdue = { ...wanted, withOverdue: true };
    await updateReminders(db, admin, withOverdue, undefined, on("2026-11-11"));
    expect(await sendReminders(db, shop, on("2026-11-11"))).toEqual(["INV-000001"]);
    await updateReminders(db, admin, presetReminders, undefined, on("2027-01-10"));
    await updateReminders(db, admin, wanted, undefined, on("2027-01-11"));
    expect(await sendReminders(db, shop, on("2027-01-11"))).toEqual([]);
    // The first reminder was sent before.
    expect(await sendReminders(db, shop, on("2027-01-14"))).toEqual([]);
    expect(await sendReminders(db, shop, on("2027-02-01"))).toEqual(["INV-000001"]);
  });

  it("aren't sent for an invoice whose own email waits until its order has left", async () => {
    await client(["100.00", "70.00"]);
    const [waiting] = await db
      .select({ orderId: documentOrders.orderId, documentId: documents.id })
      .from(documents)
      .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
      .where(eq(documents.documentNumber, "INV-000001"));
    const { orderId, documentId } = waiting ?? {};
    if (!orderId || !documentId) throw new Error("There is no such invoice");
    await db.transaction((tx) => waitToLeave(tx, { orderId, documentId }));
    await switchOn(db, admin);
    expect(await countOverdue(db, admin, on("2026-11-10"))).toBe(1);
    expect(await sendReminders(db, shop, on("2026-11-10"))).toEqual(["INV-000002"]);
    await db.update(waitingDocuments).set({ leftAt: new Date() });
    expect(await countOverdue(db, admin, on("2026-11-10"))).toBe(2);
    expect(await sendReminders(db, shop, on("2026-11-10"))).toEqual(["INV-000001"]);
  });

  it("go to a guest with the invoice's own link, not to the account that sees the order", async () => {
    const user = await client([]);
    const [guest] = await db
      .insert(customers)
      .values({
        kind: "person",
        companyName: "Jo",
        guestEmail: "jo@example.com",
        adoptedBy: user.id,
      })
      .returning();
    const order = await insertFilledOrder(db, user.id, { status: "fulfilled" });
    await db
      .update(orders)
      .set({ shipToId: null, customerId: guest?.id })
      .where(eq(orders.id, order.id));
    const { url } = await issueFor(db, order, new Date("2026-10-01T19:00:00Z"));
    expect(await countOverdue(db, admin, on("2026-11-10"))).toBe(1);
    await switchOn(db, admin);
    await sendReminders(db, shop, on("2026-10-29"));
    await sendReminders(db, shop, on("2026-10-29"));
    const sent = await db.select().from(mailOutbox);
    expect(sent).toMatchObject([{ recipient: "jo@example.com" }]);
    expect(sent[0]?.text).toContain(shop.siteUrl + url);
    expect(sent[0]?.text).not.toContain("/dashboard");
  });

  it("aren't sent to clients of whom we have no email address, whose invoices aren't counted", async () => {
    const { id } = await client(["100.00"]);
    await client(["40.00"]);
    await db.delete(members).where(eq(members.customerId, id));
    expect(await countOverdue(db, admin, on("2026-11-10"))).toBe(1);
    await switchOn(db, admin);
    expect(await sendReminders(db, shop, on("2026-11-10"))).toEqual(["INV-000002"]);
  });

  it("are sent once for each step, in one email for all of a client's invoices except small amounts", async () => {
    const { email } = await client(["100.00", "5.00", "40.00"]);
    await switchOn(db, admin);
    const send = (day: string) => sendReminders(db, shop, on(day));
    expect(await send("2026-10-20")).toEqual([]);
    const both = await Promise.all([send("2026-10-29"), send("2026-10-29")]);
    expect(both.flat().sort()).toEqual(["INV-000001", "INV-000003"]);
    expect(await send("2026-10-30")).toEqual([]);
    expect(await send("2026-11-10")).toEqual(["INV-000001", "INV-000003"]);
    expect(await send("2026-11-11")).toEqual([]);
    expect(await send("2026-12-24")).toEqual(["INV-000001", "INV-000003"]);
    expect(await send("2027-12-24")).toEqual([]);
    expect(await mails()).toEqual([
      { to: email, subject: "Due soon: 2 invoices, $140.00" },
      { to: email, subject: "Past due: 2 invoices, $140.00" },
      { to: email, subject: "Past due: 2 invoices, $140.00" },
    ]);
  });

  it("go only to bookkeepers of all sites with a confirmed address, if there are any", async () => {
    const { id } = await client(["100.00"]);
    const unconfirmed = { user: { emailVerified: false } };
    const others = [
      await insertClient(db),
      await insertClient(db),
      await insertClient(db, unconfirmed),
    ];
    const roles = ["bookkeeper", "buyer", "bookkeeper"] as const;
    for (const [index, { user }] of others.entries()) {
      const role = roles[index] ?? "viewer";
      await db.insert(members).values({ customerId: id, userId: user.id, role });
    }
    await switchOn(db, admin);
    await sendReminders(db, shop, on("2026-11-10"));
    expect((await mails()).map(({ to }) => to)).toEqual([others[0]?.user.email]);
  });
});

describe("statements", () => {
  it("begin with the month in which they were switched on", async () => {
    const { id, email } = await client(["100.00"]);
    await db.update(customers).set({ wantsStatements: true }).where(eq(customers.id, id));
    await db.transaction((tx) => beginStatements(tx, [id], on("2026-11-23")));
    await db.transaction((tx) => beginStatements(tx, [id], on("2026-11-24")));
    expect(await sendStatements(db, shop, on("2026-11-23"))).toBe(0);
    expect(await sendStatements(db, shop, on("2026-12-01"))).toBe(1);
    expect(await mails()).toEqual([
      { to: email, subject: "Your statement for November 2026: $100.00" },
    ]);
  });

  it("are sent only after the month's invoice was issued", async () => {
    const { id, email } = await client([]);
    const monthly = { wantsStatements: true, invoicePer: "month" } as const;
    await db.update(customers).set(monthly).where(eq(customers.id, id));
    const order = await insertFilledOrder(db, id, { status: "fulfilled", totalPrice: "100.00" });
    await noteFor(db, order, new Date("2026-10-20T19:00:00Z"));
    expect(await sendStatements(db, shop, on("2026-11-01"))).toBe(0);
    await invoiceEndedMonths(db, shop, on("2026-11-01"));
    expect(await sendStatements(db, shop, on("2026-11-01"))).toBe(1);
    expect(await mails()).toContainEqual({
      to: email,
      subject: "Your statement for October 2026: $100.00",
    });
  });

  it("are sent once a month to the customers that want them", async () => {
    const { id, email } = await client(["100.00"]);
    await client(["100.00"]);
    const { id: idle } = await client([]);
    await db.update(customers).set({ wantsStatements: true }).where(eq(customers.id, id));
    await db.update(customers).set({ wantsStatements: true }).where(eq(customers.id, idle));
    const send = (day: string) => sendStatements(db, shop, on(day));
    const both = await Promise.all([send("2026-11-01"), send("2026-11-01")]);
    expect(both.sort()).toEqual([0, 1]);
    expect(await send("2026-11-30")).toBe(0);
    expect(await send("2026-12-01")).toBe(1);
    expect(await mails()).toEqual([
      { to: email, subject: "Your statement for October 2026: $100.00" },
      { to: email, subject: "Your statement for November 2026: $100.00" },
    ]);
  });
});
