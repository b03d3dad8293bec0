import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * For the page's main element, with a tabindex of -1: it gets the focus when another page was gone
 * to. The browser does so only for a page that it loads anew, and here the followed link is gone
 * with its page. What only changes the query, such as a tab of the shop, leaves the focus alone, and
 * a page that has put it somewhere itself keeps it there.
 */
export function usePageFocus(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (main.current?.contains(document.activeElement)) return;
    // Where the page is scrolled to is the router's to say.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
