import { LRUCache } from "lru-cache";
import type { Database } from "#db/database.ts";
import type { Category } from "#db/schema/values/products.ts";
import { findByCutType } from "./cut-lookup.server.ts";
import type { ListedProduct } from "./listing/arranged.ts";
import type { Product, ProductPage, ProductSummary } from "./product.ts";
import {
  featuredProducts,
  getProduct,
  listActiveProducts,
  listProductPages,
  relatedProducts,
} from "./products.server.ts";

const minute = 60_000;

/** The cache is also cleared when the catalogue changes. */
const keep = { products: 5 * minute, related: minute, cut: 5 * minute };

const cutRetries = 2;

/** Bounds the cache against requests for endless new URLs. */
const maxEntries = 1000;

export interface CatalogReader {
  list(category: Category | "all"): Promise<ListedProduct[]>;
  pages(): Promise<ProductPage[]>;
  /** At most four products. */
  featured(): Promise<ProductSummary[]>;
  product(idOrSlug: string): Promise<Product | undefined>;
  /** The active product for a cut's name, if the cut's key isn't a product's slug. */
  cut(name: string): Promise<Product | null>;
  /** At most four other active products of the category. */
  related(category: string | null, excludedId: string): Promise<ProductSummary[]>;
  /** Clears the cache; called on `catalog_changed` notifications. */
  drop(): void;
}

/**
 * Public reads of the catalogue through an in-memory cache; concurrent requests for the same answer
 * share one query. If the database fails, it returns a stale answer, or throws without one.
 */
export function createCatalogReader(db: Database): CatalogReader {
  const answers = new LRUCache<string, object>({
    max: maxEntries,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  const pending = new Map<string, Promise<object | undefined>>();

  function load(key: string, ttl: number, query: () => PromiseLike<object | undefined>) {
    // A Drizzle query runs again for every `then`, so it is awaited once.
    const mine = Promise.resolve(query())
      .then((answer) => {
        // If drop() ran in the meantime, the query may have read the old catalogue.
        if (answer && pending.get(key) === mine) answers.set(key, answer, { ttl });
        return answer;
      })
      .catch((error: unknown) => {
        const old = answers.get(key);
        if (old) return old;
        throw error;
      })
      .finally(() => {
        if (pending.get(key) === mine) pending.delete(key);
      });
    pending.set(key, mine);
    return mine;
  }

  function read<T extends object | undefined>(key: string, ttl: number, query: () => Promise<T>) {
    const answer = answers.get(key, { allowStale: false }) ?? pending.get(key);
    return Promise.resolve(answer ?? load(key, ttl, query)) as Promise<T>;
  }

  return {
    list: (category) =>
      read(`list:${category}`, keep.products, () => listActiveProducts(db, category)),
    pages: () => read("pages", keep.products, () => listProductPages(db)),
    featured: () => read("featured", keep.products, () => featuredProducts(db)),
    product: (idOrSlug) =>
      read(
        `product:${idOrSlug}`,
        keep.products,
        async () => (await getProduct(db, idOrSlug)) ?? undefined,
      ),
    cut: async (name) => {
      const answer = await read(`cut:${name}`, keep.cut, async () => ({
        product: await retrying(() => findByCutType(db, name), cutRetries),
      }));
      return answer.product;
    },
    related: (category, excludedId) =>
      read(`related:${category}:${excludedId}`, keep.related, () =>
        relatedProducts(db, category, excludedId),
      ),
    drop() {
      answers.clear();
      pending.clear();
    },
  };
}

async function retrying<T>(query: () => Promise<T>, retries: number): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (retries === 0) throw error;
    return retrying(query, retries - 1);
  }
}
