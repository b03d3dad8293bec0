/** What a project's global setup tells its test files: where to copy a migrated database from. */
interface TestDatabaseSource {
  /** Of the server's maintenance database, as the superuser. */
  serverUrl: string;
  template: string;
}

/** What the tests of whole processes start from. */
interface ProcessTestSource {
  /** Of the server's maintenance database, as the superuser. */
  serverUrl: string;
  /** Shops as their first start leaves them; to be copied, not used. */
  firstDays: Record<"embedded" | "by address", { dataDir: string; database?: string }>;
}

declare module "vitest" {
  export interface ProvidedContext {
    testDatabase: TestDatabaseSource;
    processTest: ProcessTestSource;
  }
}
