import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Database, Log } from "#db/database.ts";
import { createPhotoStorage } from "./photo-storage.server.ts";
import { createPictureDelivery } from "./picture-delivery.server.ts";
import { createPictureReader, type PictureReader } from "./picture-reader.server.ts";
import { createPictureVariants } from "./picture-variants.server.ts";
import type { PictureTools } from "./pictures.server.ts";
import type { S3Settings } from "./s3-settings.ts";
import { createVariantStore } from "./variant-store.server.ts";
import { createWorkQueue } from "./work-queue.server.ts";

/** All that the process needs for pictures; built once, in server/app.ts. */
export interface Photos extends PictureTools {
  reader: PictureReader;
  /** Answers `GET` and `HEAD` of `/photos/…`. */
  answer: ReturnType<typeof createPictureDelivery>;
}

interface PhotosOptions {
  dataDir: string;
  s3?: S3Settings | undefined;
  log: Pick<Log, "error">;
}

/** One processor stays free for everything else; a page of the shop asks for some fifty at once. */
const workLimits = { atOnce: Math.max(1, availableParallelism() - 1), mayWait: 400 };

export function createPhotos(db: Database, { dataDir, s3, log }: PhotosOptions): Photos {
  const storage = createPhotoStorage({ dataDir, s3 });
  const work = createWorkQueue(workLimits);
  const reader = createPictureReader(db);
  const store = createVariantStore(join(dataDir, "variants"));
  const variants = createPictureVariants({ storage, work }, store, log);
  return { storage, work, reader, answer: createPictureDelivery({ reader, storage, variants }) };
}
