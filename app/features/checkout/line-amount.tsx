import { useRef } from "react";
import { useLocation, useNavigation, useSubmit } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { QuantityStepper } from "#app/components/form/quantity-stepper.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { maxAmount } from "#app/domain/drafts/cart/amount.ts";
import { cartStore, takeFromCart } from "#app/domain/drafts/cart/browser-cart.ts";
import type { SummaryLine } from "#app/domain/drafts/order-summary.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";
import { pieceWeight } from "#app/domain/orders/order-quantity.ts";
import { amountField, setAmount } from "./checkout-form.ts";

/** Restores the line last removed from the cart here. Browser only, per tab. */
let putBack = () => {};

/** Removes a line from the cart too, since Back and a reload start from it. Browser only. */
export function takeOut(productId: string): void {
  ({ putBack } = takeFromCart(productId));
}

/** Undoes the last `takeOut`. Browser only. */
export function putBackTaken(): void {
  putBack();
  putBack = () => {};
}

/**
 * Changes a line's amount in the review by submitting the enclosing form; every change is answered
 * with current sums. Without JavaScript there are two buttons instead of a box.
 */
export function LineAmount({ line }: { line: SummaryLine }) {
  const isLive = useHydrated();
  const place = useRef<HTMLDivElement>(null);
  const { formData } = useNavigation();
  const { pathname, search } = useLocation();
  const submit = useSubmit();
  const { productId, name, unit } = line;
  const pieceLb = pieceWeight(unit);
  const [pendingOf, pending] = String(formData?.get(amountField) ?? "").split(" ");
  const amount = Number(pendingOf === productId ? pending : line.quantity);
  if (!Number.isFinite(amount) || line.pricePerLb === null) return null;

  function change(to: number) {
    const form = place.current?.closest("form");
    if (!form) return;
    const sent = new FormData(form);
    // Includes a change that was sent but isn't answered yet.
    if (pendingOf && pending) sent.set(orderField.quantity(pendingOf), pending);
    sent.set(amountField, setAmount(productId, to));
    cartStore.setAmount(productId, to);
    const action = pathname + search;
    void submit(sent, { method: "post", action, replace: true, preventScrollReset: true });
  }

  if (!isLive) {
    const step = (to: number, label: string) => (
      <button
        type="submit"
        name={amountField}
        value={setAmount(productId, to)}
        className={buttonClass({ variant: "secondary", size: "sm" })}
      >
        {label}
        <span className="sr-only"> of {name}</span>
      </button>
    );
    return (
      <div className="mt-2 flex gap-3">
        {amount > 1 && step(amount - 1, "One less")}
        {step(amount + 1, "One more")}
      </div>
    );
  }
  return (
    <div ref={place} className="mt-2">
      <QuantityStepper
        of={name}
        value={amount}
        onChange={change}
        max={maxAmount({ soldBy: pieceLb === null ? "lb" : "piece", typicalPieceLb: pieceLb })}
        unit={pieceLb === null ? "lb" : undefined}
        size="sm"
      />
    </div>
  );
}
