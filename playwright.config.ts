import { defineConfig } from "@playwright/test";
import { browserLaunch } from "./tests/setup/browser.ts";

/**
 * What `npm test` leaves to `npm run test:rest`, to stay within 20 minutes on two cores: what is
 * looked for on every page, and the branches of journeys whose main way it goes.
 */
const rest = [
  "admin/{accounting,back,day,exports,image-editor,image-controls,images,inbox,invoices,lots}.spec.ts",
  "admin/{orders-no-javascript,overview,products,products-form,scan-settings,take-order}.spec.ts",
  "client/{account,account-no-javascript,account-refusals,dashboard-account,dashboard-pages}.spec.ts",
  "client/{cart-to-order,place-order-access,place-order-changes,place-order-pieces}.spec.ts",
  "shop-wide/{back,bad-input,first-paint,focus,layout-shift,page-frame,scrollbar,slow-line}.spec.ts",
  "shop-wide/{telephone,words}.spec.ts",
  "storefront/{butchers-chart,cart-on-demand,cart-tabs,cuts-guide,hostile-cart,image-loading}.spec.ts",
  "storefront/{image-sources,inactive-product,page-images,product-gallery,search-requests}.spec.ts",
].map((files) => `**/tests/e2e/${files}`);

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/setup/servers/start-journeys.ts",
  testMatch: process.env.JOURNEYS === "rest" ? rest : "**/*.spec.ts",
  testIgnore: process.env.JOURNEYS === "main" ? rest : [],
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
    // Only in the journeys without a network: what goes through them can't be held back.
    serviceWorkers: "block",
    // Recording each test would cost a sixth of the time: run the one that fails with `--trace on`.
    trace: "off",
  },
});
