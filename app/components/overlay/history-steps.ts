type Listener = (event: PopStateEvent) => void;

let first: Listener | null = null;

/**
 * Registers a popstate listener that runs before the router's and can hide events from it
 * (`stopImmediatePropagation`). For close-on-back.ts only.
 */
export function hearStepsFirst(listener: Listener): void {
  first = listener;
}

// Browsers call a window's listeners in the order they were added; older ones ignore `capture`
// there. The root imports this module, so that this listener comes before the router's.
if (typeof window !== "undefined") window.addEventListener("popstate", (event) => first?.(event));
