import { expect, type Page, test } from "#tests/e2e/fixtures.ts";

const accountLink = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: /^(Login|Dashboard|Admin)$/ });

async function signIn(page: Page, origin: string, account: { email: string; password: string }) {
  const answer = await page.request.post("/api/auth/sign-in/email", {
    data: account,
    headers: { Origin: origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test("a visitor gets a link to the login", async ({ page }) => {
  const known = page.waitForResponse("**/api/auth/get-session");
  await page.goto("/");
  expect(await (await known).json()).toBeNull();
  await expect(accountLink(page)).toHaveText("Login");
  await expect(accountLink(page)).toHaveAttribute("href", "/login");
});

test("a client gets a link to the dashboard", async ({ page, shop }) => {
  await signIn(page, shop.url, shop.demo);
  await page.goto("/");
  await expect(accountLink(page)).toHaveText("Dashboard");
  await expect(accountLink(page)).toHaveAttribute("href", "/dashboard");
});

test("an administrator gets a link to the back office", async ({ page, shop }) => {
  await signIn(page, shop.url, shop.admin);
  await page.goto("/shop");
  await expect(accountLink(page)).toHaveText("Admin");
  await expect(accountLink(page)).toHaveAttribute("href", "/admin");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("banner").locator("summary", { hasText: "Menu" }).click();
  await expect(accountLink(page)).toHaveText("Admin");
});

test("the served page is the same for everybody", async ({ page, shop }) => {
  const forVisitors = await (await page.request.get("/shop")).text();
  await signIn(page, shop.url, shop.admin);
  expect(await (await page.request.get("/shop")).text()).toBe(forVisitors);
});

test("a wrong password signs nobody in", async ({ page, shop }) => {
  const refused = await page.request.post("/api/auth/sign-in/email", {
    data: { email: shop.demo.email, password: "not the password" },
    headers: { Origin: shop.url },
  });
  expect(refused.status()).toBe(401);
  await page.goto("/");
  await expect(accountLink(page)).toHaveText("Login");
});

test.describe("when the session cannot be read", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("the shop works as for a visitor", async ({ page }) => {
    await page.route("**/api/auth/get-session", (route) => route.fulfill({ status: 500 }));
    const warned = page.waitForEvent("console", (message) => message.type() === "warning");
    await page.goto("/");
    expect((await warned).text()).toMatch(/^Failed to load the session:/);
    await expect(accountLink(page)).toHaveText("Login");
  });
});
