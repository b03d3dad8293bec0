import { useRef } from "react";

interface ReturnFocusOptions {
  /** Called after the panel closed, to send focus elsewhere (`preventDefault`). */
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
  isQuestion?: boolean;
}

/**
 * Sends focus back to what had it before a panel opened. Radix does so only for its own trigger, and
 * our panels are opened by state. Spread the result on Radix's `Content`.
 *
 * A panel begins at its first field, where it has one and no keyboard would cover it, else at itself,
 * which has its title read: not at its cross, which is where Radix would begin. `isQuestion`: at its
 * "no", as Radix does.
 */
export function useReturnFocus({ onCloseAutoFocus, isQuestion = false }: ReturnFocusOptions = {}) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      if (isQuestion || !(event.currentTarget instanceof HTMLElement)) return;
      event.preventDefault();
      startOf(event.currentTarget).focus({ preventScroll: true });
    },
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus?.(event);
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (!(opener.current instanceof HTMLElement)) return;
      // What opened the panel may have gone by what was done in it; then the page takes the focus.
      if (opener.current.isConnected) opener.current.focus();
      else document.getElementById("main")?.focus({ preventScroll: true });
    },
  };
}

function startOf(panel: HTMLElement): HTMLElement {
  const field = panel.querySelector<HTMLElement>(
    "form :is(input:not([type=hidden], [type=file]), textarea, select)",
  );
  return field && matchMedia("(pointer: fine)").matches ? field : panel;
}
