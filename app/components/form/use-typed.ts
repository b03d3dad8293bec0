import { useLayoutEffect, useRef, useState } from "react";

/** Returns the values of the form around the element with `mark`; `served` until hydrated. */
export function useTyped<Mark extends HTMLElement>(served: Partial<Record<string, string>>) {
  const mark = useRef<Mark>(null);
  const [typed, setTyped] = useState(served);

  useLayoutEffect(() => {
    const form = mark.current?.closest("form");
    if (!form) return;
    const read = () => {
      const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
      setTyped(Object.fromEntries(fields) as Record<string, string>);
    };
    const listening = new AbortController();
    form.addEventListener("input", read, { signal: listening.signal });
    // Includes input from before hydration.
    read();
    return () => listening.abort();
  }, []);

  return { mark, typed };
}
