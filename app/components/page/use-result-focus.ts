import { type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "../use-hydrated.ts";

/**
 * Returns a ref for the element that shows a submission's result, which needs a tabindex of -1:
 * focuses it as soon as there is a new result, as the button that had the focus is gone. A result
 * that the page was opened with, as after a reload, leaves the focus where it is. `result`
 * identifies it; null for none.
 */
export function useResultFocus<Element extends HTMLElement>(
  result: string | null,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const isLoaded = useHydrated();
  const shown = useRef(isLoaded ? null : result);
  useEffect(() => {
    if (result === shown.current) return;
    shown.current = result;
    if (result !== null) element.current?.focus();
  }, [result]);
  return element;
}
