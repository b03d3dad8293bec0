import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { wantsMails } from "#app/domain/customers/mail-choices/mail-choices.server.ts";
import { setMailChoice } from "#app/domain/customers/save-customers.server.ts";
import { listInvoices } from "#app/domain/documents/invoices.server.ts";
import { invoiceEndedMonths } from "#app/domain/documents/monthly/monthly-invoices.server.ts";
import { readStatement } from "#app/domain/documents/statements/statement.server.ts";
import { readGuides } from "#app/domain/guides/guides.server.ts";
import { balanceOf, debtsOf, listAccounts } from "#app/domain/ledger/accounts.server.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { listOrders } from "#app/domain/orders/lists/orders.server.ts";
import { recipientsOf } from "#app/domain/orders/order-recipient.server.ts";
import { exportLedger } from "#app/features/accounting/ledger-exports.server.ts";
import { listClients } from "#app/features/clients/clients-admin.server.ts";
import { giveStandingOrders } from "#app/features/standing-orders/change-standing-order.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { daysAfter, firstOfMonth, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { contacts, customers, members, recordsOf, shipTos } from "#db/schema/customers.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documents } from "#db/schema/money/documents.ts";
import { allocations, ledgerEntries, statementsSent } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { insertFilledOrder, insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { exportedRows } from "#tests/setup/files/read-export.ts";
import { invoicedOrder, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { setInactive } from "./client-records.server.ts";
import { mergeClients, separateClients } from "./merge-clients.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
/** The record that is merged away, and the one that stays. */
let old: string;
let kept: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  admin = await signedInAdmin(db);
});
beforeEach(async () => {
  old = await record("Sample Bistro", "100 Sample Street, Abbotsford, BC");
  kept = await record("The Sample Bistro Ltd.", "9 Other Road, Mission, BC");
});
afterAll(() => database.close());

async function record(companyName: string, address: string): Promise<string> {
  return (await insertClient(db, { profile: { companyName, address } })).user.id;
}

const services = { shop, giveStandingOrders };
const merge = (customerId = old, intoId = kept) =>
  mergeClients(db, admin, { customerId, intoId }, services);
const separate = (customerId = old) => separateClients(db, admin, customerId, services);
const code = (reason: string) => ({ code: reason });

async function clientNow(userId: string): Promise<Client> {
  const [found] = await db
    .select({
      email: user.email,
      customerId: members.customerId,
      role: members.role,
      siteIds: members.siteIds,
      records: recordsOf(members.customerId),
    })
    .from(members)
    .innerJoin(user, eq(user.id, members.userId))
    .where(eq(members.userId, userId));
  if (!found) throw new Error("Nobody's member");
  const { email, ...membership } = found;
  const { client } = capabilitiesOf({ userId, email, isAdmin: false, membership }, "");
  if (!client) throw new Error("Not a client");
  return client;
}

async function invoiced(customerId: string) {
  const order = await insertOrder(db, customerId);
  await insertOrderItem(db, order.id);
  return invoicedOrder(db, admin, order.id, shop);
}

const pay = (customerId: string, cents: number, settles: "oldest first" | "nothing yet") =>
  bookPayment(db, admin, {
    customerId,
    cents,
    settles,
    requestId: randomUUID(),
    method: "cheque",
    receivedOn: pacificDay(new Date()),
    reference: "",
    note: "",
  });

const orderNow = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0];

