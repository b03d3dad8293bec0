import { wrongProof } from "#app/domain/accounts/proof/proof.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { signIn, title } from "#tests/e2e/client-area.ts";
import { expect, ofWorker, test as withShop } from "#tests/e2e/fixtures.ts";
import { startShop } from "#tests/setup/shops/shop.ts";

/** A shop on its first day, as seen by an owner who tries it. */
const test = withShop.extend<object, object>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ SAMPLE: "business", SAMPLE_ZONES: "" });
      await use(shop);
      await shop.stop();
    },
    ofWorker,
  ],
});

test.use({ expectedErrors: [/status of 403/] });

test("an owner looks around in the sample business, and begins with their own", async ({
  page,
  shop,
  browser,
}) => {
  await signIn(page.request, shop.url, shop.admin);
  await page.goto("/admin");
  await expect(
    page.getByText(/^This is a sample business in the middle of its week/),
  ).toBeVisible();
  const weeks = page.getByRole("figure", { name: "Orders and revenue by week" });
  await expect(weeks.getByRole("application")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sample business", exact: true })).toBeVisible();
  await expectAccessible(page);

  // Signing in and looking around changes nothing.
  const other = await browser.newContext({ baseURL: shop.url });
  await signIn(other.request, shop.url, shop.admin);
  for (const path of ["/admin/orders", "/admin/packing", "/admin/runs", "/admin/receivables"]) {
    expect((await other.request.get(path)).status(), path).toBe(200);
  }
  await page.getByRole("link", { name: "Begin with your own" }).click();
  await expect(title(page)).toHaveText("Begin with your own");
  await expect(page.getByText(/^As long as nobody works in it/)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Begin with your own" }).click();
  await expect(page.getByText(wrongProof)).toBeVisible();
  await page.getByLabel("Password").fill(shop.admin.password);
  await page.getByRole("button", { name: "Begin with your own" }).click();

  await expect(title(page)).toHaveText("Dashboard");
  await expect(page.getByText("No orders in the last 12 weeks")).toBeVisible();
  await expect(page.getByText(/sample business/i)).toBeHidden();
  await page.goto("/admin/clients");
  await expect(page.getByText("Sample Butcher")).toBeHidden();
  await page.goto("/admin/begin");
  await expect(
    page.getByText("This shop is your own: there is no sample business in it."),
  ).toBeVisible();
  await expectAccessible(page);
  // The sample's client can't sign in any more; the owner can.
  const asClient = { email: shop.demo.email, password: shop.demo.password };
  const refused = await other.request.post("/api/auth/sign-in/email", {
    data: asClient,
    headers: { origin: shop.url },
  });
  expect(refused.status()).toBe(401);
  await signIn(other.request, shop.url, shop.admin);
  await other.close();
});
