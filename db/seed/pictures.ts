import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { imageMappings } from "../schema/image-mappings.ts";
import { pictures } from "../schema/pictures.ts";
import { products } from "../schema/products.ts";
import { plantOnce } from "./seed.ts";

/** A picture of the opening catalogue, as described by `scripts/seed-pictures.ts`. */
export interface SeedPicture {
  /** Path within the folder, e.g. `ribeye-steak.webp` or `pages/home-hero.webp`. */
  file: string;
  /** Where it is shown: a product's slug in the section "product", otherwise the place's key. */
  section: string;
  key: string;
  /** Its path in the bucket. */
  path: string;
  version: number;
  digest: string;
  width: number;
  height: number;
  bytes: number;
  preview: string;
}

/**
 * The part of the bucket's interface needed here
 * (`app/features/images/storage/photo-storage.server.ts`).
 */
interface Bucket {
  put(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
}

export const seedPicturesFolder = join(import.meta.dirname, "pictures");

const contentType = "image/webp";

/** Pictures for places added later: existing shops get these at their next start. */
const later = {
  name: "pictures of wholesale, contact and sections",
  places: new Set(["pages/wholesale", "pages/contact", "sections/home-about"]),
};

/** Concurrent uploads to the bucket. */
const atOnce = 8;

/**
 * Seeds the opening catalogue's pictures, once per database: into the bucket, the pictures table,
 * the mappings, and onto each product that has no picture yet. Files are written first, so that no
 * row points to a missing one. Seed the catalogue before.
 *
 * @param folder folder of the files and `pictures.json`; another one in tests
 * @returns how many pictures were seeded
 * @throws the bucket's error; nothing is seeded then, and the next start tries again
 */
export async function seedPictures(
  db: Database,
  bucket: Bucket,
  folder: string = seedPicturesFolder,
): Promise<number> {
  const described = await readDescription(folder);
  const isLater = ({ section, key }: SeedPicture) => later.places.has(`${section}/${key}`);
  const plant = async (name: string, chosen: SeedPicture[]) => {
    if (chosen.length === 0) return 0;
    const planted = await plantOnce(db, name, async (tx) => {
      await putAll(bucket, chosen, folder);
      await tx.insert(pictures).values(chosen.map(toRow)).onConflictDoNothing();
      for (const picture of chosen) await hang(tx, picture);
      return chosen.length;
    });
    return planted ?? 0;
  };
  const first = await plant(
    "pictures",
    described.filter((picture) => !isLater(picture)),
  );
  return first + (await plant(later.name, described.filter(isLater)));
}

/** Empty if there are none yet. */
async function readDescription(folder: string): Promise<SeedPicture[]> {
  try {
    return JSON.parse(await readFile(join(folder, "pictures.json"), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

async function putAll(bucket: Bucket, described: SeedPicture[], folder: string): Promise<void> {
  const waiting = [...described];
  async function putNext(): Promise<void> {
    for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
      const bytes = await readFile(join(folder, picture.file));
      await bucket.put(picture.path, bytes, contentType);
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, putNext));
  } finally {
    // After one failure the others need not be tried.
    waiting.length = 0;
  }
}

function toRow({ file: _file, section: _section, key: _key, ...picture }: SeedPicture) {
  return { ...picture, contentType };
}

/** Puts it in its place, unless the owner has put another there. */
async function hang(tx: Transaction, { section, key, path, version }: SeedPicture): Promise<void> {
  const url = `/photos/${path}?t=${version}`;
  let imageKey = key;
  if (section === "product") {
    const [bare] = await tx
      .update(products)
      .set({ imageUrl: url })
      .where(and(eq(products.slug, key), isNull(products.imageUrl)))
      .returning({ id: products.id });
    if (!bare) return;
    imageKey = bare.id;
  }
  const mapping = { section, imageKey, position: 0, url };
  await tx.insert(imageMappings).values(mapping).onConflictDoNothing();
}
