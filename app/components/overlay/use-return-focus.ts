import { useRef } from "react";

interface ReturnFocusOptions {
  /** Called after the panel closed; call `preventDefault` to move the focus elsewhere. */
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
  isQuestion?: boolean;
}

/**
 * Returns focus to the element that had it before a panel opened. Radix only does this for its own
 * triggers, and our panels are opened by state. Spread the result on Radix's `Content`.
 *
 * On opening, focuses the panel's first form field, unless an on-screen keyboard would cover it;
 * otherwise the panel itself, so that its title is read (Radix would focus the close button). With
 * `isQuestion`, focuses the "no" button, as Radix does.
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
      // The opener may be gone because of an action in the panel; focus the page instead.
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
