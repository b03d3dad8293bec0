import { clsx } from "clsx/lite";
import { X } from "lucide";
import { Toast } from "radix-ui";
import { Icon } from "../icon.tsx";
import {
  dismiss,
  TOAST_DURATION_MS,
  TOAST_SWIPE_THRESHOLD,
  type ToastEntry,
} from "./toast-store.ts";

/**
 * Renders the store's toasts with Radix: announced, and closed by swipe, button, Escape or timeout.
 */
export function ToastViewport({ toasts }: { toasts: readonly ToastEntry[] }) {
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
      <Toast.Viewport aria-live="off" className="toast-region" />
    </Toast.Provider>
  );
}
