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
// The project postgres exists where the machine has PostgreSQL's binaries.

const always = {
  // Browser tests are Playwright's.
  exclude: ["**/node_modules/**", "build/**", "tests/e2e/**"],
  setupFiles: ["./tests/setup/fail-on-console.ts"],
};

/** Tests that open databases: each file takes one of its own from `openTestDatabase()`. */
function databaseProject(name: string, include: string[], globalSetup: string) {
  return {
    test: { ...always, name, include, globalSetup, testTimeout: 20_000, hookTimeout: 30_000 },
  };
}

const unit = {
  test: {
    ...always,
    name: "unit",
    include: ["**/*.test.{ts,tsx}"],
    exclude: [...always.exclude, "tests/permission/**", "**/*.{db,pglite,postgres}.test.ts"],
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

export default defineConfig({
  test: {
    // Vitest would leave one core of two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: findPostgres() ? [unit, pglite, postgres] : [unit, pglite],
  },
});
