import { useEffect, useEffectEvent } from "react";
import { createBurst } from "./scan-burst.ts";

/**
 * Calls back with scanned codes, whatever has the focus; the Enter that ends one presses no button
 * and submits no form. A field that received the code gets its text back. Scans into `ownField` are
 * ignored, as its Enter handles them.
 */
export function useScanner(
  ownField: React.RefObject<HTMLElement | null> | null,
  onScan: (code: string) => void,
) {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    const burst = createBurst();
    let before: { field: HTMLInputElement | HTMLTextAreaElement; value: string } | null = null;

    function onKeyDown(event: KeyboardEvent) {
      if (ownField && event.target === ownField.current) return;
      const read = burst.read(event);
      if (read === "first") before = textFieldOf(event.target);
      if (typeof read === "string") return;
      event.preventDefault();
      event.stopPropagation();
      if (before) setValue(before.field, before.value);
      before = null;
      if (read.code !== "") scanned(read.code);
    }

    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [ownField]);
}

function textFieldOf(target: EventTarget | null) {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isText ? { field: target, value: target.value } : null;
}

/** Sets a field's text like typing, so that React notices. */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
