import { useEffect, useEffectEvent, useState } from "react";

/**
 * A module that is fetched the first time it is `wanted`; null until it is there. `load` is one
 * function for the life of the page, such as `() => import("./panel.tsx")` outside the component.
 * `onFailure` is told when it cannot be fetched, each time it is wanted: Chromium remembers a failed
 * import until the page is loaded anew.
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

/** Starts fetching early, on hover or focus. A failure is told when the module is really wanted. */
export function warmUp(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}

/** For what will need the module when it is pressed: `<button {...warmUpNear(loadPanel)}>`. */
export function warmUpNear(load: () => Promise<unknown>) {
  const start = () => warmUp(load);
  return { onPointerEnter: start, onFocus: start };
}
