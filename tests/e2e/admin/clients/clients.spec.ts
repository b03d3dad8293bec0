import { randomUUID } from "node:crypto";
import { updateProfile } from "#app/domain/customers/profiles.server.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "#tests/e2e/back-office.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";

const search = (page: Page) =>
  page.getByRole("searchbox", { name: "Search by name, email, phone or ID" });
const rows = (page: Page) => page.getByRole("table").locator("tbody tr");
const view = (page: Page, company: string) =>
  page.getByRole("link", { name: `View ${company}`, exact: true });
const fact = (page: Page, label: string) =>
  page.getByRole("term").filter({ hasText: label }).locator("xpath=following-sibling::dd");

const unique = (name: string) => `${name} ${randomUUID().slice(0, 6)}`;

test("a client is found while typing, and opened in a dialog", async ({ page, shop }) => {
  const companyName = unique("Fraser & Söhne");
  const client = await signedInClient(shop.db, {
    companyName,
    contactName: "Pat Sample",
    address: "1 Main Street\nAbbotsford, BC",
    notes: "Back door",
  });
  await insertOrder(shop.db, client.userId, { totalPrice: "1000.10" });
  await insertOrder(shop.db, client.userId, { totalPrice: "0.20", status: "cancelled" });
  await updateProfile(shop.db, client, { phone: "604-555-0199" });

  await page.goto("/admin/clients");
  await search(page).pressSequentially(companyName.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole("cell")).toHaveText([
    "Pat Sample",
    "604-555-0199",
    "2",
    /^\$1,000\.10/,
    `View ${companyName}Take an order from ${companyName}`,
  ]);
  await expect(search(page)).toBeFocused();
  await expect(page.getByRole("status").getByText("1 client", { exact: true })).toBeAttached();
  const filtered = page.url();

  await view(page, companyName).click();
  const dialog = page.getByRole("dialog", { name: companyName });
  await expect(dialog).toBeVisible();
  for (const [label, value] of [
    ["Company name", companyName],
    ["Contact name", "Pat Sample"],
    ["Phone", "604-555-0199"],
    ["Email", `${client.email} Invite, confirm or change`],
    ["User ID", client.userId],
    ["Address", "1 Main Street Abbotsford, BC"],
    ["Notes", "Back door"],
    ["Total orders", "2"],
    ["Total spent", "$1,000.10"],
  ] as const) {
    await expect(fact(page, label)).toHaveText(value);
  }
  await expect(dialog.getByRole("heading", { name: "History" })).toBeVisible();
  await expect(dialog.getByText("604-555-0199")).toHaveCount(2);
  await expect(dialog.getByRole("link", { name: "Orders from this client" })).toHaveAttribute(
    "href",
    `/admin/orders?${new URLSearchParams({ q: companyName })}`,
  );

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(filtered);
  await expect(search(page)).toHaveValue(companyName.toUpperCase());
  await expect(view(page, companyName)).toBeFocused();
  // Closing went back in history: the next Back leaves the search.
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/clients$/);
  await expect(search(page)).toHaveValue("");
});

