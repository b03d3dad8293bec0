import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Database, Log } from "#db/database.ts";
import type { S3Settings } from "./storage/image-bucket.server.ts";
import { createImageReader, type ImageReader } from "./storage/image-reader.server.ts";
import { createImageStorage } from "./storage/image-storage.server.ts";
import { sweepImages } from "./storage/leftover-images.server.ts";
import type { ImageTools } from "./storage/stored-images.server.ts";
import { createPictures } from "./upload/pictures.server.ts";
import { createImageDelivery } from "./variants/image-delivery.server.ts";
import { createImageVariants } from "./variants/image-variants.server.ts";
import { createVariantStore } from "./variants/variant-store.server.ts";
import { createWorkQueue, type WorkQueue } from "./variants/work-queue.server.ts";

/** Everything this process needs for images; built once, in server/app.ts. */
export interface Images extends ImageTools {
  reader: ImageReader;
  /** Limits concurrent processing of the library's images. */
  work: WorkQueue;
  /** Handles `GET` and `HEAD` requests for `/photos/…`. */
  answer: ReturnType<typeof createImageDelivery>;
  /** Removes leftovers of killed processes; see `sweepImages`. */
  sweep(before: Date): ReturnType<typeof sweepImages>;
  /** Cancels background work, and ends the processes that decode. */
  close(): void;
}

interface ImagesOptions {
  dataDir: string;
  s3?: S3Settings | undefined;
  log: Pick<Log, "error">;
}

/**
 * Leaves one CPU free for everything else, and at least two of Node's four file-system threads,
 * which images share. A variant takes about 0.1 s: a crowd that requests a page's images in new
 * sizes gets them within seconds. A request that would wait longer is answered with the nearest
 * existing size, so that a flood doesn't hold connections.
 */
const workLimits = {
  atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)),
  mayWait: 200,
  patienceMs: 10_000,
};

export function createImages(db: Database, { dataDir, s3, log }: ImagesOptions): Images {
  const storage = createImageStorage({ dataDir, s3 });
  const work = createWorkQueue(workLimits);
  const pictures = createPictures();
  const reader = createImageReader(db);
  const store = createVariantStore(join(dataDir, "variants"));
  const variants = createImageVariants({ storage, work }, store, log);
  return {
    storage,
    work,
    reader,
    prepare: (image) => void variants.prepare(image),
    pictures,
    answer: createImageDelivery({ reader, storage, variants }),
    sweep: (before) => sweepImages(db, { storage, variants: store }, before),
    close() {
      variants.stop();
      pictures.close();
    },
  };
}
