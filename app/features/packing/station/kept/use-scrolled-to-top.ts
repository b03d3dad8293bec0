import { useEffect, useRef } from "react";

/** Scrolls an element to its top when another line is shown, to show its name and figures. */
export function useScrolledToTop(line: string | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (line) ref.current?.scrollTo({ top: 0 });
  }, [line]);
  return ref;
}
