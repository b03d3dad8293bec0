import { defineConfig } from "@playwright/test";
import { browserLaunch } from "./tests/setup/browser.ts";

export default defineConfig({
  testDir: "tests/e2e",
  fullyParallel: true,
  // Two cores: a third browser would only make the others wait.
  workers: 2,
  forbidOnly: true,
  reporter: [["list", { printSteps: false }]],
  expect: { timeout: 10_000 },
  timeout: 60_000,
  use: {
    ...(await browserLaunch()),
    locale: "en-CA",
    timezoneId: "America/Vancouver",
    // The page's elements are kept at each step; a film of the screen would cost a sixth of the time.
    trace: { mode: "retain-on-failure", screenshots: false },
  },
});
