import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Drawer } from "#app/components/overlay/drawer.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import type { PostalAnswer } from "#app/features/delivery/postal/postal-answer.ts";
import type { LoadCartDelivery } from "#app/features/delivery/postal/postal-question.ts";
import { cartStore, clearCart, removeFromCart, setCartAmount } from "../browser-cart.ts";
import { useCart } from "../cart-context.tsx";
import { formatItemCount } from "../cart-on-every-page.ts";
import { CartDrawerFooter } from "./cart-drawer-footer.tsx";
import { CartLine } from "./cart-line.tsx";

/** The drawer's contents, loaded on demand by cart-button.tsx. */
export function CartDrawerPanel({ loadDelivery }: { loadDelivery: LoadCartDelivery }) {
  const cart = useCart();
  const [delivery, setDelivery] = useState<PostalAnswer>();
  const box = useOnDemand(loadDelivery, true, () => {});
  const { items, unavailable, repriced, resized, close } = cart;
  const { contents, focusAfterRemoving } = useFocusAfterRemoving(items.length);
  useEscape(cart.isOpen, close);
  // Closing the drawer acknowledges what has changed.
  useEffect(() => (cart.isOpen ? () => cartStore.acknowledgeChanges() : undefined), [cart.isOpen]);

  return (
    <Drawer
      open={cart.isOpen}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={`Your Cart (${formatItemCount(items)})`}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        returnFocus(cart.opener.current);
      }}
      footer={
        items.length > 0 && (
          <CartDrawerFooter
            isOutOfArea={delivery?.isOpenToAll === false}
            postalCode={delivery?.postalCode ?? ""}
            onClear={() => {
              focusAfterRemoving(null);
              clearCart();
            }}
          />
        )
      }
    >
      <div ref={contents} tabIndex={-1} className="outline-none">
        {items.length === 0 ? (
          <EmptyState
            title="Your cart is empty"
            action={
              <Link to="/shop" onClick={close} className={buttonClass()}>
                Browse Products
              </Link>
            }
          >
            Add some premium cuts to get started
          </EmptyState>
        ) : (
          <ul>
            {items.map((item, index) => (
              <CartLine
                key={item.product.id}
                item={item}
                isUnavailable={unavailable.has(item.product.id)}
                isRepriced={repriced.has(item.product.id)}
                isResized={resized.has(item.product.id)}
                onAmountChange={(amount) => setCartAmount(item.product.id, amount)}
                onRemove={() => {
                  const neighbour = items[index + 1] ?? items[index - 1];
                  focusAfterRemoving(neighbour?.product.id ?? null);
                  removeFromCart(item.product.id);
                }}
                onLeave={close}
              />
            ))}
          </ul>
        )}
        {items.length > 0 && box && <box.CartDelivery onAnswer={setDelivery} onLeave={close} />}
      </div>
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
 * The pressed button is removed with its line and loses the focus. Moves it to the next line, or to
 * the text that says the cart is empty.
 */
function useFocusAfterRemoving(lineCount: number) {
  const contents = useRef<HTMLDivElement>(null);
  const next = useRef<{ id: string | null; from: number } | null>(null);

  useEffect(() => {
    if (!next.current || lineCount >= next.current.from) return;
    const { id } = next.current;
    next.current = null;
    const line = id && contents.current?.querySelector<HTMLElement>(`[data-line="${id}"]`);
    (line || contents.current)?.focus();
  }, [lineCount]);

  return {
    contents,
    focusAfterRemoving(id: string | null) {
      next.current = { id, from: lineCount };
    },
  };
}

/**
 * Returns the focus to the element that opened the drawer, or to the cart button if it's gone.
 * Leaves the focus alone if a page opened from the drawer has taken it.
 */
function returnFocus(opener: HTMLElement | null) {
  if (document.activeElement && document.activeElement !== document.body) return;
  const target = opener?.isConnected ? opener : document.querySelector("[data-cart-button]");
  if (target instanceof HTMLElement) target.focus();
}