describe("merging two client records", () => {
  it("shows the documents and orders of both as one account, and rewrites none of them", async () => {
    await invoiced(old);
    await invoiced(kept);
    const [written, entries] = await Promise.all([
      db.select().from(documents).orderBy(asc(documents.id)),
      db.select().from(ledgerEntries).orderBy(asc(ledgerEntries.id)),
    ]);
    await merge();
    expect(await db.select().from(documents).orderBy(asc(documents.id))).toEqual(written);
    expect(await db.select().from(ledgerEntries).orderBy(asc(ledgerEntries.id))).toEqual(entries);

    for (const userId of [old, kept]) {
      const client = await clientNow(userId);
      expect(client.customerId).toBe(kept);
      expect((await listInvoices(db, client)).rows).toHaveLength(2);
      expect((await listOrders(db, client)).rows).toHaveLength(2);
    }
    for (const id of [old, kept]) {
      expect(await balanceOf(db, id)).toMatchObject({ openCents: 49_980, balanceCents: 49_980 });
      expect(await debtsOf(db, id)).toHaveLength(2);
      expect(await exposureOf(db, id)).toMatchObject({ owedCents: 49_980 });
    }
    const today = pacificDay(new Date());
    const days = { from: firstOfMonth(today), to: today };
    expect((await readStatement(db, kept, days, shop))?.entries).toHaveLength(2);
    const { rows } = await listAccounts(db, admin, { search: "Sample Bistro" });
    const both = rows.filter(({ customerId }) => [old, kept].includes(customerId));
    expect(both).toMatchObject([{ customerId: kept, openCents: 49_980 }]);
  });

  it("lists one client, found by either name", async () => {
    await db.update(customers).set({ companyName: "Sumas" }).where(eq(customers.id, old));
    await merge();
    const found = async (search: string) =>
      (await listClients(db, admin, { search })).rows.map(({ id }) => id);
    expect(await found(old)).toEqual([kept]);
    expect(await found("sumas")).toContain(kept);
    expect(await found("sumas")).not.toContain(old);
  });

  it("lets a payment for the kept record settle the other's invoice", async () => {
    await pay(kept, 30_000, "nothing yet");
    await invoiced(old);
    await merge();
    await pay(kept, 24_990, "oldest first");
    expect(await balanceOf(db, kept)).toMatchObject({ openCents: 0, creditCents: 30_000 });
  });

  it("moves open orders with their places on runs, and leaves closed ones", async () => {
    const closed = await invoiced(old);
    const run = await insertRun(db, { bookedStops: 2, bookedLb: "30.00" });
    const theirs = await insertFilledOrder(db, old, { bookedLb: "10.00" });
    const own = await insertFilledOrder(db, kept, { bookedLb: "20.00" });
    await putOnRun(db, run, theirs);
    await putOnRun(db, run, own);
    await merge();
    const moved = await orderNow(theirs.id);
    expect(moved).toMatchObject({ customerId: kept, runId: run.id, totalPrice: theirs.totalPrice });
    const [site] = await db
      .select()
      .from(shipTos)
      .where(eq(shipTos.id, moved?.shipToId ?? ""));
    expect(site).toMatchObject({ customerId: kept, name: "100 Sample Street", isDefault: false });
    expect(await db.select().from(runStops).where(eq(runStops.runId, run.id))).toHaveLength(2);
    const [booked] = await db.select().from(runs).where(eq(runs.id, run.id));
    expect(booked).toMatchObject({ bookedStops: 2, bookedLb: "30.00" });
    expect((await orderNow(closed.id))?.customerId).toBe(old);

    await separate();
    expect(await orderNow(theirs.id)).toMatchObject({ customerId: old, shipToId: theirs.shipToId });
    expect(
      await db
        .select()
        .from(shipTos)
        .where(eq(shipTos.id, site?.id ?? "")),
    ).toEqual([]);
  });

  it("joins two stops at one address into one, which frees a place on the run", async () => {
    const same = { address: "100 sample street,\nAbbotsford BC" };
    await db.update(shipTos).set(same).where(eq(shipTos.customerId, kept));
    const run = await insertRun(db, { bookedStops: 2, bookedLb: "30.00" });
    const theirs = await insertFilledOrder(db, old, { bookedLb: "10.00" });
    const own = await insertFilledOrder(db, kept, { bookedLb: "20.00" });
    await putOnRun(db, run, theirs);
    const stop = await putOnRun(db, run, own);
    await merge();
    expect(await orderNow(theirs.id)).toMatchObject({ stopId: stop.id, shipToId: own.shipToId });
    expect(await db.$count(runStops, eq(runStops.runId, run.id))).toBe(1);
    const [booked] = await db.select().from(runs).where(eq(runs.id, run.id));
    expect(booked).toMatchObject({ bookedStops: 1, bookedLb: "30.00" });
  });

  it("leaves an order that is on a truck with the old record, and lists it with the others", async () => {
    const run = await insertRun(db, { bookedStops: 1, state: "out" });
    const order = await insertFilledOrder(db, old);
    await putOnRun(db, run, order);
    await merge();
    expect((await orderNow(order.id))?.customerId).toBe(old);
    const { rows } = await listOrders(db, await clientNow(kept));
    expect(rows.map(({ id }) => id)).toContain(order.id);
    expect((await exposureOf(db, kept)).orderedCents).toBeGreaterThan(0);
    const told = await recipientsOf(db, { customerId: old, placedBy: old });
    expect(told).toHaveLength(1);
  });

  it("lets members of both sign in to the kept record, with one owner and no duplicate emails", async () => {
    const buyer = (await insertClient(db)).user.id;
    await db.delete(members).where(eq(members.userId, buyer));
    const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, old));
    const siteIds = [site?.id ?? ""];
    await db.insert(members).values({ customerId: old, userId: buyer, role: "buyer", siteIds });
    await db.insert(contacts).values({
      customerId: old,
      email: "books@example.com",
      getsOrders: false,
      getsInvoices: true,
      getsStatements: false,
    });
    await insertFilledOrder(db, old);
    const mailsBefore = await db.$count(mailOutbox);
    await merge();
    const roles = await db.select().from(members).where(eq(members.customerId, kept));
    const roleOf = (userId: string) => roles.find((row) => row.userId === userId);
    expect(roleOf(kept)?.role).toBe("owner");
    expect(roleOf(old)?.role).toBe("approver");
    expect(roleOf(buyer)).toMatchObject({ role: "buyer" });
    const cook = await clientNow(buyer);
    expect(cook.sites).toHaveLength(2);
    expect((await listOrders(db, cook)).rows).toHaveLength(1);
    expect(await db.$count(contacts, eq(contacts.customerId, kept))).toBe(1);
    expect((await db.$count(mailOutbox)) - mailsBefore).toBe(3);

    await separate();
    const back = await db.select().from(members).where(eq(members.customerId, old));
    expect(back.map(({ userId, role }) => ({ userId, role }))).toEqual(
      expect.arrayContaining([
        { userId: old, role: "owner" },
        { userId: buyer, role: "buyer" },
      ]),
    );
    expect(back.find(({ userId }) => userId === buyer)?.siteIds).toEqual(siteIds);
    expect(await db.$count(members, eq(members.customerId, kept))).toBe(1);
    expect(await db.$count(contacts, eq(contacts.customerId, kept))).toBe(0);
  });

  it("moves the order guide of the old record's site to the new site", async () => {
    const order = await insertOrder(db, old, { status: "fulfilled" });
    await insertOrderItem(db, order.id, { productId: (await insertProduct(db)).id });
    await merge();
    const [site] = await db
      .select()
      .from(shipTos)
      .where(eq(shipTos.id, order.shipToId ?? ""));
    const guides = await readGuides(db, await clientNow(kept));
    expect(guides.map(({ siteId }) => siteId)).toEqual([site?.mergedInto]);
    expect(guides[0]?.items).toHaveLength(1);
  });

  it("bills the delivery notes of both on one monthly invoice", async () => {
    for (const id of [old, kept]) {
      await db.update(customers).set({ invoicePer: "month" }).where(eq(customers.id, id));
      await invoiced(id);
    }
    await merge();
    const next = new Date(
      `${firstOfMonth(daysAfter(firstOfMonth(pacificDay(new Date())), 32))}T12:00:00Z`,
    );
    expect(await invoiceEndedMonths(db, shop, next)).toHaveLength(1);
    const bills = await db
      .select()
      .from(documents)
      .where(and(eq(documents.customerId, kept), eq(documents.kind, "invoice")));
    expect(bills).toMatchObject([{ orderCount: 2, total: "499.80" }]);
    await expect(separate()).rejects.toMatchObject(code("sent"));
  });
});

