import { randomUUID } from "node:crypto";
import { insertServedZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { expectAccessible } from "../accessible-page.ts";
import { expect, test } from "../back-office.ts";
import { toastText } from "../fixtures.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, expectedErrors: [/400/] });
    test.afterEach(({ shop }) => removeZones(shop.db));

    test("a client is added by hand, corrected, and gets a second kitchen", async ({
      page,
      shop,
    }) => {
      await insertServedZone(shop.db, { prefixes: ["V3G"], name: "Sample Valley" });
      const name = `Sample Bakery ${randomUUID().slice(0, 6)}`;
      const main = page.getByRole("main");
      await page.goto("/admin/clients");
      await main.getByRole("link", { name: "New client" }).click();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText("New client");
      if (javaScriptEnabled) await expectAccessible(page);
      await main.getByLabel("Company name").fill(name);
      await main.getByLabel("Delivery address").fill("1 Sample Street");
      await main.getByLabel("Postal code").fill("T2P 1J9");
      if (javaScriptEnabled) {
        await main.getByLabel("Postal code").fill("V3G 1A2");
        await expect(main.getByText("Delivered by Sample Valley")).toBeVisible();
        await main.getByLabel("Postal code").fill("T2P 1J9");
      }
      await main.getByRole("button", { name: "Add client" }).click();
      // What is wrong is said, and what was typed stays.
      await expect(main.getByLabel("Postal code")).toHaveAttribute("aria-invalid", "true");
      await expect(main.getByLabel("Company name")).toHaveValue(name);
      await main.getByLabel("Postal code").fill("V3G 1A2");
      await main.getByRole("button", { name: "Add client" }).click();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(name);

      await main.getByRole("link", { name: "Details and sites" }).click();
      await expect(main).toContainText("V3G 1A2, Sample Valley");
      if (javaScriptEnabled) await expectAccessible(page);
      await main.getByLabel("Phone").fill("604-555-0177");
      await main.getByRole("button", { name: "Save" }).click();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(name);
      await expect(main).toContainText("604-555-0177");

      await main.getByRole("link", { name: "Details and sites" }).click();
      await main.getByRole("link", { name: "Add a site" }).click();
      await main.getByLabel("Site name").fill("Harbour kitchen");
      await main.getByLabel("Delivery address").fill("2 Sample Street");
      await main.getByLabel("For the driver").fill("Ring twice.");
      if (javaScriptEnabled) await expectAccessible(page);
      await main.getByRole("button", { name: "Add site" }).click();
      const added = main.getByRole("link", { name: "Harbour kitchen" });
      await expect(added).toBeVisible();
      if (javaScriptEnabled) await expect(toastText(page, "Site saved")).toBeVisible();
      await added.click();
      await main.getByRole("button", { name: "Remove site" }).click();
      await expect(main.getByRole("link", { name: "Add a site" })).toBeVisible();
      await expect(added).toHaveCount(0);
    });
  });
}
