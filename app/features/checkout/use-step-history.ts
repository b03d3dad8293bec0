import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { CheckoutView } from "./checkout.ts";
import { type CheckoutStep, stepAt, stepPath } from "./checkout-form.ts";

/**
 * Gives each screen of the checkout an entry of the browser's history. Forms are sent in the entry that
 * they are in, and the screen that is answered gets the next one. With Back and Forward, or a link to the
 * checkout, the cart and what was typed are sent anew for the entry's screen.
 *
 * @param view the screen that is shown; undefined or null while there is none
 * @param onLeft called when the page has moved to another entry than that of the screen
 */
export function useStepHistory(view: CheckoutView | null | undefined, onLeft: () => void): void {
  const { key, search } = useLocation();
  const navigate = useNavigate();
  const asked = stepAt(search);
  const known = useRef<CheckoutView>(undefined);
  /** The last screen that was shown in an entry of its own. */
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
      // An entry that was opened and can't show its screen is replaced.
      const replace = settled.current !== asked;
      void navigate(stepPath(shown.step), { replace, preventScrollReset: true });
    }
  });
  useEffect(() => follow(view, key), [view, key]);
}
