import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

type OrderStep = "pick" | "review";

/**
 * The step of the order form, kept in the address's hash: the way back leads from the review to the
 * pad, a reload stays, and neither asks the server for anything. Both steps have a hash, because the
 * router loads the page anew when a hash goes away altogether.
 *
 * @param form the part of the page that changes with the step; it takes the focus along
 * @param isLive whether the hash counts yet: the server does not know it
 * @param isEmpty whether there is nothing to review
 * @param first the step to begin with
 */
export function useOrderStep(
  form: RefObject<HTMLElement | null>,
  { isLive, isEmpty, first }: { isLive: boolean; isEmpty: boolean; first: OrderStep },
) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const shown = useRef<OrderStep>(undefined);
  const asked = !isLive || hash === "" ? first : hash === "#review" ? "review" : "pick";
  const step: OrderStep = isLive && isEmpty ? "pick" : asked;
  const isUnsettled = isLive && hash !== `#${step}`;

  // Where the page opened, and where the last line was removed in the review.
  useEffect(() => {
    if (isUnsettled) navigate(`#${step}`, { replace: true, preventScrollReset: true });
  }, [isUnsettled, step, navigate]);

  useEffect(() => {
    if (shown.current && shown.current !== step) focusIn(form.current, step);
    shown.current = step;
  }, [form, step]);

  return { step, goTo: (next: OrderStep) => navigate(`#${next}`) };
}

/** The review is read from its top; back on the pad, what led there is at hand again. */
function focusIn(form: HTMLElement | null, step: OrderStep) {
  const target = form?.querySelector<HTMLElement>(
    step === "review" ? "h1" : 'button[value="review"]',
  );
  if (!target) return;
  if (step === "review") target.tabIndex = -1;
  // Where the page is scrolled to is the router's to say.
  target.focus({ preventScroll: true });
}
