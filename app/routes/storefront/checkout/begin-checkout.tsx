import { useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import { amountOf, orderableItems } from "#app/features/cart/cart.ts";
import { useCart } from "#app/features/cart/cart-context.tsx";
import { rememberedPostalCode } from "#app/features/delivery/postal/ask-postal.ts";
import { checkoutPath, keptFields } from "#app/features/orders/checkout/checkout-form.ts";
import { recallCheckout } from "#app/features/orders/checkout/checkout-memory.ts";
import { unitOf } from "#app/features/orders/order-quantity.ts";
import { orderField } from "#app/features/orders/placing/order-form.ts";

/**
 * The cart is in the browser, so the page first sends it, with what this tab has typed before. Says
 * so where there is none.
 */
export function BeginCheckout() {
  const { items, isLoaded, unavailable } = useCart();
  const form = useRef<HTMLFormElement>(null);
  const orderable = orderableItems(items, unavailable);
  const isReady = isLoaded && orderable.length > 0;
  useEffect(() => {
    if (!isReady || !form.current) return;
    const kept = { ...recallCheckout() };
    kept.postalCode ||= rememberedPostalCode();
    for (const name of keptFields) {
      const input = form.current.elements.namedItem(name);
      if (input instanceof HTMLInputElement) input.value = kept[name];
    }
    form.current.requestSubmit();
  }, [isReady]);

  return (
    <div className="mt-8">
      <noscript>
        <p className="max-w-xl text-lg">
          Your cart is kept by your browser with JavaScript, which is switched off. Switch it on, or
          call us to order.
        </p>
      </noscript>
      {isReady ? (
        <Form ref={form} method="post" action={checkoutPath} replace>
          {orderable.map((item) => {
            const { id, name, price } = item.product;
            return (
              <span key={id}>
                <input
                  type="hidden"
                  name={orderField.quantity(id)}
                  value={String(amountOf(item))}
                />
                <input type="hidden" name={orderField.unit(id)} value={unitOf(item.product)} />
                <input type="hidden" name={orderField.price(id)} value={price.toFixed(2)} />
                <input type="hidden" name={orderField.name(id)} value={name} />
              </span>
            );
          })}
          {keptFields.map((name) => (
            <input key={name} type="hidden" name={name} />
          ))}
          <input type="hidden" name={orderField.intent} value="where" />
          <Spinner label="Looking at your cart" />
        </Form>
      ) : (
        isLoaded && (
          <EmptyState
            title="Your cart is empty"
            titleAs="h2"
            underHead
            action={
              <Link to="/shop" className={buttonClass()}>
                Browse Products
              </Link>
            }
          >
            Add some premium cuts to get started
          </EmptyState>
        )
      )}
    </div>
  );
}
