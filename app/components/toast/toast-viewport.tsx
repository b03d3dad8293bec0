import { clsx } from "clsx/lite";
import { X } from "lucide";
import { Toast } from "radix-ui";
import { type RefObject, useEffect, useRef } from "react";
import { Icon } from "../icon.tsx";
import {
  dismiss,
  TOAST_DURATION_MS,
  TOAST_SWIPE_THRESHOLD,
  type ToastEntry,
} from "./toast-store.ts";

/** Renders the toasts with Radix: announced, and closed by swipe, button, Escape or timeout. */
export function ToastViewport({ toasts }: { toasts: readonly ToastEntry[] }) {
  const region = useFreeEdge();
  return (
    <Toast.Provider
      duration={TOAST_DURATION_MS}
      swipeThreshold={TOAST_SWIPE_THRESHOLD}
      swipeDirection="right"
    >
      {toasts.map((entry) => (
        <Toast.Root
          key={entry.id}
          open={entry.open}
          duration={entry.durationMs}
          // Failures interrupt a screen reader; success is announced politely.
          type={entry.variant === "destructive" ? "foreground" : "background"}
          onOpenChange={(open) => {
            if (!open) dismiss(entry.id);
          }}
          className={clsx(
            "toast-card",
            entry.variant === "destructive" ? "surface-oxblood" : "surface-ink",
          )}
        >
          <div className="grow py-4 pl-5">
            <Toast.Title className="font-display font-semibold">{entry.title}</Toast.Title>
            {entry.description && (
              <Toast.Description className="mt-0.5 text-sm text-ink-soft">
                {entry.description}
              </Toast.Description>
            )}
          </div>
          {entry.action && (
            <Toast.Action
              altText={entry.action.label}
              onClick={entry.action.run}
              className="link min-h-11 shrink-0 self-center px-3 font-semibold"
            >
              {entry.action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label="Dismiss"
            className="grid size-11 shrink-0 place-items-center hover:bg-paper-deep"
          >
            <Icon of={X} className="size-4" />
          </Toast.Close>
        </Toast.Root>
      ))}
      {/* Open dialogs hide the rest of the page from screen readers, except what has aria-live.
          Radix announces each toast itself, so this region stays silent. */}
      <Toast.Viewport ref={region} aria-live="off" className="toast-region" />
    </Toast.Provider>
  );
}

/**
 * Returns a ref for the region: moves it to the window's other edge while it would cover the focus,
 * such as the field that is typed into. An element as tall as the window doesn't move it.
 */
function useFreeEdge(): RefObject<HTMLOListElement | null> {
  const region = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = region.current;
    if (!list) return;
    const place = () => {
      const inUse = document.activeElement;
      if (list.childElementCount === 0 || !inUse || list.contains(inUse)) return;
      const { height = innerHeight, scale = 1 } = visualViewport ?? {};
      list.style.setProperty("--keyboard", `${Math.round(innerHeight - height * scale)}px`);
      const isFree = (isMoved: boolean) => {
        list.toggleAttribute("data-moved", isMoved);
        return !overlap(list.getBoundingClientRect(), inUse.getBoundingClientRect());
      };
      if (!isFree(false) && !isFree(true)) list.removeAttribute("data-moved");
    };
    // Also for a new toast, after which the focus may move and the page scroll.
    const sizes = new ResizeObserver(place);
    sizes.observe(list);
    document.addEventListener("focusin", place);
    document.addEventListener("scroll", place, { capture: true, passive: true });
    visualViewport?.addEventListener("resize", place);
    return () => {
      sizes.disconnect();
      document.removeEventListener("focusin", place);
      document.removeEventListener("scroll", place, { capture: true });
      visualViewport?.removeEventListener("resize", place);
    };
  }, []);
  return region;
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return (
    one.top < other.bottom &&
    other.top < one.bottom &&
    one.left < other.right &&
    other.left < one.right
  );
}
