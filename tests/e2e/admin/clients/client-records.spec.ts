import { randomUUID } from "node:crypto";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, test } from "#tests/e2e/back-office.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertServedZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { insertFilledOrder } from "#tests/setup/factories/orders.ts";
import { insertClient } from "#tests/setup/factories.ts";

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
        // Left by mistake: the input is restored.
        await page.getByRole("link", { name: "Clients", exact: true }).first().click();
        await main.getByRole("link", { name: "New client" }).click();
        await expect(main.getByLabel("Company name")).toHaveValue("");
        await main.getByRole("button", { name: "Restore" }).click();
        await expect(main.getByLabel("Company name")).toHaveValue(name);
        await main.getByLabel("Postal code").fill("V3G 1A2");
        await expect(main.getByText("Delivered by Sample Valley")).toBeVisible();
        await main.getByLabel("Postal code").fill("T2P 1J9");
      }
      await main.getByRole("button", { name: "Add client" }).click();
      await expect(main.getByLabel("Postal code")).toHaveAttribute("aria-invalid", "true");
      await expect(main.getByLabel("Company name")).toHaveValue(name);
      await main.getByLabel("Postal code").fill("V3G 1A2");
      await main.getByRole("button", { name: "Add client" }).click();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(name);
      if (javaScriptEnabled) {
        await expect(toastText(page, "Client added")).toBeVisible();
        const kept = await page.evaluate(() =>
          Object.keys(sessionStorage).filter((key) => key.startsWith("typing:new client")),
        );
        expect(kept).toEqual([]);
      }

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

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, expectedErrors: [/409/] });

    test("two people correct one client without losing a change, and a similar client needs confirmation", async ({
      page,
      context,
      shop,
    }) => {
      const companyName = `Sample Deli ${randomUUID().slice(0, 6)}`;
      const { user } = await insertClient(shop.db, { profile: { companyName } });
      const main = page.getByRole("main");
      await page.goto(`/admin/clients/${user.id}/details`);
      const colleague = await context.newPage();
      await colleague.goto(`/admin/clients/${user.id}/details`);
      await colleague.getByLabel("Phone").fill("604-555-0166");
      await colleague.getByRole("button", { name: "Save" }).click();
      await expect(colleague.getByRole("heading", { level: 1 })).toHaveText(companyName);
      await colleague.close();

      await main.getByLabel("Contact name").fill("The night kitchen");
      await main.getByRole("button", { name: "Save" }).click();
      await expect(main.getByText(/^A colleague changed this client/)).toBeVisible();
      await expect(main.getByLabel("Phone")).toHaveValue("604-555-0166");
      await expect(main.getByLabel("Contact name")).toHaveValue("The night kitchen");
      await main.getByRole("button", { name: "Save" }).click();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(companyName);
      await expect(main).toContainText("604-555-0166");
      await expect(main).toContainText("The night kitchen");

      await page.goto("/admin/clients/new");
      await main.getByLabel("Company name").fill(companyName.toUpperCase());
      await main.getByRole("button", { name: "Add client" }).click();
      await expect(main.getByText("There is a client like this one already.")).toBeVisible();
      await expect(main.getByRole("link", { name: companyName })).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
      await main.getByRole("button", { name: "Add another one anyway" }).click();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(companyName.toUpperCase());
    });

    test("two records of one business are merged into one client, and separated again", async ({
      page,
      shop,
    }) => {
      const name = `Sample Tavern ${randomUUID().slice(0, 6)}`;
      const record = async (companyName: string, address: string) =>
        (await insertClient(shop.db, { profile: { companyName, address } })).user.id;
      const old = await record(name, "1 Sample Street");
      const kept = await record(`${name} Ltd.`, "2 Other Road");
      const order = await insertFilledOrder(shop.db, old);
      const main = page.getByRole("main");
      const heading = main.getByRole("heading", { level: 1 });

      await page.goto(`/admin/clients/${old}`);
      await main.getByRole("link", { name: "Merge with another client" }).click();
      // The search begins with the client's own name.
      await main.getByRole("link", { name: `${name} Ltd.` }).click();
      await expect(main.getByRole("heading", { name: "What happens" })).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
      await main.getByRole("button", { name: `Merge into ${name} Ltd.` }).click();
      await expect(heading).toHaveText(`${name} Ltd.`);
      if (javaScriptEnabled) await expect(toastText(page, "Clients merged")).toBeVisible();
      await expect(main.getByRole("region", { name: "Last orders" })).toContainText(
        String(order.number),
      );
      await expect(main.getByRole("region", { name: "Sites" })).toContainText("1 Sample Street");

      await page.goto(`/admin/clients/${old}`);
      await expect(page).toHaveURL(`/admin/clients/${kept}`);
      await page.goto(`/admin/receivables/${old}`);
      await expect(page).toHaveURL(`/admin/receivables/${kept}`);
      await page.goto(`/admin/clients?${new URLSearchParams({ q: name })}`);
      await expect(main.getByRole("row")).toHaveCount(2);

      await page.goto(`/admin/clients/${kept}/merge`);
      const merged = main.getByRole("region", { name: "Merged into this client" });
      await merged.getByRole("link", { name: "Separate again" }).click();
      await merged.getByRole("button", { name: "Yes, separate them" }).click();
      await expect(heading).toHaveText(name);
      await expect(main.getByRole("region", { name: "Last orders" })).toContainText(
        String(order.number),
      );
    });
  });
}
