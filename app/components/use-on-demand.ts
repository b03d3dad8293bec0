import { useEffect, useEffectEvent, useState } from "react";

/**
 * Loads a module the first time it is `wanted`; null until then. `load` must be stable, e.g. `() =>
 * import("./panel.tsx")` outside the component. `onFailure` is called each time loading fails:
 * Chromium caches a failed import until the page is reloaded.
 */
export function useOnDemand<Module extends object>(
  load: () => Promise<Module>,
  wanted: boolean,
  onFailure: () => void,
): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  const fail = useEffectEvent(onFailure);
  const missing = wanted && module === null;

  useEffect(() => {
    if (!missing) return;
    let current = true;
    load().then(
      (loaded) => {
        if (current) setModule(loaded);
      },
      () => {
        if (current) fail();
      },
    );
    return () => {
      current = false;
    };
  }, [missing, load]);

  return module;
}

/** Preloads a module, on hover or focus. Errors are ignored until it is actually wanted. */
export function warmUp(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}

/** Preloads on approach: `<button {...warmUpNear(loadPanel)}>`. */
export function warmUpNear(load: () => Promise<unknown>) {
  const start = () => warmUp(load);
  return { onPointerEnter: start, onFocus: start };
}
