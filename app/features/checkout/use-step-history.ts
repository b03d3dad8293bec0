import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { CheckoutView } from "./checkout.ts";
import { type CheckoutStep, stepAt, stepPath } from "./checkout-form.ts";

/**
 * Gives each checkout screen its own history entry. A form is submitted within its entry, and the
 * answered screen gets the next. On Back, Forward or a link to the checkout, the cart and the input
 * are sent again for that entry's screen.
 *
 * @param view undefined or null while there is none
 * @param onLeft called when the page has moved to another entry than the screen's
 */
export function useStepHistory(view: CheckoutView | null | undefined, onLeft: () => void): void {
  const { key, search } = useLocation();
  const navigate = useNavigate();
  const asked = stepAt(search);
  const known = useRef<CheckoutView>(undefined);
  /** The last screen shown in its own entry. */
  const settled = useRef<CheckoutStep>(undefined);
  const isMoving = useRef(false);

  const follow = useEffectEvent((shown: typeof view, _entry: string) => {
    if (!shown) return;
    const isNew = shown !== known.current;
    const isMoved = isMoving.current;
    known.current = shown;
    isMoving.current = false;
    if (!isNew && !isMoved) onLeft();
    else if (shown.step === asked) settled.current = asked;
    else {
      isMoving.current = true;
      // An entry that can't show its screen is replaced.
      const replace = settled.current !== asked;
      void navigate(stepPath(shown.step), { replace, preventScrollReset: true });
    }
  });
  useEffect(() => follow(view, key), [view, key]);
}
