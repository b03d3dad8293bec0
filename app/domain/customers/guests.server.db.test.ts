import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import {
  confirmEmail,
  mailConfirmation,
} from "#app/domain/accounts/credentials/confirmation.server.ts";
import { listInvoices } from "#app/domain/documents/invoices.server.ts";
import { changeDay } from "#app/domain/ordering/delivery/change-day.server.ts";
import { placeRetailOrder } from "#app/domain/ordering/retail/place-retail-order.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { linkOfGuestOrder } from "#app/domain/orders/links/order-links.server.ts";
import { orderFigures } from "#app/domain/orders/lists/order-figures.server.ts";
import { getOrder, listOrders } from "#app/domain/orders/lists/orders.server.ts";
import { getOrderForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { getClient } from "#app/features/clients/clients-admin.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/customers.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { shop, takeMails, tokenIn } from "#tests/setup/accounts.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { askFor } from "#tests/setup/ordering.ts";
import { ownAccount, signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { adoptGuests } from "./guests.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let product: Awaited<ReturnType<typeof insertProduct>>;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  product = await insertProduct(db);
  await db.update(paymentSettings).set({ takesDoor: true });
});
afterAll(() => database.close());

/** Inserts an account; `now` returns its client as of the next request. */
async function account(email: string, emailVerified: boolean) {
  const { user: own } = await insertClient(db, { user: { email, emailVerified } });
  const now = async (): Promise<Client> => {
    const adopted = await db
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.adoptedBy, own.id));
    const guests = adopted.map(({ id }) => id);
    const { client } = capabilitiesOf({ ...ownAccount(own), guests }, "");
    if (!client) throw new Error("Not a client");
    return client;
  };
  return { id: own.id, now };
}

async function guestOrder(email: string): Promise<string> {
  const { id } = await placeRetailOrder(
    db,
    {
      requestId: randomUUID(),
      lines: [askFor(product, "10")],
      notes: "",
      day: "",
      allowsSubstitutes: false,
      way: "door",
      contact: {
        name: "Jo Cook",
        email,
        phone: "604-555-0155",
        driverNotes: "",
        address: "12 Sample Street",
        postalCode: "V3G1A2",
      },
    },
    { shop, minOrderCents: 0, hasCard: false, guest: { network: "", isProved: false } },
  );
  return id;
}

const customerOf = async (orderId: string) => {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  return order?.customerId ?? "";
};

const listed = async (client: Client) =>
  (await listOrders(db, client)).rows.map(({ id }) => id).sort();

it("shows an account the guest orders with its address once the account has confirmed it", async () => {
  const email = "later@example.com";
  const first = await guestOrder(email);
  const second = await guestOrder(email);
  await guestOrder("other@example.com");
  await fulfilOrder(db, admin, first, shop);
  const { id: userId, now } = await account(email, false);
  const own = await insertOrder(db, userId);

  // An unconfirmed address could be anybody's.
  await adoptGuests(db, email);
  expect(await listed(await now())).toEqual([own.id]);
  expect(await getOrder(db, await now(), first)).toBeNull();
  expect((await listInvoices(db, await now())).rows).toEqual([]);

  await takeMails(db);
  await db.transaction((tx) => mailConfirmation(tx, email, { userId, profile: {} }, shop));
  const link = (await takeMails(db)).find(({ recipient }) => recipient === email)?.link;
  expect(await confirmEmail(db, tokenIn(link), shop)).toBe(userId);
  const client = await now();
  expect(await listed(client)).toEqual([own.id, first, second].sort());
  expect(await getOrder(db, client, own.id)).toMatchObject({ isGuests: false });
  expect(await getOrder(db, client, first)).toMatchObject({
    isGuests: true,
    invoiceUrl: expect.stringMatching(/^\/invoices\//),
  });
  const { rows: invoices } = await listInvoices(db, client);
  expect(invoices.map(({ orderId }) => orderId)).toEqual([first]);
  expect(await orderFigures(db, client)).toMatchObject({ orders: 3 });

  // Documents and payments stay the guest's; the client acts on them only through the order's link.
  expect(await customerOf(first)).not.toBe(client.customerId);
  expect(await linkOfGuestOrder(db, client, second)).toMatch(/^\/orders\/[\w-]{32}$/);
  expect(await linkOfGuestOrder(db, client, own.id)).toBeNull();
  const day = { day: { zoneId: randomUUID(), date: "2026-12-01" }, siteId: null };
  await expect(
    changeDay(db, client, second, { ...day, override: "", seenPrices: "" }, shop),
  ).rejects.toMatchObject({ code: "gone" });

  expect(await getOrderForAdmin(db, admin, first)).toMatchObject({
    customer: { guestEmail: email, account: { customerId: userId, name: "Sample Bistro" } },
  });
  expect(await getClient(db, admin, userId)).toMatchObject({ orderCount: 1, guestOrders: 2 });
});

it("adopts a guest's orders once, even if concurrent requests do so", async () => {
  const email = "twice@example.com";
  const orderId = await guestOrder(email);
  const { id: actorId, now } = await account(email, true);
  await Promise.all([1, 2, 3, 4].map(() => adoptGuests(db, email)));
  await adoptGuests(db, email);
  expect(await listed(await now())).toEqual([orderId]);
  expect(await auditEntries(db, "client", await customerOf(orderId))).toEqual([
    {
      actorId,
      actorEmail: email,
      action: "guest adopted",
      before: null,
      after: { account: email },
    },
  ]);
});

it("shows new guest orders to the confirmed account with their address, and to no other", async () => {
  const { now } = await account("known@example.com", true);
  const stranger = await account("stranger@example.com", true);
  const unconfirmed = await account("unconfirmed@example.com", false);
  const orderId = await guestOrder("known@example.com");
  const theirs = await guestOrder("unconfirmed@example.com");
  expect(await listed(await now())).toEqual([orderId]);
  for (const { now } of [stranger, unconfirmed]) {
    expect(await listed(await now())).toEqual([]);
    for (const id of [orderId, theirs]) {
      expect(await getOrder(db, await now(), id)).toBeNull();
      expect(await linkOfGuestOrder(db, await now(), id)).toBeNull();
    }
  }
  expect((await getOrderForAdmin(db, admin, theirs))?.customer.account).toBeNull();
});

it("ends an account's access to guest orders when the account is deleted", async () => {
  const { id } = await account("gone@example.com", true);
  const orderId = await guestOrder("gone@example.com");
  const customerId = await customerOf(orderId);
  const guest = async () =>
    (await db.select().from(customers).where(eq(customers.id, customerId)))[0];
  expect(await guest()).toMatchObject({ adoptedBy: id });
  await db.delete(user).where(eq(user.id, id));
  expect(await guest()).toMatchObject({ adoptedBy: null, guestEmail: "gone@example.com" });
});
