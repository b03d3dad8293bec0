import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { authStore } from "#app/features/auth/session/auth-browser.ts";
import { orderCartPath } from "#app/features/orders/draft/order-again.ts";
import { formatCents } from "#app/lib/money.ts";
import { estimateText } from "../amount.ts";
import { type CartItem, orderableItems, promisedCents, subtotalCents } from "../cart.ts";
import { useCart } from "../cart-context.tsx";

interface CartDrawerFooterProps {
  onClear: () => void;
  /** We can bring nothing to the postal code that was asked about. */
  isOutOfArea: boolean;
}

/** The subtotal and next steps. Scrolls on its own on very low screens. */
export function CartDrawerFooter({ onClear, isOutOfArea }: CartDrawerFooterProps) {
  const { items, unavailable, close } = useCart();
  const { user, isAdmin } = useSyncExternalStore(
    authStore.subscribe,
    authStore.getState,
    authStore.getState,
  );
  const orderable = orderableItems(items, unavailable);
  const subtotal = subtotalCents(orderable);
  return (
    <div className="max-h-[50dvh] overflow-y-auto">
      <p className="flex items-baseline justify-between gap-4 font-semibold">
        Subtotal
        <span aria-live="polite" className="font-display text-xl">
          {formatCents(subtotal)}
        </span>
      </p>
      {orderable.length > 0 && (
        <p className="text-sm">{estimateText(subtotal, promisedCents(orderable))}</p>
      )}
      <p className="text-sm text-ink-soft">Shipping and taxes calculated at checkout</p>
      {isOutOfArea ? (
        <p className="mt-4 font-semibold">
          {user ? "Order with your account." : "We cannot bring an order to this postal code yet."}
        </p>
      ) : (
        <Button
          className="mt-4 w-full"
          disabled={orderable.length === 0}
          onClick={() => checkOut(orderable)}
        >
          Checkout
        </Button>
      )}
      {user && !isAdmin && orderable.length > 0 && (
        <Link
          to={orderCartPath}
          onClick={close}
          className={buttonClass({ variant: "secondary", className: "mt-2 w-full" })}
        >
          Order with your account
        </Link>
      )}
      <div className="mt-2 grid grid-cols-[3fr_2fr] gap-2">
        <Button variant="secondary" className="px-2!" onClick={close}>
          Continue Shopping
        </Button>
        <Button variant="quiet" className="px-2!" onClick={onClear}>
          Clear Cart
        </Button>
      </div>
      <p className="mt-3 text-sm text-ink-soft">
        We currently ship across British Columbia{" "}
        <Link to="/faq#shipping" onClick={close} className="link inline-block py-1 text-ink">
          Learn More<span className="sr-only"> about shipping</span>
        </Link>
      </p>
    </div>
  );
}

/**
 * Placeholder for Checkout while no card payment provider is connected: logs the cart in the
 * browser and shows a toast (specification, section 1). Browser only.
 */
function checkOut(items: readonly CartItem[]): void {
  console.info("Checkout:", { items, subtotal: formatCents(subtotalCents(items)) });
  window.alert("Checkout will be integrated with a card payment provider.");
}
