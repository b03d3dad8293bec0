/** What a project's global setup tells its test files: where to copy a migrated database from. */
interface TestDatabaseSource {
  /** Of the server's maintenance database, as the superuser. */
  serverUrl: string;
  template: string;
}

/** What the tests of whole processes start from. */
interface ProcessTestSource {
  /** A data folder as the first start of a shop leaves it; to be copied, not used. */
  dataDir: string;
  /** Of the server's maintenance database, as the superuser. */
  serverUrl: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    testDatabase: TestDatabaseSource;
    processTest: ProcessTestSource;
  }
}
