import { inArray } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "#db/database.ts";
import { pictures } from "#db/schema/pictures.ts";
import type { PictureFacts } from "../picture.ts";
import { readPictureAddress } from "../picture-address.ts";
import { imageUrls } from "../placement/image-mappings.server.ts";

/** Picture data needed for delivery. */
export interface KnownPicture extends PictureFacts {
  path: string;
  version: number;
  /** Digest of its bytes; variants are stored under it. */
  digest: string;
  contentType: string;
}

export interface PictureReader {
  /**
   * The picture at a path, or null. If the cached version differs from the requested one, it's
   * looked up again, as another process may have just replaced it.
   */
  find(path: string, version: number | undefined): Promise<KnownPicture | null>;
  /** Data of the pictures at these URLs, by URL; unknown ones are left out. */
  factsOf(urls: readonly (string | null)[]): Promise<Record<string, PictureFacts>>;
  /** A place's pictures in order. Only for places that exist, not for user input. */
  urlsAt(section: string, key: string): Promise<string[]>;
  /** Clears the cache; called on `catalog_changed` notifications. */
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

/** Cache settings; the cache is invalidated when a picture changes. */
const keep = { max: 5000, ttl: 5 * 60_000, allowStale: true, noDeleteOnStaleGet: true };

/**
 * Public reads of the picture table through an in-memory cache. Only existing pictures are cached,
 * so made-up URLs take no memory. If the database fails, stale entries are served.
 */
export function createPictureReader(db: Database): PictureReader {
  const known = new LRUCache<string, KnownPicture>(keep);
  const placed = new LRUCache<string, string[]>(keep);
  let drops = 0;

  async function lookUp(paths: string[]): Promise<KnownPicture[]> {
    const before = drops;
    const rows = await db.select(columns).from(pictures).where(inArray(pictures.path, paths));
    // Rows read while a change arrived may be outdated.
    if (before === drops) for (const row of rows) known.set(row.path, row);
    return rows;
  }

  /** Reads the table; falls back to stale entries if that fails. */
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
