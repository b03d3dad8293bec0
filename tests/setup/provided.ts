/** What a project's global setup tells its test files: where to clone a migrated database from. */
type TestDatabaseSource =
  | { engine: "pglite"; snapshot: string }
  | { engine: "postgres"; serverUrl: string; template: string };

declare module "vitest" {
  export interface ProvidedContext {
    testDatabase: TestDatabaseSource;
  }
}
