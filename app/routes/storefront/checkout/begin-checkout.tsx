import { useEffect, useRef } from "react";
import { Form, useLocation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import { rememberedPostalCode } from "#app/domain/delivery/postal/ask-postal.ts";
import { cartStore } from "#app/domain/drafts/cart/browser-cart.ts";
import { orderableItems } from "#app/domain/drafts/cart/cart.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";
import { useCart } from "#app/features/cart/cart-context.tsx";
import { checkoutLines } from "#app/features/cart/checkout-lines.ts";
import { EmptyCart } from "#app/features/cart/empty-cart.tsx";
import { keptFields, stepAt } from "#app/features/checkout/checkout-form.ts";
import { cartRequest, placedPage, recallCheckout } from "#app/features/checkout/checkout-memory.ts";

/**
 * The cart is in the browser, so the page first submits it, along with earlier input of this tab,
 * and asks for the screen of its URL. Says so if there is no cart.
 */
export function BeginCheckout() {
  const { items, isLoaded, unavailable } = useCart();
  const { pathname, search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const orderable = orderableItems(items, unavailable);
  const isReady = isLoaded && orderable.length > 0;
  // Pages don't load the cart if none is stored.
  useEffect(() => cartStore.start(), []);
  useEffect(() => {
    if (!isReady || !form.current) return;
    const kept = { ...recallCheckout() };
    kept.postalCode ||= rememberedPostalCode();
    const fields = { ...kept, [orderField.requestId]: cartRequest() };
    for (const [name, value] of Object.entries(fields)) {
      const input = form.current.elements.namedItem(name);
      if (input instanceof HTMLInputElement) input.value = value;
    }
    form.current.requestSubmit();
  }, [isReady]);

  return (
    <div className="mt-8">
      {isReady ? (
        <Form ref={form} method="post" action={pathname + search} replace>
          {[...checkoutLines(orderable)].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {keptFields.map((name) => (
            <input key={name} type="hidden" name={name} />
          ))}
          <input type="hidden" name={orderField.requestId} />
          <input type="hidden" name={orderField.intent} value={stepAt(search)} />
          <Spinner label="Looking at your cart" />
        </Form>
      ) : (
        isLoaded && <NothingToOrder />
      )}
    </div>
  );
}

/** An empty cart; after placing an order, a link to that order. Browser only. */
function NothingToOrder() {
  const placed = placedPage();
  if (!placed) return <EmptyCart />;
  return (
    <EmptyState
      title="Your order was placed"
      titleAs="h2"
      underHead
      action={
        <>
          <ButtonLink to={placed}>See your order</ButtonLink>
          <ButtonLink to="/shop" variant="secondary">
            Back to the shop
          </ButtonLink>
        </>
      }
    >
      There is nothing else in your cart.
    </EmptyState>
  );
}
