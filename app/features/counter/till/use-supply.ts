import { useCallback, useMemo, useState } from "react";
import type { StockOffer } from "#app/domain/stock/stock.ts";
import { isShopCut } from "#app/lib/browser/connection.ts";
import { askShop } from "./outbox.ts";
import type { TillLot, TillProduct, TillScanning, TillSupply } from "./till-product.ts";

/**
 * A till's stock and lots, as loaded with its page. They are renewed for each chosen or scanned
 * product, because the page stays open all day; offline, the last known ones count.
 */
export function useSupply(tillId: string, loaded: TillScanning) {
  const [lots, setLots] = useState(loaded.lots);
  const [lefts, setLefts] = useState<Readonly<Record<string, StockOffer | null>>>({});
  const scanning = useMemo(() => ({ ...loaded, lots }), [loaded, lots]);

  /**
   * Asks the shop about a product; returns the lots whose weights are without what was sold here
   * before. `isCurrent` is false if the answer may lack a sale made meanwhile.
   */
  async function renew(productId: string, isCurrent: () => boolean): Promise<readonly string[]> {
    if (isShopCut()) return [];
    const now = await askShop<TillSupply>(tillId, { product: productId });
    if (!now?.lots || !isCurrent()) return [];
    setLefts((before) => ({ ...before, [productId]: now.left }));
    setLots((before) => renewed(before, now.lots));
    return now.lots.map(({ id }) => id);
  }

  const supplied = useCallback(
    (products: readonly TillProduct[]): TillProduct[] =>
      products.map(({ left: loadedLeft, ...product }) => {
        const known = lefts[product.id];
        const left = known === undefined ? loadedLeft : known;
        return left ? { ...product, left } : product;
      }),
    [lefts],
  );

  return { scanning, supplied, renew };
}

/** Returns the known lots with newer facts, and new ones after them. */
function renewed(known: readonly TillLot[], now: readonly TillLot[]): TillLot[] {
  const byId = new Map(now.map((lot) => [lot.id, lot]));
  const ids = new Set(known.map(({ id }) => id));
  return [...known.map((lot) => byId.get(lot.id) ?? lot), ...now.filter(({ id }) => !ids.has(id))];
}
