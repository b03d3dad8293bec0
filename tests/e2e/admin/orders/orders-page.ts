import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { profiles } from "#db/schema/accounts.ts";
import { orders } from "#db/schema/orders.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { test as base, type Page } from "#tests/e2e/back-office.ts";
import { makeClient, signIn, type TestClient } from "#tests/e2e/client-area.ts";
import { documentsOf, insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";

type Kitchen = TestClient;

/** Tests of the back office's order pages, each with its own client. */
export const test = base.extend<{ kitchen: Kitchen }>({
  kitchen: async ({ shop }, use) => {
    const companyName = `Kitchen ${randomUUID().slice(0, 8)}`;
    const client = await makeClient(shop.db);
    await updateCustomer(shop.db, client.userId, { companyName });
    await use({ ...client, companyName });
  },
});

export const list = "/admin/orders";

/** Returns the list's URL, filtered by client and status. */
export const listOf = ({ companyName }: Kitchen, status = "") =>
  `${list}?${new URLSearchParams({ ...(status && { status }), q: companyName })}`;

type Overrides = NonNullable<Parameters<typeof insertOrder>[2]>;

/** Creates an order of 10 lb for $249.90; pending and placed now by default. */
export async function place({ db }: ShopWithin, { userId }: Kitchen, overrides: Overrides = {}) {
  const order = await insertOrder(db, userId, overrides);
  await insertOrderItem(db, order.id);
  return { ...order, number: String(order.number), path: `${list}/${order.id}` };
}

export async function statusOf({ db }: ShopWithin, { id }: { id: string }) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  return order?.status;
}

export const invoicesOf = ({ db }: ShopWithin, { id }: { id: string }) => documentsOf(db, id);

export const rows = (page: Page) => page.getByRole("main").locator("tbody tr");

/** Returns the button of an order's menu, in the list or on the order's page. */
export const menuOf = (page: Page, { number }: { number: string | number }) =>
  page.getByRole("button", { name: `Actions for Order ${number}` });

/** Chooses to fulfil without weighing in either menu; the caller confirms it (`question`). */
export async function fulfilFromMenu(page: Page, order: { number: string | number }) {
  await menuOf(page, order).click();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^(Fulfill|Mark Fulfilled).* without weighing$/ })
    .filter({ visible: true })
    .click();
}

/** Returns the dialog that asks before an order is changed. */
export const question = (page: Page) => page.getByRole("alertdialog");

export const fulfillQuestion = "Are you sure you want to mark this order as fulfilled?";
export const cancelQuestion = "Are you sure you want to cancel this order?";

export { expect, type Page } from "#tests/e2e/back-office.ts";

/** Signs the page's browser in as a new member of staff with a role; returns their credentials. */
export async function signInAs(
  page: Page,
  shop: ShopWithin,
  staffRole: Exclude<StaffRole, "owner">,
) {
  const email = `${staffRole}-${randomUUID()}@example.com`;
  const account = { email, password: "a password of the staff" };
  const { id = "" } = await ensureAccount(shop.db, { ...account, name: staffRole, profile: {} });
  await shop.db.update(profiles).set({ staffRole }).where(eq(profiles.id, id));
  await page.context().clearCookies();
  await signIn(page.context().request, shop.url, account);
  return account;
}
