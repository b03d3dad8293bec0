import { LRUCache } from "lru-cache";
import type { Database } from "#db/database.ts";
import type { Category } from "./category.ts";
import { findByCutType } from "./cut-lookup.server.ts";
import type { Product, ProductPage, ProductSummary } from "./product.ts";
import {
  featuredProducts,
  getProduct,
  listActiveProducts,
  listProductPages,
  relatedProducts,
} from "./products.server.ts";

const minute = 60_000;

/** How long answers are kept (specification, section 9); dropped at once when the catalogue changes. */
const keep = { products: 5 * minute, related: minute, cut: 5 * minute };

/** How often the product of a cut is asked for again after a failure (section 9). */
const cutRetries = 2;

/** Bounds the memory of product pages asked for by ever new addresses. */
const maxEntries = 1000;

export interface CatalogReader {
  /** Active products by name, of one category or of all. */
  list(category: Category | "all"): Promise<ProductSummary[]>;
  /** The addresses of all active products. */
  pages(): Promise<ProductPage[]>;
  /** The products of the home page, at most four. */
  featured(): Promise<ProductSummary[]>;
  /** An active product by its id or slug. */
  product(idOrSlug: string): Promise<Product | undefined>;
  /** The active product that answers to the name of a cut whose key is no product's slug. */
  cut(name: string): Promise<Product | null>;
  /** At most four other active products of the same category. */
  related(category: string | null, excludedId: string): Promise<ProductSummary[]>;
  /** Forgets everything; for the `catalog_changed` channel. */
  drop(): void;
}

/**
 * Public reads of the catalogue through a cache in memory. Many requests for the same answer share
 * one query. If the database fails, an answer that is merely too old is served again; without one
 * the failure is the caller's.
 */
export function createCatalogReader(db: Database): CatalogReader {
  const answers = new LRUCache<string, object>({
    max: maxEntries,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  const pending = new Map<string, Promise<object | undefined>>();

  function load(key: string, ttl: number, query: () => PromiseLike<object | undefined>) {
    // A query runs anew for everybody who waits for it; so this alone does, and they wait for this.
    const mine = Promise.resolve(query())
      .then((answer) => {
        // A drop() while the query ran means that it may have read the catalogue before the change.
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
