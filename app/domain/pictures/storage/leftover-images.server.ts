import { inArray, min } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { images } from "#db/schema/images.ts";
import { seeds } from "#db/schema/system.ts";
import { imageFolders } from "../image-address.ts";
import { isImagePath } from "../variants/variant-address.server.ts";
import type { VariantStore } from "../variants/variant-store.server.ts";
import type { ImageStorage } from "./image-storage.server.ts";

/** Number of files looked up in the table at once. */
const batchSize = 500;

interface SweptImages {
  images: string[];
  variants: string[];
}

/**
 * Removes image files left behind by killed processes, and returns them: files in the bucket
 * without a row, half-written files, and variants of deleted images. Only removes files last
 * touched before `before`, because a row is written seconds after its file. Files older than the
 * database are kept: they belong to another shop, or to a backup about to be restored.
 */
export async function sweepImages(
  db: Database,
  { storage, variants }: { storage: ImageStorage; variants: VariantStore },
  before: Date,
): Promise<SweptImages> {
  const [since] = await db.select({ at: min(seeds.plantedAt) }).from(seeds);
  const begun = since?.at;
  const removed: string[] = [];
  if (begun) {
    for (const folder of imageFolders) {
      for await (const paths of storage.list(folder)) {
        for (const path of await unknown(db, paths.filter(isOurs))) {
          const modified = await storage.modified(path);
          if (!modified || modified >= before || modified < begun) continue;
          await storage.remove(path);
          removed.push(path);
        }
      }
    }
  }
  const digests = new Set(
    (await db.select({ digest: images.digest }).from(images)).map(({ digest }) => digest),
  );
  return {
    images: removed,
    variants: await variants.sweep((digest) => digests.has(digest), before),
  };
}

/** True if this is a path of ours, final or temporary. */
function isOurs(path: string): boolean {
  return isImagePath(path.replace(/\.[0-9a-f-]{36}\.part$/, ""));
}

async function unknown(db: Database, paths: string[]): Promise<string[]> {
  const missing: string[] = [];
  for (let at = 0; at < paths.length; at += batchSize) {
    const batch = paths.slice(at, at + batchSize);
    const rows = await db
      .select({ path: images.path })
      .from(images)
      .where(inArray(images.path, batch));
    const known = new Set(rows.map(({ path }) => path));
    missing.push(...batch.filter((path) => !known.has(path)));
  }
  return missing;
}
