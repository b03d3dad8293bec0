import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// The server build's entry is our own edge, not the bare router: server.ts imports it and listens.
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // All at the first start: one found later makes the browser reload in the middle of a page.
  optimizeDeps: { entries: ["app/root.tsx", "app/routes/**/*.tsx", "app/features/**/*.tsx"] },
  environments: {
    ssr: { build: { rollupOptions: { input: "./server/app.ts" } } },
  },
});
