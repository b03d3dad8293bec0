import { type ReactNode, useEffect, useRef, useState } from "react";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import type { PostalAnswer } from "#app/domain/delivery/postal/postal-answer.ts";
import type { LoadCartDelivery } from "#app/domain/delivery/postal/postal-question.ts";
import { clearCart, removeFromCart, setCartAmount } from "#app/domain/drafts/cart/browser-cart.ts";
import { useCart } from "../cart-context.tsx";
import { EmptyCart } from "../empty-cart.tsx";
import { CartFoot, CartNotes } from "./cart-foot.tsx";
import { CartLine } from "./cart-line.tsx";

interface CartParts {
  /** The lines and related notes, or a note that the cart is empty. */
  lines: ReactNode;
  /** The part that stays visible; null for an empty cart. */
  footer: ReactNode;
}

/** Returns the parts of the browser's cart, for the drawer and for the cart's own page. */
export function useCartParts(loadDelivery: LoadCartDelivery, place: "drawer" | "page"): CartParts {
  const { items, unavailable, repriced, resized, close } = useCart();
  const [delivery, setDelivery] = useState<PostalAnswer>();
  const box = useOnDemand(loadDelivery, true, () => {});
  const { contents, focusAfterRemoving } = useFocusAfterRemoving(items.length);
  const lines = (
    <div ref={contents} tabIndex={-1} className="outline-none">
      {items.length === 0 ? (
        <EmptyCart underHead={place === "page"} onLeave={close} />
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
      {items.length > 0 && (
        <CartNotes
          place={place}
          onClear={() => {
            focusAfterRemoving(null);
            clearCart();
          }}
        />
      )}
    </div>
  );
  const footer = items.length > 0 && (
    <CartFoot
      isOutOfArea={delivery?.isOpenToAll === false}
      postalCode={delivery?.postalCode ?? ""}
    />
  );
  return { lines, footer: footer || null };
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
