import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { countOrders } from "#app/domain/orders/lists/order-statistics.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { profiles, user } from "#db/schema/accounts.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, orderTraces, shop } from "#tests/setup/ordering.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { cancelOrder } from "../transition/cancel-order.server.ts";
import { confirmOrder } from "../transition/confirm-order.server.ts";
import { fulfilOrder } from "../transition/finish-order.server.ts";
import { countNewClientOrders, standingOf } from "./new-clients.server.ts";
import { placeOrder } from "./place-order.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;
let product: Awaited<ReturnType<typeof insertProduct>>;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  product = await insertProduct(db);
});
beforeEach(async () => {
  client = await signedInClient(db);
  await db.delete(mailOutbox);
});
afterAll(() => database.close());

function place(by = client, needsConfirmedEmail = false) {
  const rules = { shop, minOrderCents: 0, needsConfirmedEmail };
  return placeOrder(db, by, askedOrder(askFor(product)), rules);
}

const fill = (fields: { phone?: string; address?: string }) =>
  updateCustomer(db, client.customerId, fields);
const setConfirmed = (emailVerified: boolean) =>
  db.update(user).set({ emailVerified }).where(eq(user.id, client.userId));
const mails = () => db.select().from(mailOutbox).orderBy(mailOutbox.recipient);

describe("before the first order", () => {
  it.each([
    [{ phone: "" }, "Please add a phone number to your account before your first order."],
    [{ address: " " }, "Please add a delivery address to your account before your first order."],
    [
      { phone: "", address: "" },
      "Please add a phone number and a delivery address to your account before your first order.",
    ],
  ])("the account needs more than %o", async (fields, message) => {
    await fill(fields);
    const before = await orderTraces(db);
    await expect(place()).rejects.toMatchObject({ problems: [{ field: "account", message }] });
    expect(await orderTraces(db)).toEqual(before);
    await fill({ phone: "604-555-0101", address: "100 Sample Street" });
    expect(await place()).toMatchObject({ isNewClient: true });
  });

  it("the address must be confirmed if the shop requires it", async () => {
    await setConfirmed(false);
    const message = "Please confirm your email address with the link we sent you.";
    await expect(place(client, true)).rejects.toMatchObject({
      problems: [{ field: "account", message }],
    });
    await setConfirmed(true);
    expect(await place(client, true)).toMatchObject({ isNewClient: true });
  });

  it("nothing is required of a client who has ordered before", async () => {
    await insertOrder(db, client.userId);
    await fill({ phone: "", address: "" });
    const standing = await standingOf(db, client, { needsConfirmedEmail: false });
    expect(standing).toEqual({ isNew: false, missing: [] });
    expect(await place()).toMatchObject({ isNewClient: false });
  });

  it("nothing is required of staff", async () => {
    await fill({ phone: "", address: "" });
    await db.update(profiles).set({ isAdmin: true }).where(eq(profiles.id, client.userId));
    expect(await place()).toMatchObject({ isNewClient: false });
  });
});

describe("a new client's order", () => {
  it("is announced as such to the company and to the client", async () => {
    const { id } = await place();
    const [one, other] = await mails();
    const [toCompany, toClient] =
      one?.recipient === sampleShop().company.email ? [one, other] : [other, one];
    expect(toCompany?.subject).toMatch(/^New client, new order /);
    expect(toCompany?.text).toContain("This client is new: call them");
    expect(toClient?.recipient).toBe(client.email);
    expect(toClient?.text.replace(/\s+/g, " ")).toContain("we will get in touch to confirm it");
    expect(toClient?.text).toContain(id);
  });

  it("sends no email to an unconfirmed address, now or later", async () => {
    await setConfirmed(false);
    const first = await place();
    const second = await place();
    await confirmOrder(db, admin, first.id, shop);
    await fulfilOrder(db, admin, first.id, shop);
    await cancelOrder(db, admin, second.id, shop);
    const recipients = (await mails()).map(({ recipient }) => recipient);
    expect(recipients).toEqual([sampleShop().company.email, sampleShop().company.email]);
  });

  it("counts in no total and can't be fulfilled until it is confirmed", async () => {
    const counted = await countOrders(db, admin, { status: "pending" });
    const waiting = await countNewClientOrders(db, admin);
    const { id } = await place();
    expect(await countOrders(db, admin, { status: "pending" })).toBe(counted);
    expect(await countNewClientOrders(db, admin)).toBe(waiting + 1);
    await expect(fulfilOrder(db, admin, id, shop)).rejects.toMatchObject({ code: "new client" });

    await db.delete(mailOutbox);
    await confirmOrder(db, admin, id.toUpperCase(), shop);
    expect(await countOrders(db, admin, { status: "pending" })).toBe(counted + 1);
    expect(await countNewClientOrders(db, admin)).toBe(waiting);
    expect(await mails()).toMatchObject([
      { recipient: client.email, subject: expect.stringMatching(/^Order \d+ is confirmed$/) },
    ]);
    expect(await auditEntries(db, "order", id)).toMatchObject([
      { action: "placed" },
      { actorEmail: admin.email, action: "confirmed" },
    ]);
    await fulfilOrder(db, admin, id, shop);
  });

  it("is confirmed together with the client's others, and the next order needs no confirmation", async () => {
    const [first, second] = [await place(), await place()];
    expect(second.isNewClient).toBe(true);
    await confirmOrder(db, admin, second.id, shop);
    await fulfilOrder(db, admin, first.id, shop);
    expect(await place()).toMatchObject({ isNewClient: false });
  });

  it("can be cancelled instead, and the client stays new", async () => {
    const { id } = await place();
    await cancelOrder(db, admin, id, shop);
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ status: "cancelled", isNewClient: true });
    await expect(confirmOrder(db, admin, id, shop)).rejects.toThrow("already cancelled");
    expect(await place()).toMatchObject({ isNewClient: true });
  });

  it("is confirmed once by two concurrent requests", async () => {
    const { id } = await place();
    const results = await Promise.allSettled([1, 2].map(() => confirmOrder(db, admin, id, shop)));
    const lost = results.find((result) => result.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: "not pending" });
    expect(await auditEntries(db, "order", id)).toHaveLength(2);
  });

  it.each(["", "12345678", crypto.randomUUID()])("is not found by the id %j", async (id) => {
    await expect(confirmOrder(db, admin, id, shop)).rejects.toMatchObject({ code: "gone" });
  });
});
