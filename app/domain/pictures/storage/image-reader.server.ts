import { inArray } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { imageUrls } from "#app/domain/pictures/placement/placed-images.server.ts";
import type { Database } from "#db/database.ts";
import { images } from "#db/schema/images.ts";
import { readImageAddress } from "../image-address.ts";
import type { ImageFacts } from "../image-sources.ts";

export interface KnownImage extends ImageFacts {
  path: string;
  version: number;
  /** Digest of the bytes, under which variants are stored. */
  digest: string;
  contentType: string;
  /** True for a sample that came with the shop. */
  isSample?: boolean;
  alt?: string | null;
}

export interface ImageReader {
  /**
   * Returns the image at a path, or null. If the cached version differs from the requested one,
   * it's looked up again, as another process may have just replaced it.
   */
  find(path: string, version: number | undefined): Promise<KnownImage | null>;
  /** Returns data of the images at these URLs, by URL; unknown ones are left out. */
  factsOf(urls: readonly (string | null)[]): Promise<Record<string, ImageFacts>>;
  /** Returns the owner's descriptions of these images, by URL; images without one are left out. */
  altsOf(urls: readonly string[]): Promise<Record<string, string>>;
  /** Returns a place's images in order. Only for places that exist, not for user input. */
  urlsAt(section: string, key: string): Promise<string[]>;
  /** Clears the cache; called on `catalog_changed` notifications. */
  drop(): void;
}

const columns = {
  path: images.path,
  version: images.version,
  digest: images.digest,
  contentType: images.contentType,
  width: images.width,
  height: images.height,
  preview: images.preview,
  isSample: images.isSample,
  alt: images.alt,
};

/** Cache settings; the cache is invalidated when an image changes. */
const keep = { max: 5000, ttl: 5 * 60_000, allowStale: true, noDeleteOnStaleGet: true };

/**
 * Reads the image table for the public through an in-memory cache. Only existing images are cached,
 * so that made-up URLs take no memory. Serves stale entries if the database fails.
 */
export function createImageReader(db: Database): ImageReader {
  const known = new LRUCache<string, KnownImage>(keep);
  const placed = new LRUCache<string, string[]>(keep);
  let drops = 0;

  async function lookUp(paths: string[]): Promise<KnownImage[]> {
    const before = drops;
    const rows = await db.select(columns).from(images).where(inArray(images.path, paths));
    // Rows read while a change arrived may be outdated.
    if (before === drops) for (const row of rows) known.set(row.path, row);
    return rows;
  }

  /** Reads the table; falls back to stale entries if that fails. */
  async function lookUpOrRecall(paths: string[]): Promise<KnownImage[]> {
    try {
      return await lookUp(paths);
    } catch (error) {
      const recalled = paths.flatMap((path) => known.get(path) ?? []);
      if (recalled.length < paths.length) throw error;
      return recalled;
    }
  }

  const fresh = (path: string) => known.get(path, { allowStale: false });

  async function knownAt(urls: readonly (string | null)[]): Promise<[string, KnownImage][]> {
    const addresses = urls.flatMap((url) => {
      const path = url === null ? undefined : readImageAddress(url)?.path;
      return path ? [{ url, path }] : [];
    });
    const paths = [...new Set(addresses.map(({ path }) => path))];
    const missing = paths.filter((path) => !fresh(path));
    const remembered = paths.flatMap((path) => fresh(path) ?? []);
    const found = missing.length > 0 ? await lookUpOrRecall(missing) : [];
    const byPath = new Map([...remembered, ...found].map((image) => [image.path, image]));
    return addresses.flatMap(({ url, path }) => {
      const image = byPath.get(path);
      return url !== null && image ? [[url, image] as [string, KnownImage]] : [];
    });
  }

  return {
    async find(path, version) {
      const remembered = fresh(path);
      const isCurrent = version === undefined || remembered?.version === version;
      if (remembered && isCurrent) return remembered;
      const [found] = await lookUpOrRecall([path]);
      return found ?? null;
    },
    async factsOf(urls) {
      const found = await knownAt(urls);
      return Object.fromEntries(
        found.flatMap(([url, { width, height, preview }]) =>
          width && height && preview ? [[url, { width, height, preview }]] : [],
        ),
      );
    },
    async altsOf(urls) {
      const found = await knownAt(urls);
      return Object.fromEntries(found.flatMap(([url, { alt }]) => (alt ? [[url, alt]] : [])));
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
