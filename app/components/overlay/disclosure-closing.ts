import { closeOnBack } from "./close-on-back.ts";

interface Use {
  /** The page that the menu was first opened on, which may have been left since. */
  href: string;
  closesOnBack: boolean;
  /** Ends when the menu leaves the page for good. */
  signal: AbortSignal;
}

/**
 * Closes an open menu by Escape, by its links, by a press elsewhere, when the focus leaves it, and by
 * Back where it `closesOnBack`. Fetched when a menu is first opened (disclosure.tsx).
 */
export function closeWhenLeft(menu: HTMLDetailsElement, { href, closesOnBack, signal }: Use): void {
  if (signal.aborted) return;
  if (location.href !== href) menu.open = false;

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
  if (closesOnBack) followBack(menu, signal);
}

function followBack(menu: HTMLDetailsElement, signal: AbortSignal) {
  let release: (() => void) | null = null;
  function follow() {
    if (menu.open && !signal.aborted) {
      release ??= closeOnBack(() => {
        menu.open = false;
      });
    } else {
      release?.();
      release = null;
    }
  }
  follow();
  menu.addEventListener("toggle", follow, { signal });
  signal.addEventListener("abort", follow);
}
