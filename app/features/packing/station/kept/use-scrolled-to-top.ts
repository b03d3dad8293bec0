import { useEffect, useRef } from "react";

/**
 * Scrolls an element to its top whenever another line is shown, so that its name and figures are
 * visible.
 */
export function useScrolledToTop(line: string | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (line) ref.current?.scrollTo({ top: 0 });
  }, [line]);
  return ref;
}
