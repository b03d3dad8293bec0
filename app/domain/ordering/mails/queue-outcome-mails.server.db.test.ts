import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { contacts, members } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { documentsOf, insertFilledOrder } from "#tests/setup/factories/orders.ts";
import { numberOfOrder } from "#tests/setup/factories.ts";
import { invoicedOrder, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { cancelOrder } from "../transition/cancel-order.server.ts";
import { fulfilOrder } from "../transition/finish-order.server.ts";

let database: OpenDatabase;
let admin: Admin;
let client: Client;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
  client = await signedInClient(database.db, { companyName: "Bistro d’Été" });
});
afterAll(() => database.close());
afterEach(() => database.db.delete(mailOutbox));

async function place() {
  return (await insertFilledOrder(database.db, client.userId, { totalPrice: "1234.50" })).id;
}

const mails = () => database.db.select().from(mailOutbox);

it("sends the invoice to the client's account, with its link and due date", async () => {
  const { db } = database;
  const id = await place();
  const { invoiceNumber, invoiceUrl } = await invoicedOrder(db, admin, id, shop);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: client.email,
    replyTo: null,
    subject: `Order ${await numberOfOrder(database.db, id)} is packed: invoice ${invoiceNumber}`,
    sentAt: null,
  });
  expect(mail?.text).toContain("Amount due: $1,234.50");
  expect(mail?.text).toContain(shop.siteUrl + invoiceUrl);
});

it("sends no invoice link to the member who ordered if their role is now buyer", async () => {
  const { db } = database;
  const { userId, email } = await signedInClient(db);
  const { id } = await insertFilledOrder(db, userId, { totalPrice: "1234.50" });
  await db.update(members).set({ role: "buyer" }).where(eq(members.userId, userId));
  const { invoiceNumber } = await invoicedOrder(db, admin, id, shop);
  const [mail] = await mails();
  expect(mail).toMatchObject({ recipient: email });
  expect(mail?.text).toContain(`Invoice: ${invoiceNumber}`);
  expect(mail?.text).toContain(`${shop.siteUrl}/dashboard/orders/${id}`);
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/\/invoices\/|Open the invoice|invoice link/);
});

it("copies the client's contacts, and sends the invoice only to those who get invoices", async () => {
  const { db } = database;
  const { userId, customerId } = await signedInClient(db);
  const own = { customerId, getsStatements: false };
  await db.insert(contacts).values([
    { ...own, email: "books@example.com", getsOrders: false, getsInvoices: true },
    { ...own, email: "kitchen@example.com", getsOrders: true, getsInvoices: false },
  ]);
  const { id } = await insertFilledOrder(db, userId, { totalPrice: "1234.50" });
  const { invoiceUrl } = await invoicedOrder(db, admin, id, shop);
  const textTo = async (email: string) =>
    (await mails()).find(({ recipient }) => recipient === email)?.text ?? "";
  expect(await mails()).toHaveLength(3);
  expect(await textTo("books@example.com")).toContain(shop.siteUrl + invoiceUrl);
  expect(await textTo("kitchen@example.com")).toContain("$1,234.50");
  expect(await textTo("kitchen@example.com")).not.toContain("/invoices/");
});

it("emails the client about a cancelled order", async () => {
  const id = await place();
  await cancelOrder(database.db, admin, id, shop);
  const subject = `Order ${await numberOfOrder(database.db, id)} is cancelled`;
  expect(await mails()).toMatchObject([{ recipient: client.email, subject }]);
});

it("sends one email that matches the outcome when staff fulfil and cancel concurrently", async () => {
  const { db } = database;
  const id = await place();
  await Promise.allSettled([
    fulfilOrder(db, admin, id, shop),
    cancelOrder(db, admin, id, shop),
    fulfilOrder(db, admin, id, shop),
    cancelOrder(db, admin, id, shop),
  ]);
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toContain(order?.status === "fulfilled" ? "is packed" : "is cancelled");
});

it("sends nothing for an order that could not be fulfilled", async () => {
  const { db } = database;
  const id = await place();
  await db.delete(orderItems).where(eq(orderItems.orderId, id));
  await expect(fulfilOrder(db, admin, id, shop)).rejects.toThrow();
  expect(await mails()).toEqual([]);
});

it("neither fulfils nor cancels an order whose email can't be queued", async () => {
  const { db } = database;
  const id = await place();
  await db.execute("alter table mail_outbox add constraint closed check (subject = '') not valid");
  try {
    await expect(fulfilOrder(db, admin, id, shop)).rejects.toThrow();
    await expect(cancelOrder(db, admin, id, shop)).rejects.toThrow();
  } finally {
    await db.execute("alter table mail_outbox drop constraint closed");
  }
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  expect(order?.status).toBe("pending");
  expect(await documentsOf(db, id)).toEqual([]);
});

it("emails the owner about an order placed by a former member or taken by phone", async () => {
  const { db } = database;
  const former = await signedInClient(db);
  for (const placedBy of [former.userId, admin.userId]) {
    const { id } = await insertFilledOrder(db, client.userId, { totalPrice: "10.00" });
    await db.update(orders).set({ placedBy }).where(eq(orders.id, id));
    await fulfilOrder(db, admin, id, shop);
  }
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([client.email, client.email]);
});

it("emails nobody about an order of a customer without a login", async () => {
  const { db } = database;
  const { userId } = await signedInClient(db);
  const { id } = await insertFilledOrder(db, userId, { totalPrice: "10.00" });
  await db.delete(members).where(eq(members.userId, userId));
  await fulfilOrder(db, admin, id, shop);
  expect(await mails()).toEqual([]);
});
