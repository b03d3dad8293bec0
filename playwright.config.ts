import { defineConfig } from "@playwright/test";
import { browserLaunch } from "./tests/setup/browser.ts";

// What each role does every day. `npm test` runs these, within 15 minutes on two cores, and
// `npm run test:rest` all others.
const main = [
  "admin/counter/counter",
  "admin/meat/{recall,receiving}",
  "admin/money/{credits,monthly-invoices}",
  "admin/packing/{package-labels,station}",
  "admin/runs/{delivery,leaving}",
  "admin/shop/newcomer",
  "client/account/account",
  "client/invoices/pay-invoice",
  "client/orders/{change-order,first-order,packed-order,standing-orders}",
  "client/placing/place-order",
  "driver/{deliver,hand-over}",
  "storefront/{visitor,buying/checkout}",
].map((path) => `**/tests/e2e/${path}.spec.ts`);

export default defineConfig({
  testDir: "tests/e2e",
  projects: [
    { name: "main", testMatch: main },
    { name: "rest", testIgnore: main },
  ],
  globalSetup: "./tests/setup/servers/start-journeys.ts",
  fullyParallel: true,
  // On two cores, a third browser would only make the others wait.
  workers: 2,
  forbidOnly: true,
  // Shared machines stand still for seconds at a time. A retried test is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list", { printSteps: false }], ["./tests/e2e/errors-outside-tests.ts"]],
  expect: { timeout: 10_000 },
  timeout: 60_000,
  use: {
    ...(await browserLaunch()),
    locale: "en-CA",
    timezoneId: "America/Vancouver",
    // Only in the journeys without a network: a service worker's requests can't be held back.
    serviceWorkers: "block",
    // Recording each test would cost a sixth of the time: run the one that fails with `--trace on`.
    trace: "off",
  },
});
