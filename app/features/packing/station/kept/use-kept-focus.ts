import { useEffect, useEffectEvent } from "react";
import { waitsForLot } from "../station-view.ts";
import type { Station } from "../use-station.ts";

/**
 * Keeps the focus on the field whatever is tapped, so that typing enters a weight and Enter adds
 * it. Only other fields, and the buttons beside a question's fields, may take it. Keys typed while
 * a button or nothing has it reach the field too.
 */
export function useKeptFocus(
  root: React.RefObject<HTMLElement | null>,
  field: React.RefObject<HTMLInputElement | null>,
  { question }: Pick<Station, "question">,
) {
  const kind = question?.kind;
  // While weights wait for their lot, the next weight is typed as before.
  const isAsked = kind === "add" || (kind === "lot" && waitsForLot(question) === null);
  useEffect(() => {
    // Runs for every question, whose buttons disappear with it and leave nothing focused.
    if (!isAsked || !kind) field.current?.focus({ preventScroll: true });
  }, [field, kind, isAsked]);
  const keepFocus = useEffectEvent((target: EventTarget | null) => {
    if (!(target instanceof Element)) return;
    // The pad types into the field that has the focus.
    if (target.closest("[data-keeps-focus]") && isField(document.activeElement, root)) return;
    const isHere = target === document.body || root.current?.contains(target);
    const own = isAsked ? "input, select, textarea, label, form" : "input, select, textarea, label";
    if (isHere && !target.closest(own)) field.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => keepFocus(target);
    function onKeyDown({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
      if (key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey) keepFocus(target);
    }
    // Before the buttons' own handlers, so that a question they open can focus its field.
    document.addEventListener("click", onClick, { capture: true });
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      document.removeEventListener("click", onClick, { capture: true });
      document.removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, []);
}

function isField(element: Element | null, root: React.RefObject<HTMLElement | null>): boolean {
  return element instanceof HTMLInputElement && root.current?.contains(element) === true;
}
