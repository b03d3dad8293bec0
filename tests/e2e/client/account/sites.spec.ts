import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, test } from "#tests/e2e/client-area.ts";
import { phoneJpeg } from "#tests/setup/images/sample-images.ts";

// The server refuses a site without a name.
test.use({ expectedErrors: [/400/] });

test("a client adds a second kitchen, makes it the default, and removes it", async ({
  page,
  client: _client,
}) => {
  const main = page.getByRole("main");
  await page.goto("/dashboard/account");
  await main.getByRole("link", { name: "Your sites" }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Where we deliver");
  await expectAccessible(page);
  await main.getByRole("link", { name: "Add a site" }).click();
  await main.getByLabel("Delivery address").fill("2 Sample Street");
  await main.getByRole("button", { name: "Add site" }).click();
  // With two sites, each needs a name.
  await expect(main.getByLabel("Site name")).toHaveAttribute("aria-invalid", "true");
  await main.getByLabel("Site name").fill("Harbour kitchen");
  await expectAccessible(page);
  await main.getByRole("button", { name: "Add site" }).click();
  await main.getByRole("link", { name: "Harbour kitchen" }).click();
  await main.getByRole("checkbox", { name: "Monday" }).check();
  await main.getByLabel("Receives from").fill("06:30");
  await main.getByRole("button", { name: "Save" }).click();
  await expect(main.getByLabel("Receives until")).toHaveAttribute("aria-invalid", "true");
  await main.getByLabel("Receives until").fill("11:00");
  await main.getByLabel("Orders go here unless they say otherwise").check();
  await main.getByRole("button", { name: "Save" }).click();
  await expect(main).toContainText(
    "orders go here unless they say otherwise, receives 6:30 a.m. to 11 a.m., closed on Mondays",
  );
  await page.goto("/dashboard/sites");
  await main.getByRole("link", { name: "Harbour kitchen" }).click();
  await expect(main.getByRole("checkbox", { name: "Monday" })).toBeChecked();
  await expect(main.getByLabel("Receives from")).toHaveValue("06:30");
  await expect(main.getByRole("checkbox", { name: "Tuesday" })).not.toBeChecked();
  await page.goto("/dashboard/sites");
  const first = main.getByRole("region", { name: "Sites" }).getByRole("listitem").nth(1);
  await first.getByRole("link").click();
  await main.getByRole("button", { name: "Remove site" }).click();
  await expect(main.getByRole("region", { name: "Sites" }).getByRole("listitem")).toHaveCount(1);
});

test("a client adds a photo for drivers, and removes it", async ({ page, client: _client }) => {
  const main = page.getByRole("main");
  await page.goto("/dashboard/sites");
  await main
    .getByRole("region", { name: "Sites" })
    .getByRole("listitem")
    .first()
    .getByRole("link")
    .click();
  const photos = main.getByRole("region", { name: "Photos for the driver" });
  // Submitted without a choice.
  await photos.getByRole("button", { name: "Add photo" }).click();
  await expect(photos).toContainText("Please choose a photo");
  const file = { name: "door.jpg", mimeType: "image/jpeg", buffer: await phoneJpeg() };
  await photos.getByLabel("Add a photo").setInputFiles(file);
  await expect(photos).toContainText("Photo attached");
  await photos.getByRole("button", { name: "Add photo" }).click();
  const shown = photos.getByRole("img", { name: "Of the site, 1 of 1" });
  await expect(shown).toBeVisible();
  await expectAccessible(page);
  await photos.getByRole("button", { name: "Remove photo 1" }).click();
  await expect(shown).toHaveCount(0);
});
