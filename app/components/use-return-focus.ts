import { useRef } from "react";

/**
 * Sends focus back to what had it before a panel opened. Radix does so only for its own trigger, and
 * our panels are opened by state. Spread the result on Radix's `Content`.
 */
export function useReturnFocus(onCloseAutoFocus?: (event: Event) => void) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
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
