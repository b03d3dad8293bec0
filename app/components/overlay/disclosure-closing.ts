import { closeOnBack } from "./close-on-back.ts";

interface Use {
  /** The page where the menu was first opened, which may no longer be the current one. */
  href: string;
  closesOnBack: boolean;
  /** Aborted when the menu unmounts. */
  signal: AbortSignal;
}

/**
 * Closes an open menu on Escape, a click on one of its links, a press or focus outside and, if
 * `closesOnBack`, Back. Loaded when a menu is first opened (disclosure.tsx).
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
