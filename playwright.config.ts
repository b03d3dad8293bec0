import { defineConfig } from "@playwright/test";
import { browserLaunch } from "./tests/setup/browser.ts";

/**
 * What `npm test` leaves to `npm run test:browser`, to stay within 20 minutes on two cores: the back
 * office's images and product form, and what is looked for on every page.
 */
const leftToAll = [
  "admin/{image-editor,image-controls,images,products,products-form}.spec.ts",
  "shop-wide/{back,bad-input,focus,layout-shift,scrollbar,telephone,words}.spec.ts",
].map((files) => `**/tests/e2e/${files}`);

export default defineConfig({
  testDir: "tests/e2e",
  testIgnore: process.env.JOURNEYS ? leftToAll : [],
  fullyParallel: true,
  // Two cores: a third browser would only make the others wait.
  workers: 2,
  forbidOnly: true,
  // Shared machines stand still for seconds at a time. What passes only the second time is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list", { printSteps: false }]],
  expect: { timeout: 10_000 },
  timeout: 60_000,
  use: {
    ...(await browserLaunch()),
    locale: "en-CA",
    timezoneId: "America/Vancouver",
    // Recording each test would cost a sixth of the time: run the one that fails with `--trace on`.
    trace: "off",
  },
});
