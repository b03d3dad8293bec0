import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { cartStore } from "#app/features/cart/browser-cart.ts";
import { type OrderAgain, startAgain } from "./order-again.ts";
import { emptyDraft, type OrderDraft } from "./order-draft.ts";

/** What was done to the draft. */
interface FilledAgain {
  again: OrderAgain;
  /** What had been picked already, with the pounds together. */
  joined: readonly { name: string; quantity: string }[];
}

/**
 * Fills the draft with a past order, once, and takes the question out of the address, so that a
 * reload does not ask it again. A draft that has lines is not touched without asking.
 */
export function useOrderAgain(
  again: OrderAgain | null,
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
    const { joined } = startAgain(start ?? draft, from);
    change((now) => startAgain(start ?? now, from).draft);
    setAsking(null);
    setFilled({ again: from, joined });
    // It is part of this order now, and would be ordered twice.
    if (from.orderId === null) cartStore.clear();
  }

  const begin = useEffectEvent((from: OrderAgain) => {
    // The page may be loaded anew before its address has changed.
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
    /** Set while it has to be asked what becomes of the draft that is there. */
    asking: asking && {
      again: asking,
      onAdd: () => fill(asking, null),
      onReplace: () => fill(asking, emptyDraft),
      onKeep: () => setAsking(null),
    },
  };
}
