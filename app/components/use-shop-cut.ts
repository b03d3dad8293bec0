import { useSyncExternalStore } from "react";
import { isShopCut, watchShop } from "#app/lib/browser/connection.ts";

/** Returns true if the shop is known to be unreachable. */
export function useShopCut(): boolean {
  return useSyncExternalStore(watchShop, isShopCut, () => false);
}
