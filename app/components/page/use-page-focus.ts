import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * A ref for the page's main element, which needs a tabindex of -1: focuses it after navigating to
 * another page. Browsers only do so on full page loads, and after a client navigation the followed
 * link is gone. Query-only changes, e.g. a tab of the shop, keep the focus, and so does a page that
 * has set the focus itself.
 */
export function usePageFocus(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (main.current?.contains(document.activeElement)) return;
    // The router manages scrolling.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
