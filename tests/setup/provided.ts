/** What a project's global setup tells its test files: where to clone a migrated database from. */
type TestDatabaseSource =
  | { engine: "pglite"; snapshot: string }
  | { engine: "postgres"; serverUrl: string; template: string };

/** What the tests of whole processes start from. */
interface ProcessTestSource {
  /** A data folder as the first start of a shop leaves it; to be copied, not used. */
  dataDir: string;
  /** The maintenance database of a PostgreSQL server, where the machine has its binaries. */
  serverUrl: string | undefined;
}

declare module "vitest" {
  export interface ProvidedContext {
    testDatabase: TestDatabaseSource;
    processTest: ProcessTestSource;
  }
}