test("the dialog has an address: it can be opened directly, reloaded, and left by Back", async ({
  page,
  shop,
}) => {
  const { profile } = await insertClient(shop.db, { profile: { companyName: unique("Direct") } });
  const query = new URLSearchParams({ q: profile.companyName });
  const dialog = page.getByRole("dialog", { name: profile.companyName });
  await page.goto(`/admin/clients?${query}&client=${profile.id}`);
  await expect(dialog).toBeVisible();
  await page.reload();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/admin/clients?${query}`);

  await view(page, profile.companyName).click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await expectAccessible(page);
});

test("shows missing details of a client", async ({ page, shop }) => {
  const nothing = { companyName: "", contactName: "", phone: "", address: "" };
  const { user } = await insertClient(shop.db, { profile: nothing });
  await page.goto(`/admin/clients?q=${user.id}`);
  await expect(rows(page)).toContainText(["Unknown Client"]);
  await expect(rows(page)).toContainText([user.email]);
  await view(page, "Unknown Client").click();
  await expect(page.getByRole("dialog", { name: "Unknown Client" })).toBeVisible();
  for (const label of ["Company name", "Contact name", "Phone", "Address"]) {
    await expect(fact(page, label)).toHaveText("Not provided");
  }
  await expect(fact(page, "Notes")).toHaveText("No notes");
  await expect(fact(page, "Total orders")).toHaveText("0");
  await expect(fact(page, "Total spent")).toHaveText("$0.00");
  await expect(page.getByText("Account opened")).toBeVisible();
  await expectAccessible(page);
});

test("clients are paged through by name", async ({ page, shop }) => {
  const series = unique("Series");
  for (let place = 10; place < 65; place += 1) {
    await insertClient(shop.db, { profile: { companyName: `${series} ${place}` } });
  }
  await page.goto(`/admin/clients?${new URLSearchParams({ q: series })}`);
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toContainText(`${series} 60`);
  await expect(page.getByRole("main")).toBeFocused();
  await view(page, `${series} 62`).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).first()).toContainText(`${series} 10`);
  await expect(page.getByRole("link", { name: "Previous" })).toHaveCount(0);
});

test("a search without results shows a message", async ({ page }) => {
  await page.goto("/admin/clients?q=%25%25%25");
  await expect(page.getByRole("heading", { name: "No clients found" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "All clients" }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(search(page)).toHaveValue("");
});

test.describe("a client that does not exist", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("is reported as missing above the list", async ({ page }) => {
    for (const id of [randomUUID(), "nobody", "%00", "'; drop table profiles; --", ""]) {
      const answer = await page.goto(`/admin/clients?client=${id}`);
      expect(answer?.status(), id).toBe(404);
      const dialog = page.getByRole("dialog", { name: "Client not found" });
      await expect(dialog).toContainText("There is no client with this ID.");
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL(/\/admin\/clients$/);
      await expect(rows(page).first()).toBeVisible();
    }
  });
});

test.describe("when the dialog cannot be fetched", () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED/] });

  test("the client is shown below the list", async ({ page, shop }) => {
    const { profile } = await insertClient(shop.db, { profile: { companyName: unique("Lost") } });
    await page.route("**/assets/dialog-*.js", (route) => route.abort());
    await page.goto(`/admin/clients?client=${profile.id}`);
    const below = page.getByRole("region", { name: profile.companyName });
    await expect(below).toContainText(profile.id);
    await below.getByRole("link", { name: "Back to the list" }).click();
    await expect(below).toBeHidden();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("clients are searched with the button and shown below the list", async ({ page, shop }) => {
    const { profile } = await insertClient(shop.db, { profile: { companyName: unique("Plain") } });
    await page.goto("/admin/clients");
    await search(page).fill(profile.companyName);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(rows(page)).toHaveCount(1);
    await view(page, profile.companyName).click();
    const below = page.getByRole("region", { name: profile.companyName });
    await expect(below).toBeInViewport();
    await expect(below).toContainText(profile.id);
    await expect(below).toContainText("Account opened");
    await below.getByRole("link", { name: "Back to the list" }).click();
    await expect(below).toBeHidden();
    await expect(rows(page)).toHaveCount(1);
  });
});

test("a client's page begins with their details, last orders and balance", async ({
  page,
  shop,
}) => {
  const companyName = unique("Harbour Grill");
  const client = await signedInClient(shop.db, { companyName, contactName: "Pat Sample" });
  await updateProfile(shop.db, client, { phone: "604-555-0199" });
  const order = await insertOrder(shop.db, client.userId, { totalPrice: "120.00" });
  await page.goto(`/admin/clients/${client.customerId}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "604-555-0199" })).toHaveAttribute(
    "href",
    "tel:6045550199",
  );
  await expect(main.getByRole("heading", { name: "Balance" })).toBeInViewport();
  const terms = main.getByRole("combobox").first();
  await expect(terms).toBeHidden();
  await main.getByRole("heading", { name: "Terms" }).click();
  await expect(terms).toBeVisible();
  await expectAccessible(page);
  await main.getByRole("link", { name: `Order ${order.number}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${order.number}`);
});
