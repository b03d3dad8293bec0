/** What a project's global setup provides to its test files: the migrated database to copy. */
interface TestDatabaseSource {
  /** Address of the server's maintenance database, as the superuser. */
  serverUrl: string;
  template: string;
}

/** What tests of whole processes start from. */
interface ProcessTestSource {
  /** Address of the server's maintenance database, as the superuser. */
  serverUrl: string;
  /** Shops after their first start, for copying only. */
  firstDays: Record<"embedded" | "by address", { dataDir: string; database?: string }>;
}

declare module "vitest" {
  export interface ProvidedContext {
    testDatabase: TestDatabaseSource;
    processTest: ProcessTestSource;
  }
}
