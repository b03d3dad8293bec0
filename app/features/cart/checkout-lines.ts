import { unitOf } from "#app/features/orders/order-quantity.ts";
import { orderField } from "#app/features/orders/placing/order-form.ts";
import { amountOf, type CartItem } from "./cart.ts";

/** A cart's lines as the checkout's form sends them. */
export function checkoutLines(items: readonly CartItem[]): URLSearchParams {
  const form = new URLSearchParams();
  for (const item of items) {
    const { id, name, price } = item.product;
    form.set(orderField.quantity(id), String(amountOf(item)));
    form.set(orderField.unit(id), unitOf(item.product));
    form.set(orderField.price(id), price.toFixed(2));
    form.set(orderField.name(id), name);
  }
  return form;
}