describe("emails and exports after a merge", () => {
  it("use the kept record's name, and apply an old unsubscribe link to it", async () => {
    await invoiced(old);
    await merge();
    const rows = await exportedRows(exportLedger(db, admin, {}));
    const last = JSON.stringify(rows.at(-1));
    expect(last).toContain("The Sample Bistro Ltd.");
    await db.transaction((tx) => setMailChoice(tx, old, "order-reminders", false));
    const [row] = await db.select().from(customers).where(eq(customers.id, kept));
    expect(row?.wantsOrderReminders).toBe(false);
    expect(await wantsMails(db, old, "order-reminders")).toBe(false);
  });
});

describe("a refused merge", () => {
  it("is one with itself or an unknown, staff, guest, inactive or merged record, or of one that others were merged into", async () => {
    const third = await record("Third", "3 Third Street");
    await expect(merge(old, old)).rejects.toMatchObject(code("same"));
    await expect(merge(old, randomUUID())).rejects.toMatchObject(code("gone"));
    await expect(merge("x", kept)).rejects.toMatchObject(code("gone"));
    await expect(merge(old, admin.customerId)).rejects.toMatchObject(code("staff"));
    const guest = { guestEmail: "guest@example.com", kind: "person" } as const;
    const [{ id: guestId = "" } = {}] = await db.insert(customers).values(guest).returning();
    await expect(merge(guestId, kept)).rejects.toMatchObject(code("guest"));
    await setInactive(db, admin, third, true);
    await expect(merge(old, third)).rejects.toMatchObject(code("inactive"));
    await merge();
    await expect(merge()).rejects.toMatchObject(code("merged"));
    await expect(merge(third, old)).rejects.toMatchObject(code("merged"));
    await expect(merge(kept, third)).rejects.toMatchObject(code("holds others"));
    await expect(setInactive(db, admin, old, false)).rejects.toMatchObject(code("merged"));
    await expect(separate(third)).rejects.toMatchObject(code("not merged"));
  });

  it("is, by a constraint of the database, one that would chain merged records", async () => {
    const third = await record("Third", "3 Third Street");
    await merge();
    const now = { inactiveAt: new Date() };
    await expect(
      db
        .update(customers)
        .set({ ...now, mergedInto: old })
        .where(eq(customers.id, third)),
    ).rejects.toMatchObject({ cause: { constraint: "customers_merges_flat" } });
    await expect(
      db
        .update(customers)
        .set({ ...now, mergedInto: third })
        .where(eq(customers.id, kept)),
    ).rejects.toMatchObject({ cause: { constraint: "customers_merges_flat" } });
  });

  it("is one of two concurrent merges of the same records in opposite directions", async () => {
    const both = await Promise.allSettled([merge(old, kept), merge(kept, old)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("separating merged records", () => {
  it("reopens invoices settled with the other record's payments, and leaves each record its own entries", async () => {
    await invoiced(old);
    await merge();
    await pay(kept, 24_990, "oldest first");
    await separate();
    expect(await balanceOf(db, old)).toMatchObject({ openCents: 24_990, creditCents: 0 });
    expect(await balanceOf(db, kept)).toMatchObject({ openCents: 0, creditCents: 24_990 });
    const between = await db.select().from(allocations).where(eq(allocations.customerId, kept));
    expect(between.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
    expect((await listInvoices(db, await clientNow(old))).rows).toHaveLength(1);
    expect((await listInvoices(db, await clientNow(kept))).rows).toHaveLength(0);
    await merge();
    expect(await balanceOf(db, kept)).toMatchObject({ openCents: 24_990, creditCents: 24_990 });
  });

  it("restores the names of the kept record's sites", async () => {
    const names = async () => {
      const own = await db.select().from(shipTos).where(eq(shipTos.customerId, kept));
      return own.map(({ name }) => name).sort();
    };
    const before = await names();
    await merge();
    expect(await names()).toEqual(["100 Sample Street", "9 Other Road"]);
    await separate();
    expect(await names()).toEqual(before);
  });

  it("leaves orders invoiced since the merge with the kept record, and removed members out of the team", async () => {
    const order = await insertFilledOrder(db, old);
    await merge();
    await invoicedOrder(db, admin, order.id, shop);
    await db.delete(members).where(eq(members.userId, old));
    await separate();
    expect((await orderNow(order.id))?.customerId).toBe(kept);
    expect(await db.$count(members, eq(members.customerId, old))).toBe(0);
  });

  it("is refused once a statement was sent after the merge", async () => {
    await merge();
    const month = firstOfMonth(pacificDay(new Date()));
    const sentAt = new Date(Date.now() + 1000);
    await db.insert(statementsSent).values({ customerId: kept, month, sentAt });
    await expect(separate()).rejects.toMatchObject(code("sent"));
  });

  it("leaves an inactive record inactive", async () => {
    await setInactive(db, admin, old, true);
    await merge();
    await separate();
    const [row] = await db.select().from(customers).where(eq(customers.id, old));
    expect(row).toMatchObject({ mergedInto: null, accountId: old });
    expect(row?.inactiveAt).not.toBeNull();
  });
});
