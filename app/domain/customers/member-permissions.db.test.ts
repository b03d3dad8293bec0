import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, type MemberAction, may } from "#app/domain/access/capability.ts";
import { listInvoices } from "#app/domain/documents/invoices.server.ts";
import { OrderRefusedError } from "#app/domain/ordering/placing/order-rules.ts";
import { getPlacedOrder, placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { orderFigures } from "#app/domain/orders/lists/order-figures.server.ts";
import { getOrder, listOrders } from "#app/domain/orders/lists/orders.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { members, shipTos } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { memberRoles } from "#db/schema/values/customers.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, invoicedOrder, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getProfile, updateProfile } from "./profiles.server.ts";

// Role × action × owner: generated, so that a new role must define its permissions.

/** The customer's first site, to which a member is limited, its second, or another customer's. */
type Target = "own site" | "other site" | "other customer";

const targets: Target[] = ["own site", "other site", "other customer"];
const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };

let database: OpenDatabase;
let db: Database;
let customerId: string;
let sites: Record<"own site" | "other site", string>;
let orderAt: Record<Target, string>;
let product: Awaited<ReturnType<typeof insertProduct>>;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  product = await insertProduct(db);
  customerId = (await insertClient(db)).user.id;
  const other = (await insertClient(db)).user.id;
  const [first] = await db.select().from(shipTos).where(eq(shipTos.customerId, customerId));
  const branch = { customerId, name: "Second kitchen", address: "200 Sample Street" };
  const [second] = await db.insert(shipTos).values(branch).returning();
  sites = { "own site": first?.id ?? "", "other site": second?.id ?? "" };
  const place = async (owner: string, shipToId?: string) => {
    const order = await insertOrder(db, owner, {
      status: "fulfilled",
      ...(shipToId && { shipToId }),
    });
    await issueFor(db, order);
    return order.id;
  };
  orderAt = {
    "own site": await place(customerId),
    "other site": await place(customerId, second?.id),
    "other customer": await place(other),
  };
});
afterAll(() => database.close());

/** Inserts a member of the customer, with an account of their own. */
async function member(
  role: (typeof memberRoles)[number],
  siteIds: string[] | null,
): Promise<Client> {
  const { user } = await insertClient(db);
  const membership = { customerId, role, siteIds };
  const account = { userId: user.id, email: user.email, isAdmin: false, membership };
  const { client } = capabilitiesOf(account, "");
  if (!client) throw new Error("Not a client");
  return client;
}

const scopes = [
  ["all sites", () => null, ["own site", "other site"]],
  ["one site", () => [sites["own site"]], ["own site"]],
  ["no site", () => [], []],
] as const;

describe.each(memberRoles)("a %s", (role) => {
  const allowed = (action: MemberAction) => may({ role }, action);

  describe.each(scopes)("with access to %s", (_, siteIds, visible: readonly Target[]) => {
    it.each(targets)(
      "sees an order of %s, its invoice and its confirmation only as allowed",
      async (target) => {
        const client = await member(role, siteIds()?.slice() ?? null);
        const isVisible = visible.includes(target);
        const id = orderAt[target];
        const order = await getOrder(db, client, id);
        expect(order !== null).toBe(isVisible);
        const { rows } = await listOrders(db, client);
        expect(rows.some((order) => order.id === id)).toBe(isVisible);
        const invoices = await listInvoices(db, client);
        const mayRead = isVisible && allowed("see invoices");
        expect(invoices.rows.some(({ orderId }) => orderId === id)).toBe(mayRead);
        // Anyone with the URL can open the invoice.
        expect(Boolean(order?.invoiceUrl)).toBe(mayRead);
        // Only the member who placed an order sees its confirmation.
        expect(await getPlacedOrder(db, client, id)).toBeNull();
      },
    );

    it("sees order figures that count the orders in the list", async () => {
      const client = await member(role, siteIds()?.slice() ?? null);
      const { rows } = await listOrders(db, client);
      expect((await orderFigures(db, client)).orders).toBe(rows.length);
    });

    it("can order only if the role may, and only for their own sites", async () => {
      const client = await member(role, siteIds()?.slice() ?? null);
      const placing = placeOrder(db, client, askedOrder(askFor(product)), rules);
      if (!allowed("order") || visible.length === 0) {
        await expect(placing).rejects.toThrow(OrderRefusedError);
        return;
      }
      const { id } = await placing;
      const [order] = await db.select().from(orders).where(eq(orders.id, id));
      const placed = { customerId, placedBy: client.userId, shipToId: sites["own site"] };
      expect(order).toMatchObject(placed);
      expect(await getPlacedOrder(db, client, id)).toMatchObject({ id });
      await db.delete(orders).where(eq(orders.id, id));
    });
  });

  it("gets the invoice email for their order, with its link only if the role sees invoices", async () => {
    const { user } = await insertClient(db);
    await db.update(members).set({ role }).where(eq(members.userId, user.id));
    const { id } = await insertFilledOrder(db, user.id);
    const { invoiceUrl } = await invoicedOrder(db, await signedInAdmin(db), id, shop);
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, user.email));
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails).includes(`${invoiceUrl}`)).toBe(allowed("see invoices"));
  });

  it("can edit the business details only if the role may", async () => {
    const client = await member(role, null);
    const before = await getProfile(db, client);
    expect(before?.id).toBe(customerId);
    const phone = `604-555-01${10 + memberRoles.indexOf(role)}`;
    const update = updateProfile(db, client, { phone });
    if (allowed("edit details")) expect(await update).toMatchObject({ phone });
    else await expect(update).rejects.toThrow(Refusal);
    const after = await getProfile(db, client);
    expect(after?.phone).toBe(allowed("edit details") ? phone : before?.phone);
  });
});

it("a member of no customer sees nothing and can't order", async () => {
  const { user } = await insertClient(db);
  const account = { userId: user.id, email: user.email, isAdmin: false, membership: null };
  const { client } = capabilitiesOf(account, "");
  if (!client) throw new Error("Not a client");
  await insertOrder(db, user.id);
  expect((await listOrders(db, client)).rows).toEqual([]);
  expect((await listInvoices(db, client)).rows).toEqual([]);
  expect(await getProfile(db, client)).toBeNull();
  const placing = placeOrder(db, client, askedOrder(askFor(product)), rules);
  await expect(placing).rejects.toThrow(OrderRefusedError);
});
