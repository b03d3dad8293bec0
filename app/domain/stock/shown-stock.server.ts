import type { StockNotice } from "#app/domain/catalogue/product.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, Log } from "#db/database.ts";
import { readStock } from "./read-stock.server.ts";
import { type MostShown, mostShown, type ShownStock, shownInWords, shownStock } from "./stock.ts";

/** Stock notices for pages that are the same for everybody. */
export interface ShownStocks {
  of(productId: string): StockNotice | undefined;
  /** What is available of a tracked product today; null for no limit. */
  mostOf(productId: string): MostShown | null;
  /** Adds notices to the products that are low or sold out. */
  beside<Product extends { id: string }>(
    products: readonly Product[],
  ): (Product & { stock?: StockNotice })[];
  /** Reads the stock again; called on `stock_changed` notifications. */
  renew(): void;
}

/**
 * Caches which products are sold out or low, for pages that are cached as a whole. Every order
 * changes the stock, but `onCrossed` is called only when a product becomes sold out, low or
 * available again. Amounts on a cached page may thus be minutes old; the order form is never
 * cached, and placing an order checks the stock.
 */
export async function openShownStocks(
  db: Database,
  log: Pick<Log, "warn">,
  onCrossed: () => void,
): Promise<ShownStocks> {
  let shown = new Map<string, ShownStock>();
  let most = new Map<string, MostShown | null>();
  let readOn = "";
  let isReading = false;
  let isAskedAgain = false;

  async function read(): Promise<void> {
    const today = pacificDay(new Date());
    const all = await readStock(db);
    most = new Map(all.map((product) => [product.productId, mostShown(product, today)]));
    const now = new Map(
      all.flatMap((product) => {
        const one = shownStock(product, today);
        return one ? [[product.productId, one] as const] : [];
      }),
    );
    const isCrossed = stateOf(now) !== stateOf(shown);
    shown = now;
    readOn = today;
    if (isCrossed) onCrossed();
  }

  async function renewAll(): Promise<void> {
    isReading = true;
    try {
      do {
        isAskedAgain = false;
        await read();
      } while (isAskedAgain);
    } catch (error) {
      // Keep the old values; placing an order checks the stock itself.
      log.warn({ err: error }, "kept an older stock on the pages");
    } finally {
      isReading = false;
    }
  }

  function renew(): void {
    isAskedAgain = true;
    if (!isReading) void renewAll();
  }

  function of(productId: string): StockNotice | undefined {
    // Expected stock arrives with its day, without any notification.
    if (readOn !== "" && readOn !== pacificDay(new Date())) renew();
    const one = shown.get(productId);
    if (!one) return undefined;
    const isOut = one.kind === "out";
    return { words: shownInWords(one), isOut, isOver: isOut && one.until === null };
  }

  await renewAll();
  return {
    of,
    mostOf: (productId) => most.get(productId) ?? null,
    beside: (products) =>
      products.map((product) => {
        const stock = of(product.id);
        return stock ? { ...product, stock } : product;
      }),
    renew,
  };
}

/** Serializes what is sold out until when and what is low; a changed result renders pages again. */
function stateOf(shown: ReadonlyMap<string, ShownStock>): string {
  return [...shown]
    .map(([id, one]) => `${id} ${one.kind === "out" ? `out ${one.until}` : "low"}`)
    .sort()
    .join();
}
