import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { officeSettings } from "#app/domain/ordering/office-limits.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { takePayment } from "#app/features/collecting/pay-order.server.ts";
import type { OrderPayment } from "#app/features/collecting/pay-order.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documents } from "#db/schema/money/documents.ts";
import { orders } from "#db/schema/orders.ts";
import type { products } from "#db/schema/products.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { insertOrder, insertProduct, numberOfOrder } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { placeOrder } from "../placing/place-order.server.ts";
import { fulfilOrder } from "../transition/finish-order.server.ts";
import { askDeposit } from "./deposit.server.ts";
import { releasePaid } from "./prepaid-orders.server.ts";
import { releaseOrder } from "./release-order.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let chuck: typeof products.$inferSelect;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  chuck = await insertProduct(db, { name: "Chuck", pricePerLb: "10.00", overCapPct: 10 });
});
afterAll(() => database.close());

async function prepaid(): Promise<Client> {
  const client = await signedInClient(db, { companyName: "Sample Bistro", phone: "604-555-0101" });
  await insertOrder(db, client.customerId, { totalPrice: "0.00", status: "cancelled" });
  await db
    .update(customers)
    .set({ phone: "604-555-0101", termsKind: "prepay", termsDays: 0 })
    .where(eq(customers.id, client.customerId));
  return client;
}

const place = (client: Client, pounds: string) =>
  placeOrder(db, client, askedOrder(askFor(chuck, pounds)), {
    shop,
    minOrderCents: 0,
    needsConfirmedEmail: false,
  });

const pay = ({ customerId }: Client, cents: number) =>
  bookPayment(db, admin, {
    customerId,
    requestId: randomUUID(),
    cents,
    method: "etransfer",
    reference: "",
    receivedOn: pacificDay(new Date()),
    note: "",
    settles: "oldest first",
  });

const holdsOf = async (client: Client, id: string) => (await getOrder(db, client, id))?.holds;

const mailsTo = ({ email }: Client) =>
  db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));

const termsOn = async ({ customerId }: Client) =>
  (await db.select().from(documents).where(eq(documents.customerId, customerId)))[0]?.terms;

it("holds an order until it is paid; emails say how to pay, then that it is released", async () => {
  const client = await prepaid();
  const { id, holds } = await place(client, "10");
  expect(holds).toEqual(["prepay"]);
  const [mail] = await mailsTo(client);
  const text = mail?.text.replace(/\s+/g, " ");
  expect(text).toContain("It is on hold until it is paid");
  expect(text).toContain(`Please pay $110.00, the most that it can cost, and name order`);
  for (const way of shop.documents.waysToPay) expect(text).toContain(way);
  await expect(fulfilOrder(db, admin, id, shop)).rejects.toMatchObject({ code: "held" });

  await pay(client, 109_99);
  expect(await releasePaid(db, shop)).not.toContain(id);
  expect(await holdsOf(client, id)).toEqual(["prepay"]);
  await pay(client, 1);
  expect(await releasePaid(db, shop)).toContain(id);
  expect(await releasePaid(db, shop)).not.toContain(id);
  expect(await holdsOf(client, id)).toEqual([]);
  expect((await mailsTo(client)).map(({ subject }) => subject)).toContain(
    `Order ${await numberOfOrder(db, id)} is no longer on hold`,
  );
  await fulfilOrder(db, admin, id, shop);
  expect(await termsOn(client)).toBe("paid in advance");
});

it("uses the credit for the oldest order first", async () => {
  const client = await prepaid();
  const first = await place(client, "10");
  const second = await place(client, "10");
  await pay(client, 150_00);
  expect(await releasePaid(db, shop)).toEqual([first.id]);
  await pay(client, 70_00);
  expect(await releasePaid(db, shop)).toEqual([second.id]);
  // No credit is left for a third.
  expect((await place(client, "1")).holds).toEqual(["prepay"]);
});

it("uses the credit for the lowest number among orders placed at the same time", async () => {
  const client = await prepaid();
  const placed: string[] = [];
  for (let n = 0; n < 6; n += 1) placed.push((await place(client, "1")).id);
  await db
    .update(orders)
    .set({ placedAt: new Date() })
    .where(eq(orders.customerId, client.customerId));
  for (const id of placed) {
    await pay(client, 11_00);
    expect(await releasePaid(db, shop)).toEqual([id]);
  }
});

it("does not bill the order as paid in advance if it was released unpaid", async () => {
  const client = await prepaid();
  const { id } = await place(client, "10");
  await releaseOrder(
    db,
    admin,
    { id, reason: "prepay", note: "Pays at the door" },
    shop,
    officeSettings.defaults,
  );
  await fulfilOrder(db, admin, id, shop);
  expect(await termsOn(client)).toBe("payable before delivery");
});

it("releases the order on a deposit of its maximum, whatever else is owed, but not on a smaller one", async () => {
  const client = await prepaid();
  const owed = await place(client, "5");
  const note = "Pays at the door";
  await releaseOrder(
    ...[db, admin, { id: owed.id, reason: "prepay" as const, note }, shop],
    officeSettings.defaults,
  );
  await fulfilOrder(db, admin, owed.id, shop);
  const deposit = async (id: string, cents: number) => {
    await askDeposit(db, admin, id, cents, shop);
    const paid = { requestId: randomUUID(), amount: cents, method: "cheque", reference: "" };
    await takePayment(db, admin, id, paid as OrderPayment, shop);
    await releasePaid(db, shop);
    return holdsOf(client, id);
  };
  expect(await deposit((await place(client, "10")).id, 109_99)).toEqual(["prepay"]);
  expect(await deposit((await place(client, "10")).id, 110_00)).toEqual([]);
});
