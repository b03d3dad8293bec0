import { useEffect, useEffectEvent } from "react";

/** Scanners type faster than people: characters less than this apart, in ms, are a scanner's. */
const maxGapMs = 35;

/** Minimum length of a code; shorter bursts are left to the focused field. */
const minLength = 8;

/**
 * Calls back with scanned codes, whatever has the focus. Scanners are keyboards that type a code in
 * a burst and end it with Enter. A field that received the burst gets its text back. Scans into
 * `ownField` are ignored, because its Enter already handles them.
 */
export function useScanner(
  ownField: React.RefObject<HTMLElement | null>,
  onScan: (code: string) => void,
) {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    let burst = "";
    let last = 0;
    let before: { field: HTMLInputElement | HTMLTextAreaElement; value: string } | null = null;

    function onKeyDown(event: KeyboardEvent) {
      if (event.target === ownField.current) return;
      const gap = event.timeStamp - last;
      last = event.timeStamp;
      if (event.key === "Enter") {
        const code = burst;
        burst = "";
        if (gap > maxGapMs || code.length < minLength) return;
        event.preventDefault();
        event.stopPropagation();
        if (before) setValue(before.field, before.value);
        scanned(code);
        return;
      }
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) {
        if (event.key !== "Shift") burst = "";
        return;
      }
      if (gap > maxGapMs || burst === "") {
        burst = "";
        before = textFieldOf(event.target);
      }
      burst += event.key;
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
