import { useEffect, useEffectEvent } from "react";
import { Drawer } from "#app/components/overlay/drawer.tsx";
import type { LoadCartDelivery } from "#app/domain/delivery/postal/postal-question.ts";
import { cartStore } from "#app/domain/drafts/cart/browser-cart.ts";
import { cartPath, formatItemCount } from "#app/domain/drafts/cart/cart-on-every-page.ts";
import { useCart } from "../cart-context.tsx";
import { useCartParts } from "./cart-parts.tsx";

/** The drawer's contents, loaded on demand by cart-button.tsx. */
export function CartDrawerPanel({ loadDelivery }: { loadDelivery: LoadCartDelivery }) {
  const { isOpen, items, opener, close } = useCart();
  const { lines, footer } = useCartParts(loadDelivery, "drawer");
  useEscape(isOpen, close);
  // Closing the drawer acknowledges what has changed.
  useEffect(() => (isOpen ? () => cartStore.acknowledgeChanges() : undefined), [isOpen]);

  return (
    <Drawer
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={`Your Cart (${formatItemCount(items)})`}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        returnFocus(opener.current);
      }}
      footer={footer}
    >
      {lines}
    </Drawer>
  );
}

/** Handles Escape even if a toast opened after the drawer would capture it. */
function useEscape(isOpen: boolean, close: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.isComposing) close();
  });
  useEffect(() => {
    if (!isOpen) return;
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("keydown", (event) => onKey(event), { signal });
    return () => listening.abort();
  }, [isOpen]);
}

/**
 * Focuses the drawer's opener, else the cart button, unless a page opened from it has the focus.
 */
function returnFocus(opener: HTMLElement | null) {
  if (document.activeElement && document.activeElement !== document.body) return;
  const target = opener?.isConnected
    ? opener
    : document.querySelector(`header [action="${cartPath}"] button`);
  if (target instanceof HTMLElement) target.focus();
}
