import type { KnipConfig } from "knip";

export default {
  entry: [
    "server/app.ts",
    "scripts/**/*.ts",
    // In the route table in development only.
    "app/routes/specimen.tsx",
    // Run as a child process.
    "tests/setup/hold-data-dir.ts",
    "tests/setup/mail-process.ts",
  ],
  project: [
    "app/**/*.{ts,tsx,css}",
    "db/**/*.ts",
    "server/**/*.ts",
    "tests/**/*.ts",
    "scripts/**/*.ts",
  ],
  ignoreDependencies: [
    // Its presence tells React Router's build that the server runs on Node.
    "@react-router/node",
    // Its files are found by path, for the invoice's PDF.
    "@fontsource/public-sans",
    // The parser of dependency-cruiser; see docs/decisions/0004.
    "@swc/core",
  ],
} satisfies KnipConfig;
