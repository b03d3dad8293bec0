import { useSyncExternalStore } from "react";
import type { z } from "zod";
import { withStorage } from "#app/lib/browser/browser-storage.ts";

/**
 * A value that the station stores in the browser; without storage, it lasts as long as the page.
 * Unreadable values count as missing.
 */
export function keptValue<Value>(
  key: string,
  schema: z.ZodType<Value>,
  { first, area }: { first: Value; area: "localStorage" | "sessionStorage" },
) {
  let kept: Value | undefined;
  const listeners = new Set<() => void>();
  function get(): Value {
    kept ??=
      withStorage((storage) => schema.parse(JSON.parse(storage.getItem(key) ?? "")), area) ?? first;
    return kept;
  }
  return {
    get,
    set(value: Value) {
      kept = value;
      withStorage((storage) => storage.setItem(key, JSON.stringify(value)), area);
      for (const listener of listeners) listener();
    },
    use: () =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
        get,
        () => first,
      ),
  };
}
