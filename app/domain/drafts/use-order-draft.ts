import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { type OrderableProduct, type OrderDraft, typeQuantity } from "./order-draft.ts";
import { createDraftStore, unloaded } from "./order-draft-store.ts";

/**
 * Returns the account's draft as stored in this browser, with functions that change it.
 *
 * @param posted a draft that was submitted as a form to render this page
 * @param typed what was typed into the page before hydration
 */
export function useOrderDraft(
  accountId: string,
  posted: OrderDraft | undefined,
  typed: () => [OrderableProduct, string][],
) {
  const [store] = useState(() => createDraftStore(accountId));
  const state = useSyncExternalStore(store.subscribe, store.getState, () => unloaded);
  const start = useEffectEvent(() => {
    const early = typed();
    const stop = store.start(posted);
    for (const [product, quantity] of early) {
      store.change((draft) => typeQuantity(draft, product, quantity));
    }
    return stop;
  });
  useEffect(() => start(), []);
  return { ...state, change: store.change, renew: store.renew };
}
