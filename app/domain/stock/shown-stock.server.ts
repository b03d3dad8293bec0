import type { StockNotice } from "#app/domain/catalogue/product.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, Log } from "#db/database.ts";
import { readStock } from "./read-stock.server.ts";
import { type MostShown, mostShown, type ShownStock, shownInWords, shownStock } from "./stock.ts";

/** What pages that are the same for everybody say of products' stock. */
export interface ShownStocks {
  of(productId: string): StockNotice | undefined;
  /** What can be had today of one of which a stock is kept; null for no limit. */
  mostOf(productId: string): MostShown | null;
  /** The products, with what is said of those that are not simply there. */
  beside<Product extends { id: string }>(
    products: readonly Product[],
  ): (Product & { stock?: StockNotice })[];
  /** Reads the stock again; called on `stock_changed` notifications. */
  renew(): void;
}

/**
 * Keeps in memory what is sold out or low, for pages that are cached whole. Every order changes what is left,
 * and hardly one changes what pages say: `onCrossed` is called only when a product becomes sold out or low,
 * or is there again. How much there is may so be some minutes old on a cached page; the order form
 * is never cached, and placing decides.
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
      // What was known stays; placing looks for itself.
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
    // What waits for its day is there on that day, without anybody doing anything.
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

/** What is sold out until when, and what is low: all that a page is drawn again for. */
function stateOf(shown: ReadonlyMap<string, ShownStock>): string {
  return [...shown]
    .map(([id, one]) => `${id} ${one.kind === "out" ? `out ${one.until}` : "low"}`)
    .sort()
    .join();
}
