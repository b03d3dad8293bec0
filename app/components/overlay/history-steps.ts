type Listener = (event: PopStateEvent) => void;

let first: Listener | null = null;

/**
 * Hears of each step that the browser goes in its history before the router does, and can keep it from
 * the router (`stopImmediatePropagation`). For close-on-back.ts alone.
 */
export function hearStepsFirst(listener: Listener): void {
  first = listener;
}

// Browsers call the listeners of a window in the order in which they were added, whatever `capture`
// says. The root imports this module, so it is here before there is a router.
if (typeof window !== "undefined") window.addEventListener("popstate", (event) => first?.(event));
