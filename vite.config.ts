import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { unusedParts } from "./scripts/unused-parts.ts";

// Small files compress badly, so code that is needed together is one file (docs/decisions/0003). A
// group takes along the imports of what it names, except those of a group of higher priority.
const chunks = [
  {
    name: "react",
    test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//,
    priority: 3,
  },
  // Every public page; most have images, and many name categories. The plus is here because
  // questions and quantities share nothing else.
  {
    name: "frame",
    test: /\/app\/(root|routes\/storefront\/frame\/(layout|page-meta|page-image)|components\/page\/(page-header|notice)|domain\/catalogue\/category)\.tsx?|\/lucide\/.*\/plus\./,
    priority: 2,
  },
  // Pages that show products.
  {
    name: "products",
    test: /\/app\/(domain\/catalogue\/product-grid|features\/cart\/quick-add|routes\/load-failure|components\/page\/back-link)\.tsx?/,
    priority: 1,
  },
  // Forms need refusals, but no products.
  { name: "refusals", test: /\/app\/lib\/(refusal|uuid)\.ts/, priority: 2 },
  // Prices and weights, without the products.
  { name: "units", test: /\/app\/lib\/amounts\/(money|weight|units)\.ts/, priority: 2 },
  // A product's own page, and lists of picked products.
  {
    name: "picked",
    test: /\/app\/(components\/form\/quantity-stepper|domain\/(catalogue\/product-thumbnail|drafts\/cart\/amount))\.tsx?/,
  },
  // Pages that ask for a postal code.
  { name: "postal", test: /\/app\/domain\/delivery\/postal\/postal-(box|question)\.tsx?/ },
  // Pages with a form.
  {
    name: "forms",
    test: /\/app\/(components\/form\/field|lib\/form\/(submitted-form|send-form))\.tsx?/,
    priority: 2,
  },
];

/**
 * Vite wraps each dynamic import in a helper that announces the files and styles the module needs.
 * Here there are none to announce (`modulePreload` below, one stylesheet for all), and the helper
 * would weigh 0.7 kB on every page.
 */
const noPreloadHelper: Plugin = {
  name: "no-preload-helper",
  enforce: "pre",
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

/** Browsers read CSV too, with the package's own build for them. */
const csvInBrowsers: Plugin = {
  name: "csv-in-browsers",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  resolveId: {
    filter: { id: /^csv-parse\/sync$/ },
    handler(_, importer) {
      return this.resolve("csv-parse/browser/esm/sync", importer, { skipSelf: true });
    },
  },
};

/**
 * Packages of many modules that only the built application uses: finding and compiling their 600
 * files took a quarter of a warm start.
 */
const bundled = [
  /^(better-auth|@better-auth|better-call|jose|kysely|@noble)(\/|$)/,
  /^(react-router|@react-router|@remix-run)(\/|$)/,
];

/** No warnings of imports that load late in one build or page, and at once in another. */
const checks = { ineffectiveDynamicImport: false, pluginTimings: false };

// The server build's entry is our own edge, not the bare router: server.ts imports it and listens.
export default defineConfig({
  plugins: [noPreloadHelper, csvInBrowsers, unusedParts, tailwindcss(), reactRouter()],
  // All at the first start: one found later makes the browser reload in the middle of a page.
  optimizeDeps: {
    entries: [
      "app/root.tsx",
      "app/routes/**/*.tsx",
      "app/domain/**/*.tsx",
      "app/features/**/*.tsx",
    ],
  },
  environments: {
    client: {
      build: {
        // A panel's imports beyond the frame come with it; earlier announcing would need the
        // helper.
        modulePreload: false,
        rollupOptions: { checks, output: { codeSplitting: { groups: chunks } } },
      },
    },
    ssr: {
      resolve: { noExternal: bundled },
      build: { rollupOptions: { checks, input: "./server/app.ts" } },
    },
  },
});
