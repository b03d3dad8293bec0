import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Database, Log } from "#db/database.ts";
import { createPictureDelivery } from "../variants/picture-delivery.server.ts";
import { createPictureVariants } from "../variants/picture-variants.server.ts";
import { createVariantStore } from "../variants/variant-store.server.ts";
import { createWorkQueue } from "../variants/work-queue.server.ts";
import type { S3Settings } from "./image-bucket.server.ts";
import { sweepImages } from "./leftover-images.server.ts";
import { createPhotoStorage } from "./photo-storage.server.ts";
import { createPictureReader, type PictureReader } from "./picture-reader.server.ts";
import type { PictureTools } from "./pictures.server.ts";

/** Everything this process needs for pictures; built once, in server/app.ts. */
export interface Photos extends PictureTools {
  reader: PictureReader;
  /** Handles `GET` and `HEAD` requests for `/photos/…`. */
  answer: ReturnType<typeof createPictureDelivery>;
  /** Removes leftovers of killed processes; see `sweepImages`. */
  sweep(before: Date): ReturnType<typeof sweepImages>;
  /** Cancels background work. */
  close(): void;
}

interface PhotosOptions {
  dataDir: string;
  s3?: S3Settings | undefined;
  log: Pick<Log, "error">;
}

/**
 * Leaves one processor free for everything else. A variant takes about 0.1 s, so the last request
 * in a full queue waits a few seconds. A browser requests six at a time.
 */
const workLimits = { atOnce: Math.max(1, availableParallelism() - 1), mayWait: 40 };

export function createPhotos(db: Database, { dataDir, s3, log }: PhotosOptions): Photos {
  const storage = createPhotoStorage({ dataDir, s3 });
  const work = createWorkQueue(workLimits);
  const reader = createPictureReader(db);
  const store = createVariantStore(join(dataDir, "variants"));
  const variants = createPictureVariants({ storage, work }, store, log);
  return {
    storage,
    work,
    reader,
    prepare: (picture) => void variants.prepare(picture),
    answer: createPictureDelivery({ reader, storage, variants }),
    sweep: (before) => sweepImages(db, { storage, variants: store }, before),
    close: variants.stop,
  };
}
