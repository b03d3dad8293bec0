import { useEffect } from "react";
import type { LoadCartDelivery } from "#app/domain/delivery/postal/postal-question.ts";
import { cartStore } from "#app/domain/drafts/cart/browser-cart.ts";
import { useCartParts } from "./cart-parts.tsx";

/** The cart's own page: the drawer's contents, side by side if there is room. */
export function CartPagePanel({ loadDelivery }: { loadDelivery: LoadCartDelivery }) {
  const { lines, footer } = useCartParts(loadDelivery, "page");
  // Leaving the page acknowledges what has changed.
  useEffect(() => () => cartStore.acknowledgeChanges(), []);
  return (
    <div className="gap-x-12 lg:grid lg:grid-cols-[1fr_22rem]">
      {lines}
      {footer && <div className="max-lg:mt-8">{footer}</div>}
    </div>
  );
}
