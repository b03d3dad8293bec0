import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { signIn } from "#tests/e2e/client-area.ts";
import { expect, ofWorker, type Page, toastText, test as withShop } from "#tests/e2e/fixtures.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { jpegFile } from "../catalogue/images-page.ts";

const test = withShop.extend<object, object>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ DEMO: "0" });
      await use(shop);
      await shop.stop();
    },
    ofWorker,
  ],
});

const ribeye = "/shop/prime-rib/ribeye-steak";

const step = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Set up your shop" })
    .getByRole("listitem")
    .filter({ hasText: name });

async function importFile(page: Page, name: string, rows: string[], answer?: string) {
  const buffer = Buffer.from(rows.join("\r\n"));
  await page
    .getByLabel("CSV file or Excel workbook")
    .setInputFiles({ name, mimeType: "text/csv", buffer });
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  if (answer) await page.getByRole("button", { name: answer }).click();
  await page.getByRole("button", { name: /^Import 1 / }).click();
  await expect(page.getByText(/^Imported: 1 /)).toBeVisible();
}

test.use({ expectedErrors: [/status of 400/] });

test("an owner who follows the guide of a new shop enters the company's own name, price and first client, and visitors see them", async ({
  page,
  shop,
}) => {
  const visit = async (path: string) => (await fetch(shop.url + path)).text();
  // Pages cached from here on contain the samples.
  expect(await visit("/")).toContain("Hundredweight");
  expect(await visit(ribeye)).not.toContain("61.23");
  await signIn(page.request, shop.url, shop.admin);
  await page.goto("/admin");
  await expect(step(page, "Your company")).toContainText("To do");
  await expect(step(page, "First client")).toContainText("Only the sample client so far");
  await expect(step(page, "Words and claims").getByRole("link").first()).toHaveAttribute(
    "href",
    "/admin/settings/claims",
  );
  await expectAccessible(page);

  await step(page, "Your company").getByRole("link").click();
  await page.getByLabel("Full name").fill("Cedar Creek Meats Ltd.");
  await page.getByLabel("Short name").fill("Cedar Creek");
  await page.getByLabel("Street").fill("7 Mill Lane");
  await page.getByLabel("Phone").fill("604-555-0107");
  await page.getByLabel("Email").fill("office@cedar.example.com");
  const buffer = Buffer.from(
    "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
  );
  const chooseLogo = page.getByLabel("Choose an image");
  await chooseLogo.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer });
  await expect(page.getByRole("list", { name: "Uploads" })).toContainText("SVG");
  await expect(page.getByLabel("Logo")).toHaveValue("");
  await chooseLogo.setInputFiles(await jpegFile("Cedar Creek"));
  await expect(page.getByLabel("Logo")).toHaveValue(/^\/photos\/pages\/cedar-creek-/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastText(page, "Company saved")).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText(
    /Short name: Hundredweight.*Cedar Creek/,
  );
  const home = await visit("/");
  expect(home).toContain("Cedar Creek Meats Ltd.");
  expect(home).not.toContain("Hundredweight");
  expect(home).toMatch(/<img src="\/photos\/pages\/cedar-creek-[^"]+" alt="Cedar Creek /);

  await page.goto("/admin");
  await expect(step(page, "Your company")).toContainText("Done");
  await step(page, "Products and prices")
    .getByRole("link", { name: /^Import/ })
    .click();
  await page.getByRole("link", { name: "Prices", exact: true }).click();
  const rows = ["Slug,Price per lb (CAD)", "ribeye-steak,61.23"];
  await importFile(page, "prices.csv", rows, "Keep the opening catalogue too");
  expect(await visit(ribeye)).toContain("$61.23");

  await page.goto("/admin");
  // One own price does not replace the other samples.
  const products = step(page, "Products and prices");
  await expect(products).toContainText(/\d+ products on sale are of the opening catalogue/);
  await products.getByRole("button", { name: "These prices are ours" }).click();
  await expect(products).toContainText("Done");
  await step(page, "First client").getByRole("link", { name: "Import clients" }).click();
  await importFile(page, "clients.csv", ["Company,Phone", "Sample Bistro,604-555-0108"]);
  await page.goto("/admin/clients");
  await expect(page.getByRole("link", { name: "Sample Bistro" })).toBeVisible();
  await page.goto("/admin");
  await expect(step(page, "First client")).not.toContainText("Only the sample client so far");

  // An owner who chooses an empty catalogue after all is told how much that removed.
  const emptied = await page.request.post("/admin?index", {
    form: { intent: "begin-empty" },
    headers: { Origin: shop.url },
    maxRedirects: 0,
  });
  await page.goto(emptied.headers().location ?? "");
  await expect(toastText(page, /^\d+ sample products removed$/)).toBeVisible();
  await expect(page).toHaveURL("/admin");
});
