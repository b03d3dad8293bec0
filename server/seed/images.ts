import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fillBareImage } from "#app/domain/catalogue/opening-products.server.ts";
import { addMappings } from "#app/domain/pictures/placement/placed-images.server.ts";
import { insertImages } from "#app/domain/pictures/storage/stored-images.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { plantOnce } from "./seed.ts";

export interface SeedImage {
  /** Path within the folder, e.g. `ribeye-steak.webp` or `pages/home-hero.webp`. */
  file: string;
  /** Where it is shown: a product's slug in the section "product", otherwise the place's key. */
  section: string;
  key: string;
  /** A product's main image is 0; cooked and sliced it is 1. */
  position: number;
  path: string;
  version: number;
  digest: string;
  width: number;
  height: number;
  bytes: number;
  preview: string;
}

/** As in `app/domain/pictures/storage/image-storage.server.ts`. */
interface Bucket {
  put(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
}

export const seedImagesFolder = join(import.meta.dirname, "images");

const contentType = "image/webp";

const atOnce = 8;

/**
 * Seeds the opening catalogue's images, once per database: into the bucket, the images table, the
 * mappings, and onto each product that has no image yet. Files are written first, so that no row
 * points to a missing one. Seed the catalogue before.
 *
 * @param folder folder of the files and `images.json`; another one in tests
 * @returns how many images were seeded
 * @throws the bucket's error; nothing is seeded then, and the next start tries again
 */
export async function seedImages(
  db: Database,
  bucket: Bucket,
  folder: string = seedImagesFolder,
): Promise<number> {
  const described = await readDescription(folder);
  if (described.length === 0) return 0;
  // Don't rename the seed: shops have recorded it.
  const planted = await plantOnce(db, "pictures", async (tx) => {
    await putAll(bucket, described, folder);
    await insertImages(tx, described.map(toRow));
    const hung: Hung = new Map();
    for (const image of described.toSorted((a, b) => a.position - b.position)) {
      await hang(tx, image, hung);
    }
    return described.length;
  });
  return planted ?? 0;
}

/** Empty if there are none yet. */
async function readDescription(folder: string): Promise<SeedImage[]> {
  try {
    return JSON.parse(await readFile(join(folder, "images.json"), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

async function putAll(bucket: Bucket, described: SeedImage[], folder: string): Promise<void> {
  const waiting = [...described];
  async function putNext(): Promise<void> {
    for (let image = waiting.shift(); image; image = waiting.shift()) {
      const bytes = await readFile(join(folder, image.file));
      await bucket.put(image.path, bytes, contentType);
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, putNext));
  } finally {
    // Skip the rest after a failure.
    waiting.length = 0;
  }
}

function toRow({ file: _file, section: _section, key: _key, position: _at, ...image }: SeedImage) {
  return { ...image, contentType, isSample: true };
}

/** The ids of products whose main image was placed here, by slug. */
type Hung = Map<string, string>;

/** Places an image, unless the owner has placed another there or a main image of their own. */
async function hang(tx: Transaction, image: SeedImage, hung: Hung): Promise<void> {
  const { section, key, position, path, version } = image;
  const url = `/photos/${path}?t=${version}`;
  if (section !== "product") {
    await addMappings(tx, [{ section, imageKey: key, position, url }]);
    return;
  }
  const id = position === 0 ? await fillBareImage(tx, key, url) : hung.get(key);
  if (!id) return;
  hung.set(key, id);
  await addMappings(tx, [{ section, imageKey: id, position, url }]);
}
