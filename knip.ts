import type { KnipConfig } from "knip";

export default {
  entry: [
    // Behind the shell's exec in package.json.
    "server.ts",
    "server/app.ts",
    "scripts/**/*.ts",
    // Run by hand, after the images were rendered.
    "tools/art/seed-images.ts",
    // Started beside the shop.
    "server/backup/nightly.ts",
    "server/backup/recent.ts",
    // Started as processes and threads.
    "app/domain/pictures/upload/picture-worker.ts",
    "app/domain/papers/print-worker.ts",
    "app/features/imports/files/read-worker.ts",
    "tools/bench/parts/dear/attacks.ts",
    // In the route table in development only.
    "app/routes/specimen.tsx",
    // Run as a child process.
    "tests/setup/servers/hold-data-dir.ts",
    "tests/setup/mail/mail-process.ts",
  ],
  project: [
    "app/**/*.{ts,tsx,css}",
    "db/**/*.ts",
    "server/**/*.ts",
    "tests/**/*.ts",
    "scripts/**/*.ts",
    "tools/**/*.ts",
  ],
  ignoreDependencies: [
    // Its presence tells React Router's build that the server runs on Node.
    "@react-router/node",
    // Their files are found by path, for what is printed.
    "@expo-google-fonts/.*",
    // The parser of dependency-cruiser; see docs/decisions/0004.
    "@swc/core",
  ],
  // POSIX programs, and others that are used where they are installed.
  ignoreBinaries: [
    ...[
      "mkfifo",
      "mount",
      "openssl",
      "pgbouncer",
      "promtool",
      "setpriv",
      "systemd-analyze",
      "umount",
    ],
    ...["unshare", "WebKitWebDriver", "wrk", "Xvfb"],
  ],
} satisfies KnipConfig;
