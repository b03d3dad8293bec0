import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { members, shipTos } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import type { MemberRole } from "#db/schema/values/customers.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop } from "#tests/setup/ordering.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { changeOwnOrder } from "../changing/change-order.server.ts";
import { approveOrder, cancelUnapproved, ordersToApprove } from "./approval.server.ts";

let database: OpenDatabase;
let db: Database;
let customerId: string;
let product: Awaited<ReturnType<typeof insertProduct>>;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  product = await insertProduct(db, { pricePerLb: "10.00" });
});
beforeEach(async () => {
  customerId = (await insertClient(db)).user.id;
});
afterAll(() => database.close());

const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };

async function member(role: MemberRole, approveOverCents: number | null = null): Promise<Client> {
  const { user } = await insertClient(db, { user: { emailVerified: true } });
  if (role !== "owner") {
    await db.insert(members).values({ customerId, userId: user.id, role, approveOverCents });
  }
  const membership = { customerId, role, siteIds: null };
  const account = { userId: user.id, email: user.email, isAdmin: false, membership };
  const { client } = capabilitiesOf(account, "");
  if (!client) throw new Error("Not a client");
  return client;
}

const place = (client: Client, pounds: string) =>
  placeOrder(db, client, askedOrder(askFor(product, pounds)), rules);

const holdsOf = async (client: Client, id: string) => (await getOrder(db, client, id))?.holds;

const subjectsTo = async ({ email }: Client) =>
  (await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email))).map(
    ({ subject }) => subject,
  );

async function mostOf(id: string): Promise<number> {
  const { rows } = await db.execute<{ most: string }>(sql`select most from order_costs(${id})`);
  return toCents(rows[0]?.most ?? "");
}

describe("a buyer's order", () => {
  it("waits if its maximum is above the limit, even by a cent, and not otherwise", async () => {
    const trial = await place(await member("buyer"), "10");
    const most = await mostOf(trial.id);
    expect((await place(await member("buyer", most), "10")).holds).toEqual([]);
    const approver = await member("approver");
    const buyer = await member("buyer", most - 1);
    const { id, number, holds } = await place(buyer, "10");
    expect(holds).toEqual(["approval"]);
    expect(await subjectsTo(approver)).toEqual([
      expect.stringContaining(`Please approve order ${number}`),
    ]);
    expect(await ordersToApprove(db, approver)).toEqual([{ id, number }]);
    expect(await ordersToApprove(db, buyer)).toEqual([]);
    expect((await place(await member("buyer", 0), "1")).holds).toEqual(["approval"]);
  });

  it("is approved once, only by an approver, and then released", async () => {
    const buyer = await member("buyer", 0);
    const { id } = await place(buyer, "10");
    for (const role of ["buyer", "bookkeeper", "viewer"] as const) {
      const approving = async () => approveOrder(db, await member(role), id, shop);
      await expect(approving()).rejects.toMatchObject({ code: "forbidden" });
    }
    const { user: rival } = await insertClient(db);
    const membership = { customerId: rival.id, role: "owner" as const, siteIds: null };
    const account = { userId: rival.id, email: rival.email, isAdmin: false, membership };
    const { client: stranger } = capabilitiesOf(account, "");
    if (!stranger) throw new Error("Not a client");
    await expect(approveOrder(db, stranger, id, shop)).rejects.toMatchObject({ code: "gone" });
    const approver = await member("approver");
    const both = await Promise.allSettled([
      approveOrder(db, approver, id, shop),
      approveOrder(db, approver, id, shop),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await holdsOf(buyer, id)).toEqual([]);
    expect(await subjectsTo(buyer)).toContainEqual(expect.stringMatching(/is approved$/));
  });

  it("can't be approved with a product that is no longer sold", async () => {
    const withdrawn = await insertProduct(db, { name: "Sample Cheek" });
    const buyer = await member("buyer", 0);
    const { id } = await placeOrder(db, buyer, askedOrder(askFor(withdrawn, "2")), rules);
    await db.update(products).set({ isActive: false }).where(eq(products.id, withdrawn.id));
    const approving = approveOrder(db, await member("approver"), id, shop);
    await expect(approving).rejects.toThrow("Sample Cheek cannot be ordered any more");
    expect(await holdsOf(buyer, id)).toEqual(["approval"]);
  });

  it("waits again if its buyer raises it above the limit, and no longer once it is within the limit", async () => {
    const trial = await place(await member("buyer"), "10");
    const buyer = await member("buyer", await mostOf(trial.id));
    const { id } = await place(buyer, "10");
    const change = async (pounds: string) => {
      const [row] = await db.select().from(orders).where(eq(orders.id, id));
      const order = await getOrder(db, buyer, id);
      const lines = (order?.items ?? []).map((item) => ({
        lineId: item.id,
        quantity: pounds,
        isRemoved: false,
        seenPricePerLb: item.pricePerLb,
      }));
      const wanted = { version: row?.version ?? 0, notes: "", lines, products: [] };
      await changeOwnOrder(db, buyer, id, wanted, rules);
    };
    await change("20");
    expect(await holdsOf(buyer, id)).toEqual(["approval"]);
    await approveOrder(db, await member("approver"), id, shop);
    await change("15");
    expect(await holdsOf(buyer, id)).toEqual([]);
    await change("30");
    expect(await holdsOf(buyer, id)).toEqual(["approval"]);
    await change("10");
    expect(await holdsOf(buyer, id)).toEqual([]);
  });

  it("is cancelled after its cut-off if nobody approved it, with emails to buyer and approver", async () => {
    const zone = await insertServedZone(db, { name: "Sample Valley", prefixes: ["V2S"] });
    const [buyer, approver] = [await member("buyer", 0), await member("approver")];
    await db
      .update(shipTos)
      .set({ postalCode: "V2S1A2" })
      .where(eq(shipTos.customerId, customerId));
    const day = runKey(zone.id, dayIn(3));
    const onDay = () => placeOrder(db, buyer, { ...askedOrder(askFor(product, "10")), day }, rules);
    const [{ id: approved }, { id: waiting }] = [await onDay(), await onDay()];
    await approveOrder(db, approver, approved, shop);
    const [run] = await db.select().from(runs).where(eq(runs.zoneId, zone.id));
    const cutOff = run?.cutOffAt.getTime() ?? 0;
    expect(await cancelUnapproved(db, shop, new Date(cutOff))).toEqual([]);
    const after = new Date(cutOff + 1000);
    expect(await cancelUnapproved(db, shop, after)).toEqual([waiting]);
    expect(await cancelUnapproved(db, shop, after)).toEqual([]);
    const states = await db.select().from(orders).where(eq(orders.customerId, customerId));
    expect(Object.fromEntries(states.map(({ id, status }) => [id, status]))).toEqual({
      [approved]: "pending",
      [waiting]: "cancelled",
    });
    for (const told of [buyer, approver]) {
      expect(await subjectsTo(told)).toContainEqual(
        expect.stringContaining("not approved in time"),
      );
    }
  });
});
