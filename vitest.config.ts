import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { findPostgres } from "./tests/setup/postgres-binaries.ts";

// Deliberately without the React Router plugin: tests load modules, not the framework.
//
// A test's name says what it needs:
//   x.test.ts(x)        nothing                                        project unit
//   x.db.test.ts        a migrated database, run on both engines        projects pglite, postgres
//   x.pglite.test.ts    as above, about the embedded engine alone       project pglite
//   x.postgres.test.ts  as above, about PostgreSQL alone                project postgres
// The project postgres exists where the machine has PostgreSQL's binaries. Tests of the built shop as
// a process are in tests/process, tests/permission and tests/fuzz, project process; they come last,
// with the machine to themselves.

const always = {
  // Patience for a busy machine: a wait ends as soon as it may.
  testTimeout: 20_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
  // Browser tests are Playwright's.
  exclude: ["**/node_modules/**", "build/**", "tests/e2e/**"],
  setupFiles: ["./tests/setup/fail-on-console.ts"],
};

/**
 * Tests that open databases: each file takes one of its own from `openTestDatabase()`. That keeps
 * them apart, so they share a worker's modules: loading the embedded engine anew for every file
 * would take as long as the tests.
 */
function databaseProject(name: string, include: string[], globalSetup: string) {
  return { test: { ...always, name, include, globalSetup, isolate: false } };
}

const unit = {
  test: {
    ...always,
    name: "unit",
    include: ["**/*.test.{ts,tsx}"],
    exclude: [
      ...always.exclude,
      "tests/{fuzz,permission,process}/**",
      "**/*.{db,pglite,postgres}.test.ts",
    ],
  },
};

const pglite = databaseProject(
  "pglite",
  ["**/*.{db,pglite}.test.ts"],
  "./tests/setup/start-pglite.ts",
);

const postgres = databaseProject(
  "postgres",
  ["**/*.{db,postgres}.test.ts"],
  "./tests/setup/start-postgres.ts",
);

const processes = {
  test: {
    ...always,
    name: "process",
    include: ["tests/{fuzz,permission,process}/**/*.test.ts"],
    exclude: [...always.exclude, ...(findPostgres() ? [] : ["tests/process/postgres/**"])],
    globalSetup: "./tests/setup/start-process.ts",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    sequence: { groupOrder: 1 },
  },
};

export default defineConfig({
  test: {
    // Vitest would leave one core of two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: findPostgres() ? [unit, pglite, postgres, processes] : [unit, pglite, processes],
  },
});
