import { sql } from "drizzle-orm";
import type { S3Settings } from "#app/domain/pictures/storage/image-bucket.server.ts";
import { createImageStorage } from "#app/domain/pictures/storage/image-storage.server.ts";
import type { Database, Log } from "#db/database.ts";
import { missingFrom } from "#db/migrate.ts";

type Need = "database" | "files" | "migrations";

/** Returns what is missing at the moment, or that the shop is stopping; empty when it is ready. */
export type Readiness = () => Promise<(Need | "stopping")[]>;

interface ReadinessOptions {
  db: Database;
  dataDir: string;
  s3?: S3Settings | undefined;
  log: Log;
  /** Aborted when the shop begins to stop. */
  stopping?: AbortSignal;
  /** Timeout of one check (ms); another number in tests. */
  patience?: number;
  /** How long a result is cached (ms), so that frequent checks cost nothing. */
  keptFor?: number;
}

/** Large enough to fail on a full disk. */
const probe = Buffer.alloc(4096);
const probePath = "readiness/probe.bin";

/**
 * Checks the database, the image storage, and that all migrated objects exist; logs the reasons.
 */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { db, dataDir, s3, log, stopping, patience = 2_000, keptFor = 1_000 } = options;
  const files = createImageStorage({ dataDir, s3, wait: async () => undefined });
  const asks: Record<Need, () => Promise<boolean>> = {
    database: async () => Boolean(await db.execute(sql`select 1`)),
    async files() {
      await files.put(probePath, probe, "application/octet-stream");
      await files.remove(probePath);
      return true;
    },
    async migrations() {
      const missing = await missingFrom(db);
      if (missing.length > 0) log.warn({ missing }, "the database is incomplete");
      return missing.length === 0;
    },
  };

  async function isThere(need: Need): Promise<boolean> {
    try {
      const isGood = await within(patience, asks[need]());
      if (!isGood) log.warn({ need }, "not ready");
      return isGood;
    } catch (error) {
      log.warn({ need, err: error }, "not ready");
      return false;
    }
  }

  async function missing(): Promise<Need[]> {
    const [database, files] = await Promise.all([isThere("database"), isThere("files")]);
    // The migrations of an unreachable database are unknown.
    const migrations = !database || (await isThere("migrations"));
    const found: Record<Need, boolean> = { database, files, migrations };
    return (Object.keys(found) as Need[]).filter((need) => !found[need]);
  }

  let last: { at: number; answer: Promise<Need[]> } | undefined;
  return () => {
    if (stopping?.aborted) return Promise.resolve(["stopping"]);
    const now = performance.now();
    if (!last || now - last.at > keptFor) last = { at: now, answer: missing() };
    return last.answer;
  };
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timeout = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timeout);
  }
}
