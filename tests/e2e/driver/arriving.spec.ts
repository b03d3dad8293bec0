import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openShopWithin } from "#tests/setup/shops/shop-within.ts";
import { expectAccessible } from "../accessible-page.ts";
import { ofWorker } from "../fixtures.ts";
import { expect, test as withRun } from "./driver-page.ts";

/** Stands in for the provider of text messages. */
interface FakeTwilio {
  url: string;
  sent: URLSearchParams[];
  /** The status it returns: 201 accepts a message, 400 refuses it. */
  status: number;
}

const test = withRun.extend<object, { twilio: FakeTwilio }>({
  twilio: [
    async ({ browserName: _ }, use) => {
      const fake: FakeTwilio = { url: "", sent: [], status: 201 };
      const server = createServer((request, response) => {
        let body = "";
        request.on("data", (chunk) => {
          body += chunk;
        });
        request.on("end", () => {
          fake.sent.push(new URLSearchParams(body));
          response.writeHead(fake.status, { "Content-Type": "application/json" });
          response.end(JSON.stringify({ sid: "SM1", code: 21610, message: "No" }));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await use(fake);
      server.closeAllConnections();
      server.close();
    },
    ofWorker,
  ],
});

const near = { name: "I’m ten minutes away" };

test.use({
  viewport: { width: 360, height: 740 },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
});

test.describe("with text messages", () => {
  const texting = test.extend({
    shop: [
      async ({ twilio }, use) => {
        const keys = { accountSid: `AC${"0".repeat(32)}`, authToken: "t", from: "+16045550100" };
        const shop = await openShopWithin({ twilio: { ...keys, apiUrl: twilio.url } });
        await use(shop);
        await shop.stop();
      },
      ofWorker,
    ],
  });

  texting(
    "texts the client once, even if the driver is offline",
    async ({ page, context, run, twilio }) => {
      await page.goto(run.path);
      await expect(page.getByRole("status").getByText("Works offline")).toBeVisible();
      await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
      await expect(page.getByText("Sends one text message to …0142.")).toBeVisible();
      await expectAccessible(page);
      await context.setOffline(true);
      await page.getByRole("button", near).click();
      await expect(page.getByText(/Waiting to send\. After ten minutes/)).toBeVisible();
      await expect(page.getByRole("button", near)).toBeDisabled();
      await context.setOffline(false);
      await expect(page.getByText(/(Texted|The text message) .*…0142/)).toBeVisible();
      await expect(page.getByRole("button", near)).toHaveCount(0);
      await expect.poll(() => twilio.sent.length).toBe(1);
      expect(twilio.sent[0]?.get("Body")).toContain("ten minutes away");
      await expect(async () => {
        await page.reload();
        await expect(page.getByText("Texted to …0142")).toBeVisible({
          timeout: 1_000,
        });
      }).toPass();
      await expectAccessible(page);

      // The provider refuses: the driver is told to call.
      twilio.status = 400;
      await page.getByRole("link", { name: "All stops" }).click();
      await page.getByRole("link", { name: "Sample Kitchen 2" }).click();
      await page.getByRole("button", near).click();
      await expect(async () => {
        await page.reload();
        await expect(page.getByText("could not be sent. Call instead")).toBeVisible({
          timeout: 1_000,
        });
      }).toPass();
    },
  );
});

test("a driver sees why a client can't be notified", async ({ page, run }) => {
  const [first] = run.stops;
  await page.goto(`${run.path}#${first?.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("1. Sample Kitchen 1");
  await expect(page.getByText("text messages are not set up, and no email is sent.")).toBeVisible();
  await expect(page.getByText("Call instead.")).toBeVisible();
  await expect(page.getByRole("button", near)).toHaveCount(0);
  await expectAccessible(page);
});
