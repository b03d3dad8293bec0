import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { cartStore } from "./cart/browser-cart.ts";
import { type OrderAgain, startAgain } from "./order-again.ts";
import { emptyDraft, type OrderableProduct, type OrderDraft } from "./order-draft.ts";

interface FilledAgain {
  again: OrderAgain;
  /** Products that were already in the draft, with the combined quantity in words. */
  joined: readonly { name: string; quantity: string }[];
}

/**
 * Fills the draft from a past order once, and removes the query parameter so that a reload doesn't
 * do it again. It asks before it changes a draft that already has lines.
 */
export function useOrderAgain(
  again: OrderAgain | null,
  products: readonly OrderableProduct[],
  {
    draft,
    isLoaded,
    change,
  }: {
    draft: OrderDraft;
    isLoaded: boolean;
    change: (how: (draft: OrderDraft) => OrderDraft) => void;
  },
) {
  const navigate = useNavigate();
  const begun = useRef<string | null>(undefined);
  const [filled, setFilled] = useState<FilledAgain | null>(null);
  const [asking, setAsking] = useState<OrderAgain | null>(null);

  function fill(from: OrderAgain, start: OrderDraft | null) {
    const { joined } = startAgain(start ?? draft, from, products);
    change((now) => startAgain(start ?? now, from, products).draft);
    setAsking(null);
    setFilled({ again: from, joined });
    // The cart's items are in this order now, and would be ordered twice.
    if (from.orderId === null) cartStore.clear();
  }

  const begin = useEffectEvent((from: OrderAgain) => {
    // The page may revalidate before its URL has changed.
    if (begun.current === from.orderId) return;
    begun.current = from.orderId;
    if (draft.lines.length === 0) fill(from, null);
    else setAsking(from);
    navigate({ search: "", hash: "#pick" }, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (again && isLoaded) begin(again);
    else if (!again) begun.current = undefined;
  }, [again, isLoaded]);

  return {
    filled,
    /** Set while the user has to choose what happens to the existing draft. */
    asking: asking && {
      again: asking,
      onAdd: () => fill(asking, null),
      onReplace: () => fill(asking, emptyDraft),
      onKeep: () => setAsking(null),
    },
  };
}
