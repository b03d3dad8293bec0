import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { getServerSnapshot, getSnapshot, subscribe, type ToastEntry } from "./toast-store.ts";

type Viewport = ComponentType<{ toasts: readonly ToastEntry[] }>;

/** When the real viewport cannot be fetched (the line is down), the words still arrive. */
function PlainToasts({ toasts }: { toasts: readonly ToastEntry[] }) {
  return (
    <div role="status" className="toast-region p-4">
      {toasts
        .filter((entry) => entry.open)
        .map((entry) => (
          <p key={entry.id} className="surface-ink p-4">
            <strong>{entry.title}</strong> {entry.description}
          </p>
        ))}
    </div>
  );
}

/**
 * Where toasts appear; stands once, in the root. Radix's toast is fetched with the first message, so
 * a page on which nothing is said does not carry it.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
  const [viewport, setViewport] = useState<{ Component: Viewport } | null>(null);
  const needed = toasts.length > 0 && viewport === null;

  useEffect(() => {
    if (!needed) return;
    let current = true;
    const show = (Component: Viewport) => {
      if (current) setViewport({ Component });
    };
    import("./toast-viewport.tsx").then(
      (module) => show(module.ToastViewport),
      () => show(PlainToasts),
    );
    return () => {
      current = false;
    };
  }, [needed]);

  return viewport && <viewport.Component toasts={toasts} />;
}
