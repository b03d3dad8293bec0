import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { toast } from "#app/components/toast/toast-store.ts";
import {
  dropLine,
  type OrderableProduct,
  type OrderDraft,
  typeQuantity,
} from "#app/domain/drafts/order-draft.ts";
import { firstQuantity, typedInWords, unitOf } from "#app/domain/orders/order-quantity.ts";

/** Adds the minimum amount of a cut to the draft, unless it is there already or isn't sold. */
export function addCut(
  draft: OrderDraft,
  products: readonly OrderableProduct[],
  cut: string | null,
): OrderDraft {
  const product = products.find(({ id }) => id === cut);
  if (!product || draft.lines.some(({ productId }) => productId === cut)) return draft;
  return typeQuantity(draft, product, firstQuantity(product.minLb ?? null, product));
}

interface Kept {
  draft: OrderDraft;
  isLoaded: boolean;
  change: (how: (draft: OrderDraft) => OrderDraft) => void;
}

/**
 * Adds the cut pressed in a fresh sheet to the draft once, says so, and removes it from the URL, so
 * that a reload doesn't add it again.
 */
export function useAddedCut(
  cut: string | null,
  products: readonly OrderableProduct[],
  { draft, isLoaded, change }: Kept,
): void {
  const navigate = useNavigate();
  const begun = useRef<string>(null);
  const add = useEffectEvent((id: string) => {
    // The page may revalidate before its URL has changed.
    if (begun.current === id) return;
    begun.current = id;
    const product = products.find((one) => one.id === id);
    const present = draft.lines.find(({ productId }) => productId === id);
    if (!product) {
      toast({ title: "Not sold on this day", description: "Choose another day, or another cut." });
    } else if (present) {
      const is = typedInWords(present.quantity, present.seenUnit);
      toast({ title: `${product.name} is in your order`, description: `${is}, as before.` });
    } else {
      const least = firstQuantity(product.minLb ?? null, product);
      change((now) => addCut(now, products, id));
      const undo = () => change((now) => dropLine(now, id));
      toast({
        title: `${product.name} added`,
        description: `${typedInWords(least, unitOf(product))}. Change it in its box.`,
        action: { label: "Undo", run: undo },
      });
    }
    navigate({ search: "", hash: "#pick" }, { replace: true, preventScrollReset: true });
    document.getElementById(`quantity-${id}`)?.focus();
  });
  useEffect(() => {
    if (cut && isLoaded) add(cut);
    else if (!cut) begun.current = null;
  }, [cut, isLoaded]);
}
