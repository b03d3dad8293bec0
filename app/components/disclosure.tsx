import { type ReactNode, useEffect, useRef } from "react";

interface DisclosureProps {
  /** What is always in sight; becomes the content of the `<summary>`. */
  label: ReactNode;
  className?: string;
  summaryClassName?: string;
  panelClassName?: string;
  children: ReactNode;
}

/**
 * A small menu that opens below its label. It is a `<details>`, so it opens without JavaScript too;
 * with it, Escape, a press outside, leaving with Tab and following one of its links close it.
 */
export function Disclosure(props: DisclosureProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => (menu.current ? closeWhenLeft(menu.current) : undefined), []);

  return (
    <details ref={menu} className={props.className}>
      <summary className={props.summaryClassName}>{props.label}</summary>
      <div className={props.panelClassName}>{props.children}</div>
    </details>
  );
}

/** Closes an open menu by Escape, by its links, by a press elsewhere and when the focus leaves it. */
function closeWhenLeft(menu: HTMLDetailsElement): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  function closeOutside(event: Event) {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  }
  document.addEventListener("pointerdown", closeOutside, { signal });
  document.addEventListener("focusin", closeOutside, { signal });
  menu.addEventListener(
    "click",
    (event) => {
      if (event.target instanceof Element && event.target.closest("a")) menu.open = false;
    },
    { signal },
  );
  menu.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    },
    { signal },
  );
  return () => listening.abort();
}
