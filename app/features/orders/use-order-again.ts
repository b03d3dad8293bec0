import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { OrderAgain } from "./order-again.ts";
import { addMissing, emptyDraft, type OrderDraft } from "./order-draft.ts";

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
  const begun = useRef<string>(undefined);
  const [filled, setFilled] = useState<OrderAgain | null>(null);
  const [asking, setAsking] = useState<OrderAgain | null>(null);

  function fill(from: OrderAgain, start: OrderDraft | null) {
    change((now) => addMissing(start ?? now, from.lines));
    setAsking(null);
    setFilled(from);
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
