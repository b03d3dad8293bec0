import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client, StaffClient } from "#app/domain/access/capability.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { members, shipTos } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, orderTraces, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { OrderRefusedError, type PlaceOrderInput } from "./order-rules.ts";
import { placeOrder } from "./place-order.server.ts";

// Orders that staff take for a client, e.g. by phone.

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
  client = await signedInClient(db, { companyName: "Sample Bistro", phone: "", address: "" });
  await db.delete(mailOutbox);
});
afterAll(() => database.close());

const rules = { shop, minOrderCents: 100_000, needsConfirmedEmail: true };

async function acting(customerId = client.customerId, siteId?: string): Promise<StaffClient> {
  const staff = await actFor(db, admin, { customerId, siteId });
  if (!staff) throw new Error("There is no such customer");
  return staff;
}

const place = (by: Client, input: PlaceOrderInput) => placeOrder(db, by, input, rules);

it("belongs to the client, names the staff member, and needs neither minimum nor details", async () => {
  const placed = await place(await acting(), askedOrder(askFor(product, "1")));
  expect(placed).toMatchObject({ totalPrice: "24.99", isNewClient: false });
  const [order] = await db.select().from(orders).where(eq(orders.id, placed.id));
  expect(order).toMatchObject({ customerId: client.customerId, placedBy: admin.userId });
  expect(await getOrder(db, client, placed.id)).toMatchObject({ id: placed.id });
  expect(await getOrder(db, admin, placed.id)).toBeNull();
  expect(await auditEntries(db, "order", placed.id)).toMatchObject([
    { actorId: admin.userId, action: "placed", after: { takenBy: "Staff, for the client" } },
  ]);
});

it("is announced to the client's owner, and to the company with the staff member", async () => {
  await place(await acting(), askedOrder(askFor(product)));
  const mails = await db.select().from(mailOutbox);
  const [company, told] = mails[0]?.recipient === client.email ? mails.reverse() : mails;
  expect(mails).toHaveLength(2);
  expect(company).toMatchObject({ replyTo: client.email });
  expect(company?.text).toContain(admin.email);
  expect(told).toMatchObject({ recipient: client.email });
  expect(told?.text.replace(/\s+/g, " ")).toContain("our staff took for you over the phone");
});

it("isn't mailed to an unconfirmed or missing address", async () => {
  const { user } = await insertClient(db, { user: { emailVerified: false } });
  await place(await acting(user.id), askedOrder(askFor(product)));
  await db.delete(members).where(eq(members.userId, client.userId));
  await place(await acting(), askedOrder(askFor(product)));
  const recipients = (await db.select().from(mailOutbox)).map(({ recipient }) => recipient);
  expect(recipients).toHaveLength(2);
  expect(recipients).not.toContain(user.email);
  expect(recipients).not.toContain(client.email);
});

it("is placed once for repeated requests, and for one client only", async () => {
  const input = askedOrder(askFor(product));
  const staff = await acting();
  const answers = await Promise.all([place(staff, input), place(staff, input)]);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  const other = await signedInClient(db);
  const before = await orderTraces(db);
  await expect(place(await acting(other.customerId), input)).rejects.toThrow(OrderRefusedError);
  await expect(place(other, input)).rejects.toThrow(OrderRefusedError);
  expect(await orderTraces(db)).toEqual(before);
});

describe("the site", () => {
  it("is the chosen one, else the default", async () => {
    const branch = { customerId: client.customerId, name: "Second kitchen" };
    const [second] = await db.insert(shipTos).values(branch).returning();
    const own = eq(shipTos.customerId, client.customerId);
    const [first] = (await db.select().from(shipTos).where(own)).filter((site) => site.isDefault);
    for (const [siteId, goesTo] of [
      [second?.id, second?.id],
      [undefined, first?.id],
    ]) {
      const staff = await acting(client.customerId, siteId);
      const { id } = await place(staff, askedOrder(askFor(product)));
      const [order] = await db.select().from(orders).where(eq(orders.id, id));
      expect(order?.shipToId).toBe(goesTo);
    }
  });

  it.each(["", "' or 1=1", "nothing", "\0", randomUUID()])("is not found by %j", async (id) => {
    expect(await actFor(db, admin, { customerId: id })).toBeNull();
    expect(await actFor(db, admin, { customerId: client.customerId, siteId: id })).toBeNull();
  });

  it("can't be another client's", async () => {
    const other = await signedInClient(db);
    const [theirs] = await db
      .select()
      .from(shipTos)
      .where(eq(shipTos.customerId, other.customerId));
    const wanted = { customerId: client.customerId, siteId: theirs?.id ?? "" };
    expect(await actFor(db, admin, wanted)).toBeNull();
  });
});
