import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// What every public page needs goes into one file beside React's: thirty small ones would weigh a
// fifth more (docs/decisions/0003). A group takes the imports of what it names along.
const chunks = [
  {
    name: "react",
    test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//,
    priority: 2,
  },
  {
    name: "frame",
    test: /\/app\/(root|routes\/load-failure|routes\/storefront\/(layout|page-meta|category-links)|features\/c(atalog\/product-grid|art\/quick-add)|components\/(back-link|page-header))\.tsx?/,
    priority: 1,
  },
];

// The server build's entry is our own edge, not the bare router: server.ts imports it and listens.
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // All at the first start: one found later makes the browser reload in the middle of a page.
  optimizeDeps: { entries: ["app/root.tsx", "app/routes/**/*.tsx", "app/features/**/*.tsx"] },
  environments: {
    client: {
      build: {
        // What a panel imports beyond the frame comes with it; announcing that earlier would put
        // Vite's helper into every page.
        modulePreload: false,
        rollupOptions: { output: { codeSplitting: { groups: chunks } } },
      },
    },
    ssr: { build: { rollupOptions: { input: "./server/app.ts" } } },
  },
});
