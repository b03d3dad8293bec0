import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

type OrderStep = "pick" | "review";

/**
 * The order form's step, kept in the URL hash: Back goes from the review to the pad, a reload keeps
 * the step, and neither sends a request. Both steps have a hash, because removing it would make the
 * router reload the page's data.
 *
 * @param form the element that changes with the step and receives the focus
 * @param isLive whether to use the hash yet, which the server doesn't know
 * @param isEmpty whether there is nothing to review
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

  // On page load, after the last line is removed in the review, and when another hash is set, such
  // as by the link that skips the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each hash that is no step is replaced
  useEffect(() => {
    if (isUnsettled) navigate(`#${step}`, { replace: true, preventScrollReset: true });
  }, [isUnsettled, step, hash, navigate]);

  useEffect(() => {
    if (shown.current && shown.current !== step) focusIn(form.current, step);
    shown.current = step;
  }, [form, step]);

  return { step, goTo: (next: OrderStep) => navigate(`#${next}`) };
}

/** Focuses the top of the review or, back on the pad, the button that led to the review. */
function focusIn(form: HTMLElement | null, step: OrderStep) {
  const target = form?.querySelector<HTMLElement>(
    step === "review" ? "h1" : 'button[value="review"]',
  );
  if (!target) return;
  if (step === "review") target.tabIndex = -1;
  // The router manages scrolling.
  target.focus({ preventScroll: true });
}
