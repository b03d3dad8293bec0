import { useSyncExternalStore } from "react";
import { isShopCut, watchShop } from "#app/lib/browser/connection.ts";

/** Whether the shop can't be reached, as far as is known. */
export function useShopCut(): boolean {
  return useSyncExternalStore(watchShop, isShopCut, () => false);
}
