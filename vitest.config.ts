import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { findPostgres } from "#tests/setup/servers/postgres-binaries.ts";

// Deliberately without the React Router plugin: tests load modules, not the framework.
//
// A test's name says what it needs:
//   x.test.ts(x)      nothing                 project unit
//   x.db.test.ts      a migrated database     project db, on the server that the shop comes with
//   x.older.test.ts   as above, on the PostgreSQL and its programs installed on this machine, if any:
//                     project older; some of x.db.test.ts run there too
// Tests of the built shop as a process come last, with the machine to themselves: permissions
// (tests/permission, project permission), and kills, floods and attacks (tests/process, tests/fuzz
// and tests/hostile, project process).
//
// `npm run test:unit` runs unit and db, and `npm run test:rest` the others.

const always = {
  // Time for a busy machine: a wait ends as soon as it may.
  testTimeout: 20_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
  // Browser tests are Playwright's.
  exclude: ["**/node_modules/**", "build/**", "tests/e2e/**"],
  setupFiles: ["./tests/setup/fail-on-console.ts"],
};

// A module's state belongs to its test file, so these files share a worker's modules.
const unit = {
  test: {
    ...always,
    name: "unit",
    isolate: false,
    include: ["**/*.test.{ts,tsx}"],
    exclude: [
      ...always.exclude,
      "tests/{engines,fuzz,hostile,permission,process}/**",
      "**/*.{db,older}.test.ts",
    ],
  },
};

// Each file has a database of its own from `openTestDatabase()`, so these files share a worker's
// modules: loading them for every file would take as long as the tests.
const db = {
  test: {
    ...always,
    name: "db",
    include: ["**/*.db.test.ts"],
    globalSetup: "./tests/setup/servers/start-database.ts",
    isolate: false,
  },
};

/** DATABASE_URL's promises for PostgreSQL 15: migrations, orders, LISTEN/NOTIFY, restores. */
const older = {
  test: {
    ...always,
    name: "older",
    include: [
      "**/*.older.test.ts",
      "db/{connect,listener,migrate,notify}.db.test.ts",
      "app/domain/ordering/{placing/place-order,transition/order-status}.server.db.test.ts",
      "server/backup/tables.db.test.ts",
    ],
    globalSetup: "./tests/setup/servers/start-older-database.ts",
    isolate: false,
  },
};

const builtShop = {
  test: {
    ...always,
    globalSetup: "./tests/setup/servers/start-process.ts",
    // `npm run test:hostile` makes the same attacks larger, and gives each ten minutes.
    testTimeout: process.env.HOSTILE === "large" ? 600_000 : 120_000,
    hookTimeout: 120_000,
    // As in playwright.config.ts: shared machines stand still for seconds, and these tests kill,
    // stop and time whole processes. A test that only passes the second time is listed as flaky.
    retry: process.env.CI ? 1 : 0,
    sequence: { groupOrder: 1 },
  },
};

const permission = {
  test: { ...builtShop.test, name: "permission", include: ["tests/permission/**/*.test.ts"] },
};

const processes = {
  test: {
    ...builtShop.test,
    name: "process",
    include: ["tests/{fuzz,hostile,process}/**/*.test.ts"],
  },
};

/** The main journeys in Firefox and in WebKit, from Debian's packages: `npm run test:engines`. */
const engines = {
  test: {
    ...always,
    name: "engines",
    include: ["tests/engines/**/*.test.ts"],
    globalSetup: "./tests/setup/servers/start-journeys.ts",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: process.env.CI ? 1 : 0,
  },
};

export default defineConfig({
  test: {
    // Many tests wait for a process or a clock: one more than the cores keeps these busy.
    maxWorkers: availableParallelism() + 1,
    projects: process.env.ENGINES
      ? [engines]
      : [unit, db, ...(findPostgres() ? [older] : []), permission, processes],
  },
});
