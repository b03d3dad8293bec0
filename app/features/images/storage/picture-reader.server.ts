import { inArray } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "#db/database.ts";
import { pictures } from "#db/schema/pictures.ts";
import type { PictureFacts } from "../picture.ts";
import { readPictureAddress } from "../picture-address.ts";
import { imageUrls } from "../placement/image-mappings.server.ts";

/** What delivery needs to know of a picture. */
export interface KnownPicture extends PictureFacts {
  path: string;
  version: number;
  /** Of its bytes: what is made of it is kept under this. */
  digest: string;
  contentType: string;
}

export interface PictureReader {
  /**
   * The picture at a path, or null. One that is remembered with another version than the one asked
   * for is looked up again: another process may have replaced it a moment ago.
   */
  find(path: string, version: number | undefined): Promise<KnownPicture | null>;
  /** What is known of the pictures at these addresses, by address; others are left out. */
  factsOf(urls: readonly (string | null)[]): Promise<Record<string, PictureFacts>>;
  /** The pictures of a key of a section in their order. For places that there are, not made-up ones. */
  urlsAt(section: string, key: string): Promise<string[]>;
  /** Forgets everything; for the `catalog_changed` channel. */
  drop(): void;
}

const columns = {
  path: pictures.path,
  version: pictures.version,
  digest: pictures.digest,
  contentType: pictures.contentType,
  width: pictures.width,
  height: pictures.height,
  preview: pictures.preview,
};

/** How long answers are kept; dropped at once when a picture changes. */
const keep = { max: 5000, ttl: 5 * 60_000, allowStale: true, noDeleteOnStaleGet: true };

/**
 * Public reads of the table of pictures through a cache in memory. Only pictures that there are
 * remembered, so that made-up addresses take no room. If the database fails, what is merely too old
 * serves again.
 */
export function createPictureReader(db: Database): PictureReader {
  const known = new LRUCache<string, KnownPicture>(keep);
  const placed = new LRUCache<string, string[]>(keep);
  let drops = 0;

  async function lookUp(paths: string[]): Promise<KnownPicture[]> {
    const before = drops;
    const rows = await db.select(columns).from(pictures).where(inArray(pictures.path, paths));
    // What was read while a change came in may be of before it.
    if (before === drops) for (const row of rows) known.set(row.path, row);
    return rows;
  }

  /** As it is in the table; where that cannot be told, as it was. */
  async function lookUpOrRecall(paths: string[]): Promise<KnownPicture[]> {
    try {
      return await lookUp(paths);
    } catch (error) {
      const recalled = paths.flatMap((path) => known.get(path) ?? []);
      if (recalled.length < paths.length) throw error;
      return recalled;
    }
  }

  const fresh = (path: string) => known.get(path, { allowStale: false });

  return {
    async find(path, version) {
      const remembered = fresh(path);
      const isCurrent = version === undefined || remembered?.version === version;
      if (remembered && isCurrent) return remembered;
      const [found] = await lookUpOrRecall([path]);
      return found ?? null;
    },
    async factsOf(urls) {
      const addresses = urls.flatMap((url) => {
        const path = url === null ? undefined : readPictureAddress(url)?.path;
        return path ? [{ url, path }] : [];
      });
      const paths = [...new Set(addresses.map(({ path }) => path))];
      const missing = paths.filter((path) => !fresh(path));
      const remembered = paths.flatMap((path) => fresh(path) ?? []);
      const found = missing.length > 0 ? await lookUpOrRecall(missing) : [];
      const byPath = new Map([...remembered, ...found].map((picture) => [picture.path, picture]));
      return Object.fromEntries(
        addresses.flatMap(({ url, path }) => {
          const { width, height, preview } = byPath.get(path) ?? {};
          return width && height && preview ? [[url, { width, height, preview }]] : [];
        }),
      );
    },
    async urlsAt(section, key) {
      const place = `${section}/${key}`;
      const remembered = placed.get(place, { allowStale: false });
      if (remembered) return remembered;
      const before = drops;
      try {
        const urls = await imageUrls(db, section, key);
        if (before === drops) placed.set(place, urls);
        return urls;
      } catch (error) {
        const recalled = placed.get(place);
        if (recalled) return recalled;
        throw error;
      }
    },
    drop() {
      drops += 1;
      known.clear();
      placed.clear();
    },
  };
}
