import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { getServerSnapshot, getSnapshot, subscribe, type ToastEntry } from "./toast-store.ts";

type Viewport = ComponentType<{ toasts: readonly ToastEntry[] }>;

/** Fallback if the real viewport can't be loaded (offline). */
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

/** The toast container; once, in the root. Radix's toast is loaded with the first message. */
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
