import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";

/** Returns true while a navigation is pending, for the `aria-busy` of the current page. */
export function usePageIsBusy(): true | undefined {
  return useNavigation().state === "idle" ? undefined : true;
}

/** A thin progress line at the top of the window during navigations; once, in the root. */
export function PageProgress() {
  const isBusy = usePageIsBusy();
  return isBusy && <div role="progressbar" aria-label="Loading" className="page-progress" />;
}

/**
 * Returns a ref for the page's main element, which needs a tabindex of -1: focuses it after
 * navigating to another page. Browsers only do so on full page loads, and after a client navigation
 * the followed link is gone. Query-only changes, e.g. a tab of the shop, keep the focus, and so
 * does a page that has set the focus itself.
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

/** Returns the link within this site that a plain click follows; null for any other click. */
export function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return null;
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.origin === location.origin && !link.target && !link.download ? link : null;
}
