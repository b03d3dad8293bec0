import { defineConfig } from "@playwright/test";
import { browserLaunch } from "./tests/setup/browser.ts";

// Tests tagged `@rest` (checks of every page, and side branches of journeys) are left to `npm run
// test:rest`, so that `npm test` stays within 15 minutes on two cores.
export default defineConfig({
  testDir: "tests/e2e",
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
