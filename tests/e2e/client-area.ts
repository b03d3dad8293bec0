import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { ownAccount } from "#tests/setup/signed-in.ts";
import { expect, ofWorker, type Page, watchedTest } from "./fixtures.ts";

/** A client with a password and no orders yet. */
export interface TestClient {
  userId: string;
  email: string;
  password: string;
  companyName: string;
}

/** Tests of the wholesale client area, signed in and with access to the shop's tables. */
export const test = watchedTest.extend<{ client: TestClient }, { shop: ShopWithin }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await openShopWithin();
      await use(shop);
      await shop.stop();
    },
    ofWorker,
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  /** A new client without orders, signed in in its browser. */
  client: async ({ context, shop }, use) => {
    const client = await makeClient(shop.db);
    await signIn(context.request, shop.url, client);
    await use(client);
  },
});

/** Creates a client with a new address. */
export async function makeClient(db: Database): Promise<TestClient> {
  const email = `${randomUUID()}@example.com`;
  const password = "staple beef sample";
  const companyName = "Harbour Kitchen";
  const profile = {
    companyName,
    contactName: "Sample Contact",
    phone: "604-555-0142",
    address: "100 Sample Street, Abbotsford, BC",
  };
  const { id } = await ensureAccount(db, { email, password, name: companyName, profile });
  if (!id) throw new Error("The account was not made");
  return { userId: id, email, password, companyName };
}

/** Signs the browser in by a request. */
export async function signIn(
  request: Page["request"],
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const answer = await request.post("/api/auth/sign-in/email", {
    data: { email, password },
    headers: { Origin: origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Returns the administrator's capability, for actions outside the browser. */
export async function administrator({ db, admin }: ShopWithin): Promise<Admin> {
  const [found] = await db.select({ id: user.id }).from(user).where(eq(user.email, admin.email));
  const account = { ...ownAccount({ id: found?.id ?? "", email: admin.email }), isAdmin: true };
  const { admin: capability } = capabilitiesOf(account, admin.email);
  if (!capability) throw new Error("Not an administrator");
  return capability;
}

export const title = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });

export { expect, type Page };
