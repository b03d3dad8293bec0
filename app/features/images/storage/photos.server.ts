import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Database, Log } from "#db/database.ts";
import { createPictureDelivery } from "../variants/picture-delivery.server.ts";
import { createPictureVariants } from "../variants/picture-variants.server.ts";
import { createVariantStore } from "../variants/variant-store.server.ts";
import { createWorkQueue } from "../variants/work-queue.server.ts";
import { sweepImages } from "./leftover-images.server.ts";
import { createPhotoStorage } from "./photo-storage.server.ts";
import { createPictureReader, type PictureReader } from "./picture-reader.server.ts";
import type { PictureTools } from "./pictures.server.ts";
import type { S3Settings } from "./s3-settings.ts";

/** All that the process needs for pictures; built once, in server/app.ts. */
export interface Photos extends PictureTools {
  reader: PictureReader;
  /** Answers `GET` and `HEAD` of `/photos/…`. */
  answer: ReturnType<typeof createPictureDelivery>;
  /** Removes what kills have left; see `sweepImages`. */
  sweep(before: Date): ReturnType<typeof sweepImages>;
  /** Gives up what nobody waits for. */
  close(): void;
}

interface PhotosOptions {
  dataDir: string;
  s3?: S3Settings | undefined;
  log: Pick<Log, "error">;
}

/**
 * One processor stays free for everything else. A variant takes some 0.1 s to make, so that the last
 * of those who wait has it after a few seconds. A browser asks for six at a time.
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
